internal import MovieArguments
internal import MovieSystem
internal import MovieTerminal

/// An output format of records.
enum RecordFormat: String, CaseIterable, ExpressibleByArgument {
  case table, tsv, csv, json, ndjson, ids, page

  /// Whether records are rows with columns.
  var isTabular: Bool { self == .table || self == .tsv || self == .csv }
  var isJSON: Bool { self == .json || self == .ndjson }
  /// Whether `--columns` chooses what is printed.
  var hasChosenColumns: Bool { isTabular || isJSON }
  /// Whether rows can end with NUL.
  var endsRowsWithNull: Bool { self == .tsv || self == .ids }

  /// The format without `--format`.
  static func standard(for output: OutputWriter) -> RecordFormat {
    output.isTerminal ? .table : .tsv
  }

  /// The option with some formats for a message, such as `'--format json' or 'ndjson'`.
  static func option(where isIncluded: (RecordFormat) -> Bool) -> String {
    let names = allCases.filter(isIncluded).map(\.rawValue)
    return "'--format \(names.dropLast().joined(separator: "', '"))' or '\(names.last ?? "")'"
  }

  fileprivate func makeWriter(
    _ layout: RecordLayout, to output: OutputWriter
  ) -> any RecordWriter {
    switch self {
    case .table: TableWriter(layout, to: output)
    case .tsv: DelimitedWriter(tsv: layout, to: output)
    case .csv: DelimitedWriter(csv: layout, to: output)
    case .json, .ndjson:
      JSONRecordWriter(isArray: self == .json, members: layout.members, output: output)
    case .ids: IDWriter(terminator: layout.terminator, output: output)
    case .page: PageWriter(layout: layout, output: output)
    }
  }
}

/// A writer of records in one format.
protocol RecordWriter {
  /// - Parameter cells: The values of the layout's columns, for formats that have columns.
  mutating func write(_ record: some OutputRecord, cells: () -> [CellValue]) throws
  mutating func finish() throws
}

/// A writer of a format with columns.
protocol RowWriter: RecordWriter {
  mutating func write(_ cells: [CellValue]) throws
}

extension RowWriter {
  mutating func write(_ record: some OutputRecord, cells: () -> [CellValue]) throws {
    try write(cells())
  }
}

/// The choices of the user that apply to a format.
struct RecordLayout {
  let columns: [Column]
  let hasHeading: Bool
  /// The end of a row.
  var terminator = "\n"
  var isColored = false
  /// The members of JSON; `nil` for all.
  var members: JSONSelection?
}

/// A list of records that is printed record by record.
struct RecordStream<Record: OutputRecord> {
  private var writer: any RecordWriter
  private let columns: [RecordColumn<Record>]
  private let output: OutputWriter
  private(set) var count = 0

  init(
    _ format: RecordFormat, columns: [RecordColumn<Record>], hasHeading: Bool,
    members: JSONSelection? = nil, endsRowsWithNull: Bool, isColored: Bool,
    to output: OutputWriter
  ) {
    let layout = RecordLayout(
      columns: columns.map(\.column), hasHeading: hasHeading,
      terminator: endsRowsWithNull ? "\0" : "\n", isColored: isColored, members: members)
    writer = format.makeWriter(layout, to: output)
    self.columns = columns
    self.output = output
  }

  mutating func write(_ record: Record) throws {
    count += 1
    let columns = columns
    try writer.write(record) { columns.map { $0.value(record) } }
  }

  /// Ends the list and flushes the output.
  ///
  /// - Returns: The number of records.
  @discardableResult
  mutating func finish() throws -> Int {
    try writer.finish()
    try output.flush()
    return count
  }
}

// MARK: - Formats without columns

/// A writer of ids, which other commands read from `-`.
private struct IDWriter: RecordWriter {
  let terminator: String
  let output: OutputWriter

  func write(_ record: some OutputRecord, cells: () -> [CellValue]) throws {
    // A movie of another file has none.
    if record.idText.isEmpty { return }
    try output.write(escaped: output.sanitized(record.idText) + terminator)
  }

  func finish() {}
}

/// A writer of JSON objects, one a line, for NDJSON or in an array.
struct JSONRecordWriter: RecordWriter {
  let isArray: Bool
  let output: OutputWriter
  private var json = JSONBuilder()
  private var isFirst = true

  init(isArray: Bool, members: JSONSelection? = nil, output: OutputWriter) {
    (self.isArray, self.output) = (isArray, output)
    json.selection = members
  }

  mutating func write(_ record: some OutputRecord, cells: () -> [CellValue]) throws {
    try begin()
    record.append(to: &json)
    try output.write(json: json.bytes)
    json.removeAll()
    try end()
  }

  /// Begins an object, which the caller writes.
  mutating func begin() throws {
    if isArray { try output.write(isFirst ? "[\n" : ",\n") }
    isFirst = false
  }

  func end() throws { if !isArray { try output.write("\n") } }

  func finish() throws {
    if isArray { try output.write(isFirst ? "[]\n" : "\n]\n") }
  }
}

/// A writer of records for reading, one below the other.
private struct PageWriter: RecordWriter {
  let layout: RecordLayout
  let output: OutputWriter
  private var isFirst = true

  init(layout: RecordLayout, output: OutputWriter) {
    (self.layout, self.output) = (layout, output)
  }

  mutating func write(_ record: some OutputRecord, cells: () -> [CellValue]) throws {
    if !isFirst { try output.write("\n") }
    isFirst = false
    let page = ExpandedRow(
      headings: layout.columns.map { TerminalText.escaped($0.name).uppercased() },
      columns: output.columns,
      isColored: layout.isColored)
    let glyphs = output.glyphs
    let lines =
      record.page(columns: output.columns, glyphs, isColored: layout.isColored)
      ?? page.lines(cells().map { TerminalText.escaped($0.displayText(glyphs) + $0.displaySuffix) })
    for line in lines { try output.write(escaped: line + "\n") }
  }

  func finish() {}
}
