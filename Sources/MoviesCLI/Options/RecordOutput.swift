internal import MovieArguments
internal import MovieStore

/// Output options of commands that print movies.
struct MovieOutput: ParsableArguments {
  @OptionGroup var records: RecordOutput
  @OptionGroup var columns: MovieColumns
  @OptionGroup var header: HeaderOption
  @OptionGroup var terminator: NullOption

  /// - Parameters:
  ///   - showingChange: Whether the default columns include the change to each movie.
  ///   - newAttributes: The attributes that the command sets.
  func stream(
    _ context: CommandContext, showingChange: Bool = false,
    setting newAttributes: MovieAttributes = MovieAttributes()
  ) throws -> RecordStream<MovieRecord> {
    try records.stream(
      context, columns.selected(context, setting: newAttributes), header,
      endsRowsWithNull: terminator.null,
      showing: showingChange ? "change" : nil)
  }
}

/// Output options of commands that print other records than movies.
struct ListOutput<Record: OutputRecord>: ParsableArguments {
  @OptionGroup var records: RecordOutput
  @Option(name: "--columns", help: RecordOutput.columnsHelp, completion: .commaSeparatedList)
  var columns: CommaSeparated<ColumnName<Record>>?
  @OptionGroup var header: HeaderOption
  @OptionGroup var terminator: NullOption

  /// - Parameter follows: Whether records are printed when they occur, without a table or an array around
  ///   them.
  func stream(
    _ context: CommandContext, follows: Bool = false
  ) throws -> RecordStream<Record> {
    try records.stream(
      context, columns?.elements.map(\.column), header, endsRowsWithNull: terminator.null,
      follows: follows)
  }
}

/// Output options of commands that read references to movies and print the movies.
struct ReferenceOutput: ParsableArguments {
  @OptionGroup var records: RecordOutput
  @OptionGroup var columns: MovieColumns
  @OptionGroup var header: HeaderOption
  @Flag(
    name: ["-0", "--null"],
    help: ArgumentHelp(
      "End TSV rows and ids with NUL, and expect NUL after each reference read from '-'.",
      suggestedFor: ["--print0", "--zero"]))
  var null = false

  /// - Parameter newAttributes: The attributes that the command sets.
  func stream(
    _ context: CommandContext, _ references: MovieReferences,
    setting newAttributes: MovieAttributes = MovieAttributes()
  ) throws -> RecordStream<MovieRecord> {
    try records.stream(
      context, columns.selected(context, setting: newAttributes), header, endsRowsWithNull: null,
      readsReferences: references.readsInput)
  }

  /// Parses the references, with the separator of `--null`.
  func parse(_ references: MovieReferences, _ context: CommandContext) throws -> [MovieReference] {
    try references.parse(context.io.input, separator: null ? 0 : UInt8(ascii: "\n"))
  }

  /// Throws if an option requires `--format`.
  func requireNoRecordOptions(_ references: MovieReferences) throws {
    if let option = RecordOutput.columnOption(columns.columns, header) {
      throw ValidationError("'\(option)' requires \(RecordFormat.option(where: \.isTabular))")
    }
    if null, !references.readsInput { throw RecordOutput.nullError(readsReferences: true) }
  }
}

// MARK: - Options

/// The option `--format`, and the stream in that format.
struct RecordOutput: ParsableArguments {
  static let columnsHelp = ArgumentHelp(
    "The columns to print, in this order.", valueName: "a,b,…",
    suggestedFor: ["--cols", "--fields"])

  @Option(
    name: "--format",
    help: ArgumentHelp(
      "The output format; by default, a table on a terminal, otherwise TSV.",
      suggestedFor: ["--json-lines ndjson", "--jsonl ndjson"]),
    flags: [ValueFlag("--json", for: "json", help: "Same as '--format json'.")])
  var format: RecordFormat?

