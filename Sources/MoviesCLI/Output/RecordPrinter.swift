internal import MovieStore

/// Prints records in one format, as they come.
struct RecordPrinter<Record: Presentable> {
  private var renderer: any RecordRenderer
  private let output: OutputWriter
  private(set) var count = 0

  init(_ format: RecordFormat, isColored: Bool, output: OutputWriter) {
    self.output = output
    renderer =
      switch format.kind {
      case .table: TableRenderer(format, isColored: isColored, output: output)
      case .tsv, .csv: DelimitedRenderer(format, output: output)
      case .json, .ndjson: JSONRenderer(isArray: format.kind == .json, output: output)
      case .ids: IDRenderer(format, output: output)
      }
  }

  /// - Throws: `SystemError` where the output fails.
  mutating func print(_ record: Record) throws {
    count += 1
    try renderer.add(record)
  }

  /// Prints what is held back, and hands everything on.
  ///
  /// - Returns: how many records there were.
  /// - Throws: `SystemError` where the output fails.
  @discardableResult
  mutating func finish() throws -> Int {
    try renderer.finish()
    try output.flush()
    return count
  }
}

/// One output format at work.
protocol RecordRenderer {
  mutating func add(_ record: some Presentable) throws
  mutating func finish() throws
}

extension Session {
  func printer<Record: Presentable>(
    _ format: RecordFormat, of type: Record.Type
  ) -> RecordPrinter<Record> {
    RecordPrinter(format, isColored: isColored(streams.output), output: streams.output)
  }
}
