internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A catalog in numbers, laid out for a person.
struct StatsPage {
  let columns: Int
  let glyphs: Glyphs
  let isColored: Bool

  func lines(_ statistics: CatalogStatistics) -> [String] {
    totals(statistics)
      + chart(
        "BUSIEST ACTORS",
        statistics.busiest.map { (TerminalText.escaped($0.actor.name), $0.movieCount) })
      + chart("CAST SIZES", castSizes(statistics))
  }

  private func totals(_ statistics: CatalogStatistics) -> [String] {
    let rows = [
      ("Movies", Formatting.grouped(statistics.movies)),
      ("Favorites", Formatting.grouped(statistics.favorites)),
      ("Actors", Formatting.grouped(statistics.actors)),
      ("Credits", Formatting.grouped(statistics.credits)),
      ("Size", Formatting.bytes(Int64(statistics.bytes))),
      ("Schema", "v\(statistics.schemaVersion.rawValue)"),
    ]
    return rows.map { name, value in
      let label = TerminalText.padded(name, to: 10, alignment: .left)
      return Style.dim.styled(label, isColored: isColored) + value
    }
  }

  private func chart(_ heading: String, _ rows: [(String, Int)]) -> [String] {
    guard let most = rows.map(\.1).max() else { return [] }
    let names = min(rows.map { DisplayWidth.columns(of: $0.0) }.max() ?? 0, max(8, columns / 3))
    let numbers = rows.map { Formatting.grouped($0.1).count }.max() ?? 0
    let room = max(1, columns - names - numbers - 4)
    let bars = rows.map { name, count in
      let label = TerminalText.padded(
        TerminalText.truncated(name, to: names, ellipsis: glyphs.ellipsis), to: names)
      let number = TerminalText.padded(Formatting.grouped(count), to: numbers, alignment: .right)
      let bar = BarChart.bar(count, of: most, columns: room, isUTF8: glyphs.isUTF8)
      return "\(label)  \(number)  \(bar)"
    }
    return ["", Style.heading.styled(heading, isColored: isColored)] + bars
  }

  /// The sizes of casts; the long tail of large ones is one row.
  private func castSizes(_ statistics: CatalogStatistics) -> [(String, Int)] {
    let small = statistics.castSizes.filter { $0.names < 10 }
    let large = statistics.castSizes.filter { $0.names >= 10 }.reduce(0) { $0 + $1.movies }
    return small.map { (Formatting.pluralized($0.names, "actor"), $0.movies) }
      + (large > 0 ? [("10 or more", large)] : [])
  }
}
