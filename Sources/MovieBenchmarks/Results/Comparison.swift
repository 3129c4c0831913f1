internal import MovieSystem
internal import MovieTerminal

/// What became faster or slower since an earlier run, of the work and the sizes that both have.
package struct Comparison {
  private let results: BenchmarkResults
  private let earlier: EarlierResults

  package init(of results: BenchmarkResults, with earlier: EarlierResults) {
    self.results = results
    self.earlier = earlier
  }

  /// Lines, each with its end.
  package var text: String {
    let common = results.measurements.filter { median($0) != nil }
    if common.isEmpty { return "Nothing to compare with the results of \(earlier.date).\n" }
    let sizes = Set(common.map(\.movies)).sorted()
    let measured = Set(common.map(\.work))
    let works = BenchmarkWork.all.map(\.name).filter(measured.contains)
    let rows = works.map { work in
      [work]
        + sizes.map { size in
          common.first { $0.work == work && $0.movies == size }.flatMap(change) ?? "–"
        }
    }
    let lines =
      ["Speed relative to \(earlier.date):"] + machineLines
      + AlignedTable(["work"] + sizes.map { Formatting.grouped($0) }, rows).lines
    return lines.map { $0 + "\n" }.joined()
  }

  /// `1.30× (faster)`, `0.80× (slower)`, and `1.00× (same)` if two decimals show no change.
  package static func change(from earlier: Double, to now: Double) -> String {
    let ratio = now > 0 ? earlier / now : .infinity
    let text = DecimalText.text(ratio, decimals: 2)
    let word = text == "1.00" ? "same" : ratio > 1 ? "faster" : "slower"
    return "\(text)× (\(word))"
  }

  private func change(_ measurement: Measurement) -> String? {
    median(measurement).map { Self.change(from: $0, to: measurement.median) }
  }

  private func median(_ measurement: Measurement) -> Double? {
    earlier.medians[EarlierResults.Key(work: measurement.work, movies: measurement.movies)]
  }

  private var machineLines: [String] {
    let differences = results.machine.differences(from: earlier.machine)
    return differences.isEmpty
      ? [] : ["On a different machine:"] + differences.map { "  " + TerminalText.escaped($0) }
  }
}
