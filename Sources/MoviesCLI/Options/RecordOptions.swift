internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// How a command prints records.
struct RecordOptions<Record: OutputRecord>: ParsableArguments {
  @Option(
    name: "--format",
    help: ArgumentHelp(
      "The output format; by default, a table on a terminal, otherwise TSV.",
      suggestedFor: ["--json-lines ndjson", "--jsonl ndjson"]),
    flags: [ValueFlag("--json", for: "json", help: "Same as '--format json'.")])
  var format: RecordFormat?
  @Option(
    name: "--columns",
    help: ArgumentHelp(
      "The columns to print, in this order, or the members of JSON; '+<column>' adds to the usual columns. For movies, any attribute can be one.",
      valueName: "a,b,…", suggestedFor: ["--cols", "--fields"]),
    completion: .commaSeparatedList)
  var columns: CommaSeparated<ColumnName<Record>>?
  @Flag(name: "--no-header", help: "Print no header row in tables or CSV.") var noHeader = false
  @Flag(
    name: ["-0", "--null"],
    help: ArgumentHelp(
      "End TSV rows and ids with NUL, and expect NUL after each reference read from '-'.",
      suggestedFor: ["--print0", "--zero"]))
  var null = false

  /// Whether the user asked for the records of a command that prints them only then.
  var areRequested: Bool { format != nil || columns != nil }

  func validate() throws {
    if let format { try requireColumnOptions(apply: format) }
    let names = (columns?.elements ?? []).map(\.column.column.name)
    let repeated = names.indices.first { names[..<$0].contains(names[$0]) }
    if let repeated { throw ValidationError("'--columns' names '\(names[repeated])' twice") }
  }

  /// Throws if an option requires another format.
  ///
  /// - Parameter format: `nil` for a format of a command that `--format` does not have.
  func requireColumnOptions(apply format: RecordFormat?) throws {
    if columns != nil, format?.hasChosenColumns != true {
      throw ValidationError(
        "'--columns' requires \(RecordFormat.option(where: \.hasChosenColumns))")
    }
    if noHeader, format?.isTabular != true {
      throw ValidationError("'--no-header' requires \(RecordFormat.option(where: \.isTabular))")
    }
  }

  /// Returns the stream to print to.
  ///
  /// - Parameters:
  ///   - chosen: The format; by default, that of the options.
  ///   - fixed: The columns to print instead of the usual ones.
  ///   - column: A column to print in addition to the usual ones.
  ///   - keys: Attributes that a table shows in addition: those of the query, or of the change.
  ///   - readsReferences: Whether the command reads references from standard input, which `--null`
  ///     applies to; `nil` if it never does.
  func stream(
    _ context: CommandContext, as chosen: RecordFormat? = nil,
    showingOnly fixed: [RecordColumn<Record>]? = nil, showing column: String? = nil,
    keys: [AttributeKey] = [], readsReferences: Bool? = nil
  ) throws -> RecordStream<Record> {
    let format = chosen ?? format ?? .standard(for: context.output)
    let added = [column].compactMap(\.self) + (format == .table ? keys.map(\.name) : [])
    return try stream(
      context, format, fixed ?? Record.arranged(chosenColumns(adding: added)),
      members: chosenMembers, readsReferences: readsReferences)
  }

  /// Returns the stream to print other records to, whose columns cannot be chosen.
  func stream<Other: OutputRecord>(
    _ context: CommandContext, of other: Other.Type
  ) throws -> RecordStream<Other> {
    if columns != nil { throw ValidationError("'--columns' is not for these records") }
    return try stream(
      context, format ?? .standard(for: context.output), Other.columns, readsReferences: nil)
  }

  private func stream<Other: OutputRecord>(
    _ context: CommandContext, _ format: RecordFormat, _ columns: [RecordColumn<Other>],
    members: JSONSelection? = nil, readsReferences: Bool?
  ) throws -> RecordStream<Other> {
    if null, !format.endsRowsWithNull, readsReferences != true {
      throw Self.nullError(takesReferences: readsReferences != nil)
    }
    return RecordStream(
      format, columns: columns, hasHeading: !noHeader, members: members,
      endsRowsWithNull: null && format.endsRowsWithNull, isColored: context.isColored,
      to: context.output)
  }

  static func nullError(takesReferences: Bool) -> ValidationError {
    ValidationError(
      "'-0' requires \(takesReferences ? "'-', or " : "")"
        + RecordFormat.option(where: \.endsRowsWithNull))
  }

  /// The members of JSON that have the values of the columns; `nil` for all.
  private var chosenMembers: JSONSelection? {
    guard let chosen = columns?.elements, !chosen.contains(where: \.isAddition) else { return nil }
    let members = chosen.map(\.column.column.name).map { name in
      (name: name, members: Record.members(ofColumn: name))
    }
    let attributes = members.filter { $0.members == [MovieRecord.attributesMember] }
    return JSONSelection(
      members: Set(members.flatMap(\.members)), attributes: Set(attributes.map(\.name)))
  }

  private func chosenColumns(adding names: [String]) -> [RecordColumn<Record>] {
    let chosen = columns?.elements ?? []
    if !chosen.isEmpty, !chosen.contains(where: \.isAddition) { return chosen.map(\.column) }
    var columns = Record.columns.filter { $0.column.isDefault }
    for column in names.compactMap(Record.column) + chosen.map(\.column)
    where !columns.contains(where: { $0.column.name == column.column.name }) {
      // The last one can be long.
      let isAttribute = !Record.columns.contains { $0.column.name == column.column.name }
      columns.insert(column, at: isAttribute ? columns.count - 1 : columns.count)
    }
    return columns
  }
}

extension RecordOptions where Record: MovieColumns {
  /// Throws a usage error for a column of an attribute that no movie has, unless it is known.
  ///
  /// - Parameter keys: Attributes that the command sets.
  func requireColumns(in store: borrowing Catalog, setting keys: [AttributeKey] = []) throws {
    let fixed = Record.columns.map(\.column.name)
    for name in (columns?.elements ?? []).map(\.column.column.name) where !fixed.contains(name) {
      let key = try AttributeKey(name)
      if !keys.contains(key) { try AttributeSuggestions.require(key, in: store, or: fixed) }
    }
  }
}

/// The name of a column; with `+` before it, of one in addition to the usual columns.
struct ColumnName<Record: OutputRecord>: ExpressibleByArgument {
  let column: RecordColumn<Record>
  let isAddition: Bool

  init?(argument: String) {
    isAddition = argument.utf8.first == UInt8(ascii: "+")
    let name = isAddition ? String(argument.unicodeScalars.dropFirst()) : argument
    guard let column = Record.column(named: name) else { return nil }
    self.column = column
  }

  static var allValueStrings: [String] { Record.columnNames }
}
