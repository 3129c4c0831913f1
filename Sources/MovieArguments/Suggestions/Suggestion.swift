/// Finds the candidates that a mistyped word probably means.
package enum Suggestion {
  /// Returns the candidate closest to a word, or `nil` if none is close.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>
  ) -> String? {
    nearest(1, to: word, among: candidates).first
  }

  /// Returns up to `count` candidates close to a word, the closest first.
  ///
  /// A candidate is close if it differs by at most one edit per three letters of the word, or if it starts
  /// with the word. Case is ignored. Equally close candidates retain their order.
  package static func nearest(
    _ count: Int, to word: String, among candidates: some Sequence<String>
  ) -> [String] {
    ranked(candidates, by: word).prefix(max(0, count)).map(\.text)
  }

  /// Returns all candidates that are as close to a word as the closest one.
  static func allNearest(
    to word: String, among candidates: some Sequence<String>
  ) -> [String] {
    let ranked = ranked(candidates, by: word)
    return ranked.prefix { $0.distance == ranked[0].distance }.map(\.text)
  }

  private static func ranked(
    _ candidates: some Sequence<String>, by word: String
  ) -> [(text: String, distance: Int)] {
    let letters = letters(word)
    // The time grows with the square of the length.
    guard !letters.isEmpty, letters.count <= 200 else { return [] }
    let near = candidates.compactMap { candidate in
      distance(from: letters, to: Self.letters(candidate)).map { (text: candidate, distance: $0) }
    }
    return near.sorted { $0.distance < $1.distance }
  }

  private static func letters(_ text: String) -> [Unicode.Scalar] {
    Array(text.lowercased().unicodeScalars)
  }

  private static func distance(
    from word: [Unicode.Scalar], to other: [Unicode.Scalar]
  ) -> Int? {
    let limit = word.count / 3
    if abs(word.count - other.count) <= limit {
      let distance = editDistance(word, other)
      if distance <= limit { return distance }
    }
    return word.count >= 2 && other.starts(with: word) ? limit + 1 : nil
  }

  /// The number of insertions, deletions, replacements and transpositions of neighbors (optimal string
  /// alignment).
  private static func editDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      for j in second.indices {
        let replaced = last[j] + (first[i] == second[j] ? 0 : 1)
        var best = min(replaced, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[second.count]
  }
}
