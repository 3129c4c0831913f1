/// What the process that did a piece of work says of it on its standard output: a line for each
/// sample, one for the memory, and one for the hits of a search.
package struct SampleReport: Equatable, Sendable {
  /// What each sample took; at least one.
  package let seconds: [Double]
  package let hits: Int?
  /// The most memory that the process ever held.
  package let peakMiB: Int

  package init(seconds: [Double], hits: Int?, peakMiB: Int) {
    self.seconds = seconds
    self.hits = hits
    self.peakMiB = peakMiB
  }

  package var text: String {
    seconds.map { "seconds \($0)\n" }.joined() + (hits.map { "hits \($0)\n" } ?? "")
      + "peak \(peakMiB)\n"
  }

  /// - Returns: `nil` where it is no such text.
  package init?(_ text: String) {
    var seconds: [Double] = []
    var (hits, peakMiB): (Int?, Int?)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      switch words.first {
      case "seconds" where words.count == 2:
        guard let sample = Double(words[1]) else { return nil }
        seconds.append(sample)
      case "hits" where words.count == 2:
        guard let number = Int(words[1]) else { return nil }
        hits = number
      case "peak" where words.count == 2: peakMiB = Int(words[1])
      default: return nil
      }
    }
    guard !seconds.isEmpty, let peakMiB else { return nil }
    self.init(seconds: seconds, hits: hits, peakMiB: peakMiB)
  }
}
