extension RecordFormat {
  static let json = RecordFormat(name: "json", isNested: true) {
    JSONRecordWriter(isArray: true, output: $1)
  }
  static let ndjson = RecordFormat(name: "ndjson", isNested: true) {
    JSONRecordWriter(isArray: false, output: $1)
  }
}

/// A writer of JSON objects, one a line, for NDJSON or in an array.
struct JSONRecordWriter: RecordWriter {
  private let isArray: Bool
  private let output: OutputWriter
  private var json = JSONBuilder()
  private var isFirst = true

  init(isArray: Bool, output: OutputWriter) {
    self.isArray = isArray
    self.output = output
  }

  mutating func write(_ record: some OutputRecord, cells: () -> [CellValue]) throws {
    if isArray { try output.write(isFirst ? "[\n" : ",\n") }
    isFirst = false
    record.append(to: &json)
    try output.write(json: json.bytes)
    json.removeAll()
    if !isArray { try output.write("\n") }
  }

  mutating func finish() throws {
    if isArray { try output.write(isFirst ? "[]\n" : "\n]\n") }
  }
}
