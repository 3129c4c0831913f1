/// The number of slips between two words.
enum EditDistance {
  /// Counts insertions, deletions, replacements and transpositions of neighbors (optimal string
  /// alignment).
  static func between<Letter: Equatable>(_ first: [Letter], _ second: [Letter]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
      var row = [i + 1]
      row.reserveCapacity(second.count + 1)
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
