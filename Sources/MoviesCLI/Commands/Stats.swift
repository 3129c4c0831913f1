internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `stats`: prints statistics: a page on a terminal, lines of names and numbers in a pipe, or JSON.
struct Stats: Command {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show statistics about the catalog.",
    examples: [
      Example("movies stats", "Show totals and the busiest actors."),
      Example(
        "movies stats --json --db old.db", "Show the statistics of another database, as JSON."),
    ], suggestedFor: ["count", "statistics"])

  @OptionGroup(title: "Output options") var options: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    let statistics = try context.database.open(for: .reading).statistics()
    let output = context.io.output
    try context.io.startPager()
    if options.json {
      try output.write(json: statistics.json)
    } else if output.isTerminal {
      let page = StatsPage(
        columns: output.columns, glyphs: output.glyphs, isColored: context.io.isColored)
      for line in page.lines(statistics) { try output.write(line + "\n") }
    } else {
      for line in statistics.lines { try output.write(line + "\n") }
    }
    try output.flush()
    return .done
  }
}

/// The statistics of a catalog for reading on a terminal.
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
      ("History", history(statistics.history)),
    ]
    return rows.map { name, value in
      let label = TerminalText.padded(name, to: 10, alignment: .left)
      return Style.dim.styled(label, isColored: isColored) + value
    }
  }

  private func history(_ size: HistorySize) -> String {
    "\(Formatting.pluralized(size.entries, "change")), \(Formatting.bytes(Int64(size.bytes)))"
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
      let bar = glyphs.bar(count, of: most, columns: room)
      return "\(label)  \(number)  \(bar)"
    }
    return ["", Style.heading.styled(heading, isColored: isColored)] + bars
  }

  /// The numbers of movies by cast size, with one row for all large casts.
  private func castSizes(_ statistics: CatalogStatistics) -> [(String, Int)] {
    let small = statistics.castSizes.filter { $0.names < 10 }
    let large = statistics.castSizes.filter { $0.names >= 10 }.reduce(0) { $0 + $1.movies }
    return small.map { (Formatting.pluralized($0.names, "actor"), $0.movies) }
      + (large > 0 ? [("10 or more", large)] : [])
  }
}

extension CatalogStatistics {
  /// Lines of a name and values, separated by tabs.
  var lines: [String] {
    let totals: [(String, Int)] = [
      ("movies", movies), ("favorites", favorites), ("actors", actors), ("credits", credits),
      ("bytes", bytes), ("schemaVersion", schemaVersion.rawValue),
      ("historyEntries", history.entries), ("historyMovies", history.movies),
      ("historyBytes", history.bytes),
    ]
    return totals.map { "\($0)\t\($1)" }
      + busiest.map { actor in
        var name: [UInt8] = []
        name.appendTSVCell(actor.actor.name.utf8.span)
        return "busiest\t\(String(decoding: name, as: UTF8.self))\t\(actor.movieCount)"
      }
      + castSizes.map { "castSize\t\($0.names)\t\($0.movies)" }
  }

  /// One object on a line.
  var json: [UInt8] {
    JSONBuilder.line { json in
      json.add("movies", movies)
      json.add("favorites", favorites)
      json.add("actors", actors)
      json.add("credits", credits)
      json.array("busiest", busiest) { ActorRecord(actor: $1).append(to: &$0) }
      json.array("castSizes", castSizes) { json, size in
        json.object {
          $0.add("names", size.names)
          $0.add("movies", size.movies)
        }
      }
      json.add("bytes", bytes)
      json.add("schemaVersion", schemaVersion.rawValue)
      json.object("history") {
        $0.add("entries", history.entries)
        $0.add("movies", history.movies)
        $0.add("bytes", history.bytes)
      }
    }
  }
}
