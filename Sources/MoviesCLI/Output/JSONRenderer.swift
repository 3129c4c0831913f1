/// One array of objects, one a line; or the objects alone, as NDJSON.
struct JSONRenderer: RecordRenderer {
  private let isArray: Bool
  private let output: OutputWriter
  private var json: JSONWriter
  private var isFirst = true

  init(isArray: Bool, output: OutputWriter) {
    self.isArray = isArray
    self.output = output
    json = JSONWriter()
  }

  mutating func add(_ record: some Presentable) throws {
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
