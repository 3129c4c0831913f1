extension RecordFormat {
  static let ids = RecordFormat(name: "ids", endsRowsWithNull: true) {
    IDWriter(terminator: $0.terminator, output: $1)
  }
}

/// A writer of ids, which other commands read from `-`.
struct IDWriter: RecordWriter {
  let terminator: String
  let output: OutputWriter

  func write(_ record: some OutputRecord, cells: () -> [CellValue]) throws {
    try output.write("\(record.recordID)\(terminator)")
  }

  func finish() {}
}
