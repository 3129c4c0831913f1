internal import MovieSystem
internal import MovieTerminal

/// Measurements as people read them: a row for each work, and for each size its median time, how many
/// times that of the size before it is, and the peak memory.
package struct ResultTable {
  private let measurements: [Measurement]
  private let sizes: [Int]
  private let works: [String]

  package init(_ measurements: [Measurement]) {
    self.measurements = measurements
    sizes = Set(measurements.map(\.movies)).sorted()
    let measured = Set(measurements.map(\.work))
    works = BenchmarkWork.all.map(\.name).filter(measured.contains)
  }

  /// The rows, each with its end of line, and what else a reader should know.
  package var text: String {
    let heading = ["work"] + sizes.flatMap { groupHeading($0) }
    let rows = works.map { work in [work] + sizes.flatMap { cells(of: work, $0) } }
    let table = AlignedTable(heading, rows)
    return ([sizeLine(table.widths)] + table.lines + notes).map { $0 + "\n" }.joined()
  }

  /// The sizes, each at the right of its group.
  private func sizeLine(_ widths: [Int]) -> String {
    var line = "movies"
    var end = widths[0]
    var rest = widths.dropFirst()
    for size in sizes {
      let group = rest.prefix(groupHeading(size).count)
      rest = rest.dropFirst(group.count)
      end += group.reduce(TableLayout.gap * group.count, +)
      let text = Formatting.grouped(size)
      line += String(repeating: " ", count: end - line.count - text.count) + text
    }
    return line
  }

  private func groupHeading(_ size: Int) -> [String] {
    size == sizes.first ? ["time", "MiB"] : ["time", "growth", "MiB"]
  }

  private func cells(of work: String, _ size: Int) -> [String] {
    let found = measurement(of: work, size)
    let time = found.map { DurationText.text($0.median) } ?? "–"
    let peak = found.map { "\($0.peakMiB)" } ?? "–"
    return size == sizes.first ? [time, peak] : [time, growth(of: work, size) ?? "–", peak]
  }

  /// The time at the size, in times of that at the size before.
  private func growth(of work: String, _ size: Int) -> String? {
    guard let now = measurement(of: work, size),
      let before = sizes.last(where: { $0 < size }).flatMap({ measurement(of: work, $0) }),
      before.median > 0
    else { return nil }
    return DecimalText.text(now.median / before.median, decimals: 1) + "×"
  }

  private func measurement(of work: String, _ size: Int) -> Measurement? {
    measurements.first { $0.work == work && $0.movies == size }
  }

  private var notes: [String] {
    let hits = works.compactMap { work in
      let hits = sizes.compactMap { measurement(of: work, $0)?.hits }
      return hits.isEmpty
        ? nil : "  \(work): \(hits.map { Formatting.grouped($0) }.joined(separator: " / "))"
    }
    return ["", "time: median; growth: time relative to the previous size; MiB: peak memory"]
      + (hits.isEmpty ? [] : ["Movies found by each search, of which 20 are read:"] + hits)
  }
}
