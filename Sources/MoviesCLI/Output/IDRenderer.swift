/// One id a line, for the next command's `-`.
struct IDRenderer: RecordRenderer {
  private let end: String
  private let output: OutputWriter

  init(_ format: RecordFormat, output: OutputWriter) {
    end = format.endsWithNull ? "\0" : "\n"
    self.output = output
  }

  mutating func add(_ record: some Presentable) throws {
    try output.write("\(record.recordID)\(end)")
  }

  mutating func finish() throws {}
}
