internal import MovieArguments
internal import MovieFormats
internal import MovieInterchange
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `export`: writes movies in a format that `import` reads, or as a page to look at.
struct Export: Command {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export movies: to import them again, or as a page.",
    examples: [
      Example("movies export movies.csv", "Export all movies as CSV."),
      Example("movies export --favorites --format json", "Print the favorites as JSON."),
      Example("movies export movies.csv --columns title,year,tag", "Export some columns as CSV."),
      Example("movies export movies.html", "Write a page with links, to look at and to share."),
    ], suggestedFor: ["dump"], alternatives: [List.self])
  static let contract = CommandContract(
    .reads, output: .array(schema), exits: .notFound, .cannotCreate)

  @Argument(
    help: ArgumentHelp(
      "The file to create; by default, standard output.", valueName: "file",
      suggestedFor: ["--output", "--out", "-o"]),
    completion: .newFile)
  var file: String?
  @Option(
    name: "--format",
    help: ArgumentHelp(
      "The output format; by default, that of the file, or NDJSON. 'import' reads neither HTML "
        + "nor Markdown.",
      suggestedFor: ["--json-lines ndjson", "--jsonl ndjson"]))
  var format: ExportFormat?
  @Option(
    name: "--columns",
    help: ArgumentHelp(
      "The columns of CSV or TSV, in this order: title, favorite, cast, and attributes such as year; by default, all.",
      valueName: "a,b,…", suggestedFor: ["--cols", "--fields"]))
  var columns: CommaSeparated<InterchangeColumn>?
  @Option(
    name: "--as",
    help: ArgumentHelp(
      "The list of a service: 'letterboxd', 'imdb', or 'nfo' for a directory of NFO files.",
      valueName: "service", suggestedFor: ["--to", "--for", "--preset"]))
  var service: ExportService?
  @Option(
    name: "--sort",
    help: ArgumentHelp(
      "The sort order, as in 'list' (default: as added; of pages, by title).",
      valueName: "order", suggestedFor: SuggestedNames.sort))
  var sort: ListOrder?
  @OptionGroup var replacement: ForceOption
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// What the library writes, and `import` reads.
  private static let schema = JSONSchema.object(
    ["title": .string, "cast": .array(.string), "favorite": .boolean],
    optional: ["attributes": MovieRecord.attributes])

  /// The order of the option, or the one in which the movies were added.
  private var order: ListOrder { sort ?? ListOrder(.added) }

  /// The path of the file; `nil` for standard output.
  private var path: String? { file == "-" ? nil : file }

  /// The format of the option or the file extension.
  private var chosenFormat: ExportFormat? {
    format ?? path.flatMap(ExportFormat.init(fileName:))
  }

  func validate() throws {
    if let service {
      if format != nil || columns != nil {
        throw ValidationError(
          "'--as' has its own format and columns. Leave out '\(format != nil ? "--format" : "--columns")'."
        )
      }
      guard path != nil else {
        throw ValidationError(
          "'--as \(service.rawValue)' requires \(service == .nfo ? "a directory" : "a file").")
      }
      return
    }
    if let path, Self.isTerm(path), chosenFormat == nil || !path.utf8.contains(UInt8(ascii: ".")) {
      throw ValidationError(
        "'\(path)' is a term. Use '--where \(path)' with a file, or './\(path)' for the file.")
    }
    if chosenFormat == nil, let path, Self.hasExtension(path) {
      throw ValidationError(
        "'\(path)' has an unknown extension. Use .ndjson, .jsonl, .json, .csv, .tsv, .html or .md, "
          + "or pass '--format <format>'.")
    }
    if let columns = columns?.elements {
      guard chosenFormat?.interchange?.hasColumns == true else {
        throw ValidationError("'--columns' requires '--format csv' or '--format tsv'")
      }
      guard columns.contains(.title) else {
        throw ValidationError("'--columns' requires the column 'title', which 'import' needs")
      }
      let repeated = columns.indices.first { columns[..<$0].contains(columns[$0]) }
      if let repeated {
        throw ValidationError("'--columns' names '\(columns[repeated].name)' twice")
      }
    }
    if path == nil, replacement.force {
      throw ValidationError("'--force' requires a file to replace")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let selection = try selection.parsed()
    if sort?.key == .relevance { try selection.requireText() }
    if path != nil { try context.database.requireDefaultCatalog() }
    let store = try context.database.open(for: .reading)
    let query = try selection.query(in: store)
    try order.requireAttribute(in: store)
    for case .attribute(let key) in columns?.elements ?? [] {
      try AttributeSuggestions.require(key, in: store, or: ["title", "cast", "favorite"])
    }
    if let service, let path {
      let movies = try export(query, for: service, to: path, from: store, context)
      if movies == 0 { try selection.printNearMisses(in: store, context) }
      return selection.exitStatus(matches: movies)
    }
    let chosen = chosenFormat ?? .ndjson
    guard let format = chosen.interchange else {
      let movies = try exportPage(of: query, selection, as: chosen, from: store, context)
      if movies == 0 { try selection.printNearMisses(in: store, context) }
      let target = path.map { " to \($0)" } ?? ""
      try context.ui.info("exported \(Formatting.pluralized(movies, "movie"))\(target)")
      return selection.exitStatus(matches: movies)
    }
    let report =
      if let path {
        try export(query, as: format, to: path, from: store, context)
      } else {
        try export(query, as: format, from: store, context)
      }
    let target = path.map { " to \($0)\(chosenFormat == nil ? " as NDJSON" : "")" } ?? ""
    if report.movies == 0 { try selection.printNearMisses(in: store, context) }
    for message in Self.losses(of: report) { try context.ui.info(message) }
    try context.ui.info("exported \(Formatting.pluralized(report.movies, "movie"))\(target)")
    return selection.exitStatus(matches: report.movies)
  }

  /// Whether a name without a known extension is rather a term with a key.
  private static func isTerm(_ path: String) -> Bool {
    do { return try MovieQuery(arguments: [path]).terms.contains { !$0.isText } } catch {
      return false
    }
  }

  private static func losses(of report: Catalog.ExportReport) -> [String] {
    var losses: [String] = []
    if !report.omittedFields.isEmpty {
      losses.append("not exported: \(report.omittedFields.counts)")
    }
    if report.numericTexts > 0 {
      let texts = report.numericTexts == 1 ? "text looks like a number" : "texts look like numbers"
      losses.append(
        "\(Formatting.grouped(report.numericTexts)) \(texts), and 'import' reads numbers; use JSON to keep "
          + "texts")
    }
    return losses
  }

  /// Whether the file's name has text before and after its last dot.
  private static func hasExtension(_ path: String) -> Bool {
    let length = FilePath.fileExtension(of: path).utf8.count
    return length > 0 && FilePath.name(of: path).utf8.count > length + 1
  }

  private func export(
    _ query: MovieQuery, as format: InterchangeFormat, to path: String,
    from store: borrowing Catalog, _ context: CommandContext
  ) throws -> Catalog.ExportReport {
    try replacement.requireOther(path, than: store)
    do {
      return try context.ui.reportingProgress("exporting") { reporter in
        try store.exportMovies(
          query, order: order.order(seed: nil), descending: order.descends, to: path, as: format,
          columns: columns?.elements,
          replacing: replacement.force,
          progress: { reporter?.update($0) })
      }
    } catch let error as StoreError {
      throw error.suggestingForce
    }
  }

  // MARK: Pages

  /// Writes movies in a format to look at.
  ///
  /// - Returns: Their number.
  private func exportPage(
    of query: MovieQuery, _ selection: QuerySelection, as format: ExportFormat,
    from store: borrowing Catalog, _ context: CommandContext
  ) throws -> Int {
    let order = sort ?? ListOrder(.title)
    func write(from store: borrowing Catalog, to sink: ByteSink) throws -> Int {
      try store.read { store in
        format == .html
          ? try CatalogPage(query: query, order: order, chosen: selection.description).write(
            from: store, to: sink)
          : try MarkdownTable(query: query, order: order).write(from: store, to: sink)
      }
    }
    if let path {
      return try replacement.write(to: path, from: store) { try write(from: store, to: $0) }
    }
    let output = context.output
    let sink = output.isTerminal ? ByteSink() : output.dataSink
    let movies = try context.deferringOutput { try write(from: store, to: sink) }
    if output.isTerminal { try output.write(String(decoding: sink.bytes, as: UTF8.self)) }
    try output.flush()
    return movies
  }

  // MARK: Services

  private func export(
    _ query: MovieQuery, for service: ExportService, to path: String,
    from store: borrowing Catalog, _ context: CommandContext
  ) throws -> Int {
    let report: Catalog.ExportReport
    do {
      report = try store.exportMovies(
        query, order: order.order(seed: nil), descending: order.descends, to: path, for: service,
        replacing: replacement.force)
    } catch let error as StoreError {
      if replacement.force, error.category == .storage {
        throw CommandError.inputOutput(
          "\(error). Some files of the export can have been replaced. Export again.")
      }
      throw error.suggestingForce
    }
    if report.unlistedMovies > 0 {
      let movies = Formatting.pluralized(report.unlistedMovies, "movie")
      try context.ui.info(
        "left out \(movies) "
          + (service == .imdb
            ? "without a rating"
            : "on the watchlist; to export it, pass '--where tag=watchlist'"))
    }
    if report.isWatchlist {
      try context.ui.info(
        "all movies are on the watchlist: import the file on the page of your watchlist, since "
          + "letterboxd.com/import marks movies as watched")
    }
    if !report.omittedFields.isEmpty {
      try context.ui.info("not or not exactly exported: \(report.omittedFields.counts)")
    }
    let files =
      service == .nfo || report.files.count == 1
      ? path : "\(Formatting.pluralized(report.files.count, "file")) from \(path)"
    try context.ui.info(
      "exported \(Formatting.pluralized(report.movies, "movie")) to \(files)")
    return report.movies
  }

  // MARK: Standard output

  private func export(
    _ query: MovieQuery, as format: InterchangeFormat, from store: borrowing Catalog,
    _ context: CommandContext
  ) throws -> Catalog.ExportReport {
    let output = context.output
    let sink = output.isTerminal ? ByteSink() : output.dataSink
    let report = try context.deferringOutput {
      try store.exportMovies(
        query, order: order.order(seed: nil), descending: order.descends, as: format,
        columns: columns?.elements, to: sink
      ) {
        if output.isTerminal { try write(sink.takeBytes(), as: format, onTerminal: output) }
      }
    }
    if output.isTerminal { try write(sink.takeBytes(), as: format, onTerminal: output) }
    try output.flush()
    return report
  }

  /// Escapes values, except the separators of the format.
  private func write(
    _ bytes: [UInt8], as format: InterchangeFormat, onTerminal output: OutputWriter
  ) throws {
    if format == .json || format == .ndjson { return try output.write(json: bytes) }
    let separators: Set<Unicode.Scalar> = format == .tsv ? ["\n", "\t"] : ["\n"]
    var value = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if separators.contains(scalar) {
        try output.write(escaped: TerminalText.escaped(String(value)) + "\(scalar)")
        value.removeAll()
      } else {
        value.append(scalar)
      }
    }
    try output.write(escaped: TerminalText.escaped(String(value)))
  }
}

