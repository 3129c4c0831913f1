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
}

/// An output format. Each one is declared in the file of its writer.
struct RecordFormat: Sendable, CaseIterable {
  let name: String
  /// Whether records are rows with columns.
  var isTabular = false
  /// Whether records can contain other records.
  var isNested = false
  /// Whether rows can end with NUL.
  var endsRowsWithNull = false
  let makeWriter: @Sendable (RecordLayout, OutputWriter) -> any RecordWriter

  static let allCases = [table, tsv, csv, json, ndjson, ids]

  /// The format without `--format`.
  static func standard(for output: OutputWriter) -> RecordFormat {
    output.isTerminal ? table : tsv
  }

  /// The format for records that are printed when they occur.
  var ofSingleRecords: RecordFormat {
    switch name {
    case Self.table.name: .tsv
    case Self.json.name: .ndjson
    default: self
    }
  }

  /// The option with some formats for a message, such as `'--format json' or 'ndjson'`.
  static func option(where isIncluded: (RecordFormat) -> Bool) -> String {
    let names = allCases.filter(isIncluded).map(\.name)
    return "'--format \(names.dropLast().joined(separator: "', '"))' or '\(names.last ?? "")'"
  }
}

/// A list of records that is printed record by record.
struct RecordStream<Record> {
  private var writer: any RecordWriter
  private let columns: [RecordColumn<Record>]
  private let output: OutputWriter
  private(set) var count = 0
}

extension RecordStream where Record: OutputRecord {
  init(
    _ format: RecordFormat, columns: [RecordColumn<Record>], hasHeading: Bool,
    endsRowsWithNull: Bool, isColored: Bool, to output: OutputWriter
  ) {
    let layout = RecordLayout(
      columns: columns.map(\.column), hasHeading: hasHeading,
      terminator: endsRowsWithNull ? "\0" : "\n", isColored: isColored)
    self.init(writer: format.makeWriter(layout, output), columns: columns, output: output)
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