  /// Checks the options before the database is opened, and returns the stream to print to.
  ///
  /// - Parameters:
  ///   - readsReferences: Whether the command reads references from standard input, which `--null` applies
  ///     to; `nil` if it never does.
  ///   - follows: Whether records are printed when they occur, without a table or an array around them.
  ///   - column: A column to print in addition to the default ones.
  func stream<Record: OutputRecord>(
    _ context: CommandContext, _ columns: [RecordColumn<Record>]?, _ header: HeaderOption,
    endsRowsWithNull: Bool, readsReferences: Bool? = nil, follows: Bool = false,
    showing column: String? = nil
  ) throws -> RecordStream<Record> {
    let output = context.io.output
    var format = format ?? .standard(for: output)
    if follows { format = format.ofSingleRecords }
    if !format.isTabular, let option = Self.columnOption(columns, header) {
      throw ValidationError("'\(option)' requires \(RecordFormat.option(where: \.isTabular))")
    }
    if endsRowsWithNull, !format.endsRowsWithNull, readsReferences != true {
      throw Self.nullError(readsReferences: readsReferences != nil)
    }
    let isShown = { (other: Column) in other.isDefault || other.name == column }
    return RecordStream(
      format, columns: columns ?? Record.columns.filter { isShown($0.column) },
      hasHeading: !header.noHeader,
      endsRowsWithNull: endsRowsWithNull && format.endsRowsWithNull,
      isColored: context.io.isColored, to: output)
  }

  /// The given option that requires a format with columns.
  fileprivate static func columnOption<Columns>(
    _ columns: Columns?, _ header: HeaderOption
  ) -> String? {
    columns != nil ? "--columns" : header.noHeader ? "--no-header" : nil
  }

  fileprivate static func nullError(readsReferences: Bool) -> ValidationError {
    ValidationError(
      "'-0' requires \(readsReferences ? "'-', or " : "")"
        + RecordFormat.option(where: \.endsRowsWithNull))
  }
}

struct MovieColumns: ParsableArguments {
  private static let help = {
    var help = RecordOutput.columnsHelp
    help.abstract = "The columns to print, in this order; any attribute can be one."
    return help
  }()

  @Option(name: "--columns", help: Self.help, completion: .commaSeparatedList)
  var columns: CommaSeparated<ColumnName<MovieRecord>>?

  /// The columns, or `nil` for the default ones.
  ///
  /// - Throws: A usage error for an attribute that no movie has, unless it is known or `newAttributes` have it.
  func selected(
    _ context: CommandContext, setting newAttributes: MovieAttributes
  ) throws -> [RecordColumn<MovieRecord>]? {
    guard var columns = columns?.elements.map(\.column) else { return nil }
    try Self.requireAttributes(columns.map(\.column.name), setting: newAttributes.keys, context)
    // The title does not repeat the year.
    if columns.contains(where: { $0.column.name == AttributeKey.year.name }) {
      for (index, column) in columns.enumerated() where column.column.name == "title" {
        columns[index] = RecordColumn(column.column) { .text($0.movie.title) }
      }
    }
    return columns
  }

  private static func requireAttributes(
    _ names: [String], setting newKeys: [AttributeKey], _ context: CommandContext
  ) throws {
    let fixed = MovieRecord.columns.map(\.column.name)
    let keys = try names.filter { !fixed.contains($0) }.map { try AttributeKey($0) }
      .filter { !$0.isKnown && !newKeys.contains($0) }
    if keys.isEmpty { return }
    let store: Catalog
    // The command itself reports why the database cannot be opened.
    do { store = try context.database.open(for: .reading, isReported: false) } catch { return }
    for key in keys { try AttributeSuggestions.require(key, in: store, or: fixed) }
  }
}

struct HeaderOption: ParsableArguments {
  @Flag(name: "--no-header", help: "Print no header row in tables or CSV.") var noHeader = false
}

struct NullOption: ParsableArguments {
  @Flag(
    name: ["-0", "--null"],
    help: ArgumentHelp("End TSV rows and ids with NUL.", suggestedFor: ["--print0", "--zero"]))
  var null = false
}

// MARK: - Values

/// The name of a column.
struct ColumnName<Record: OutputRecord>: ExpressibleByArgument {
  let column: RecordColumn<Record>

  init?(argument: String) {
    guard let column = Record.column(named: argument) else { return nil }
    self.column = column
  }

  static var allValueStrings: [String] { Record.columnNames }
}

extension RecordFormat: ExpressibleByArgument {
  init?(argument: String) {
    guard let format = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = format
  }

  static var allValueStrings: [String] { allCases.map(\.name) }
}