extension [FieldCount] {
  /// The names with their counts, such as `genres (12), href (3)`.
  var counts: String {
    map { "\($0.name) (\(Formatting.grouped($0.count)))" }.joined(separator: ", ")
  }
}

/// The formats of `export`.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case ndjson, json, csv, tsv, html, md

  /// The format for the extension of a file name; `nil` if the extension is unknown.
  init?(fileName: String) {
    switch FilePath.fileExtension(of: fileName) {
    case "html", "htm": self = .html
    case "md", "markdown": self = .md
    default:
      guard let format = InterchangeFormat(fileName: fileName) else { return nil }
      self.init(rawValue: format.rawValue)
    }
  }

  /// The same format, if `import` reads it.
  var interchange: InterchangeFormat? { InterchangeFormat(rawValue: rawValue) }
}

extension InterchangeFormat {
  fileprivate var hasColumns: Bool { self == .csv || self == .tsv }
}

extension ExportService: ExpressibleByArgument {}

extension InterchangeColumn: ExpressibleByArgument {
  package init?(argument: String) {
    do { self = try InterchangeColumn(argument) } catch { return nil }
  }

  package static func expectedArgument(insteadOf argument: String) -> String? {
    "'title', 'favorite', 'cast', or an attribute such as 'year'"
  }
}
