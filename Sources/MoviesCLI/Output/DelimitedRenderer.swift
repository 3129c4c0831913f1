internal import MovieStore
internal import MovieTerminal

/// Rows of whole values: TSV, or CSV with a heading.
struct DelimitedRenderer: RecordRenderer {
  private let format: RecordFormat
  private let output: OutputWriter
  private let end: String
  private var isFirst = true

  init(_ format: RecordFormat, output: OutputWriter) {
    self.format = format
    self.output = output
    end = format.endsWithNull ? "\0" : "\n"
  }

  mutating func add(_ record: some Tabular) throws {
    try addHeading()
    try write(format.columns.map { record.text(of: $0) })
  }

  mutating func finish() throws { try addHeading() }

  private mutating func addHeading() throws {
    if isFirst, format.hasHeading { try write(format.columns.map(\.name)) }
    isFirst = false
  }

  private func write(_ values: [String]) throws {
    var row: [UInt8] = []
    for (index, value) in values.enumerated() {
      if index > 0 { row.append(UInt8(ascii: format.kind == .csv ? "," : "\t")) }
      append(value, to: &row)
    }
    row.append(contentsOf: end.utf8)
    try output.write(row)
  }

  /// TSV has ways of its own to write a tab or a line feed, which go before those of a terminal.
  private func append(_ value: String, to row: inout [UInt8]) {
    guard format.kind == .tsv else {
      let text = output.isTerminal ? TerminalText.escaped(value) : value
      return row.appendCSVCell(text.utf8.span)
    }
    guard output.isTerminal else { return row.appendTSVCell(value.utf8.span) }
    var cell: [UInt8] = []
    cell.appendTSVCell(value.utf8.span)
    row += TerminalText.escaped(String(decoding: cell, as: UTF8.self)).utf8
  }
}
