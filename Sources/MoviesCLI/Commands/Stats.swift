internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `stats`: prints statistics: a page on a terminal, lines of names and numbers in a pipe, or JSON.
struct Stats: Command {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show statistics about the movies.",
    examples: [
      Example("movies stats", "Show totals and the busiest actors."),
      Example("movies stats --by year", "Show the number of movies of each year."),
      Example("movies stats year:1990s", "Show statistics about the movies of the 1990s."),
      Example(
        "movies stats --json --db old.db", "Show the statistics of another database, as JSON."),
    ], suggestedFor: ["count", "statistics"])

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String] = []
  @Option(
    name: "--by",
    help: ArgumentHelp(
      "Count the movies by the values of an attribute, such as 'year', instead.", valueName: "key",
      suggestedFor: ["--group", "--group-by"]),
    completion: .custom(CatalogCompletion.presentAttribute))
  var key: String?
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Output options") var options: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// A text can have 16 KiB.
  private static let maximumValues = 1_000

  func run(_ context: CommandContext) throws -> ExitStatus {
    let selection = try selection.parsed(terms)
    let store = try context.database.open(for: .reading)
    if let key {
      let counts = try store.read { store in
        try store.movieCounts(
          by: AttributeSuggestions.key(key, in: store), of: selection.query(in: store),
          limit: Self.maximumValues)
      }
      try print(context, json: counts.json, page: { $0.lines(counts) }, lines: counts.lines)
      if counts.omittedValues > 0 {
        try context.ui.info(
          "the \(Formatting.grouped(counts.values.count)) most frequent values of "
            + "\(Formatting.grouped(counts.values.count + counts.omittedValues))")
      }
    } else {
      let statistics = try store.read { store in
        try store.statistics(of: selection.query(in: store))
      }
      try print(
        context, json: statistics.json, page: { $0.lines(statistics) }, lines: statistics.lines)
    }
    if selection.isEmpty { return .done }
    let count = try store.movieCount(selection.query(in: store), limit: 1)
    if count == 0 { try selection.printNearMisses(in: store, context) }
    return selection.exitStatus(matches: count)
  }

  private func print(
    _ context: CommandContext, json: @autoclosure () -> [UInt8], page: (StatsPage) -> [String],
    lines: @autoclosure () -> [String]
  ) throws {
    let output = context.output
    try context.startPager()
    if options.json {
      try output.write(json: json())
    } else if output.isTerminal {
      let style = StatsPage(
        columns: output.columns, glyphs: output.glyphs, isColored: context.isColored)
      for line in page(style) { try output.write(line + "\n") }
    } else {
      for line in lines() { try output.write(line + "\n") }
    }
    try output.flush()
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
    var rows = [
      ("Movies", Formatting.grouped(statistics.movies)),
      ("Favorites", Formatting.grouped(statistics.favorites)),
      ("Actors", Formatting.grouped(statistics.actors)),
      ("Credits", Formatting.grouped(statistics.credits)),
    ]
    if statistics.attributes > 0 {
      rows.append(("Attributes", Formatting.grouped(statistics.attributes)))
    }
    rows += [
      ("Size", Formatting.bytes(Int64(statistics.bytes))),
      ("Schema", "v\(statistics.schemaVersion.rawValue)"),
      ("History", history(statistics.history)),
    ]
    return rows.map { name, value in
      let label = TerminalText.padded(
        name, to: statistics.attributes > 0 ? 11 : 10, alignment: .left)
      return Style.dim.styled(label, isColored: isColored) + value
    }
  }

  private func history(_ size: HistorySize) -> String {
    "\(Formatting.pluralized(size.entries, "change")), \(Formatting.bytes(Int64(size.bytes)))"
  }

  /// The numbers of movies by the values of an attribute. Texts except dates are ordered by frequency; on a
  /// narrow terminal, years are counted by decade.
  func lines(_ counts: AttributeCounts) -> [String] {
    var values = counts.values
    if counts.key != .watched, values.contains(where: { $0.value.isText }) {
      values = values.enumerated().sorted {
        ($1.element.movies, $0.offset) < ($0.element.movies, $1.offset)
      }.map(\.element)
    }
    var rows: [(String, Int)] = []
    for value in values {
      guard counts.key == .year, columns < 60, case .integer(let year) = value.value else {
        rows.append((TerminalText.escaped(value.value.description), value.movies))
        continue
      }
      let decade = "\(year - year % 10)s"
      if let last = rows.last, last.0 == decade {
        rows[rows.count - 1].1 += value.movies
      } else {
        rows.append((decade, value.movies))
      }
    }
    let rest = counts.without > 0 ? ("no \(counts.key)", counts.without) : nil
    return Array(
      chart("MOVIES BY \(counts.key.name.uppercased())", rows, without: rest).dropFirst())
  }

  /// - Parameter rest: A last row without a bar.
  private func chart(
    _ heading: String, _ bars: [(String, Int)], without rest: (String, Int)? = nil
  ) -> [String] {
    let rows = bars + (rest.map { [$0] } ?? [])
    guard let most = (bars.isEmpty ? rows : bars).map(\.1).max() else { return [] }
    let names = min(rows.map { DisplayWidth.columns(of: $0.0) }.max() ?? 0, max(8, columns / 3))
    let numbers = rows.map { Formatting.grouped($0.1).count }.max() ?? 0
    let room = max(1, columns - names - numbers - 4)
    let lines = rows.enumerated().map { index, row in
      let (name, count) = row
      let label = TerminalText.padded(
        TerminalText.truncated(name, to: names, ellipsis: glyphs.ellipsis), to: names)
      let number = TerminalText.padded(Formatting.grouped(count), to: numbers, alignment: .right)
      if index == bars.count { return "\(label)  \(number)" }
      return "\(label)  \(number)  \(glyphs.bar(count, of: most, columns: room))"
    }
    return ["", Style.heading.styled(heading, isColored: isColored)] + lines
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
      ("historyBytes", history.bytes), ("attributes", attributes),
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
      json.add("attributes", attributes)
    }
  }
}

extension AttributeCounts {
  /// Lines of the key, a value and its number of movies, separated by tabs. The last one is of the movies
  /// without the attribute.
  var lines: [String] {
    let cells = values.map { value in
      var text: [UInt8] = []
      text.appendTSVCell(value.value.description.utf8.span)
      return (String(decoding: text, as: UTF8.self), value.movies)
    }
    return (cells + [("", without)]).map { "\(key)\t\($0)\t\($1)" }
  }

  /// One object on a line.
  var json: [UInt8] {
    JSONBuilder.line { json in
      json.add("key", key.name)
      json.array("values", values) { json, value in
        json.object {
          $0.add("value", value.value)
          $0.add("movies", value.movies)
        }
      }
      json.add("omittedValues", omittedValues)
      json.add("without", without)
    }
  }
}
