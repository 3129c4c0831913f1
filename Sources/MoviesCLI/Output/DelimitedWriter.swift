internal import MovieFormats
internal import MovieStore
internal import MovieTerminal

/// A writer of TSV, which has no heading, or of CSV. Values are never truncated.
struct DelimitedWriter: RowWriter {
  private let layout: RecordLayout
  private let output: OutputWriter
  private let separator: UInt8
  private let appendCell: (_ value: String, _ row: inout [UInt8]) -> Void
  private var needsHeading: Bool

  init(tsv layout: RecordLayout, to output: OutputWriter) {
    self.layout = layout
    self.output = output
    separator = UInt8(ascii: "\t")
    needsHeading = false
    appendCell = { value, row in
      guard output.isTerminal else { return row.appendTSVCell(value.utf8.span) }
      // TSV escapes tabs and line feeds, so only other control characters reach the second escaping.
      var cell: [UInt8] = []
      cell.appendTSVCell(value.utf8.span)
      row += TerminalText.escaped(String(decoding: cell, as: UTF8.self)).utf8
    }
  }

  init(csv layout: RecordLayout, to output: OutputWriter) {
    self.layout = layout
    self.output = output
    separator = UInt8(ascii: ",")
    needsHeading = layout.hasHeading
    appendCell = { value, row in
      let text = output.isTerminal ? TerminalText.escaped(value) : value
      row.appendCSVCell(text.utf8.span)
    }
  }

  mutating func write(_ cells: [CellValue]) throws {
    try writeHeading()
    try writeRow(cells.map(\.text))
  }

  mutating func finish() throws { try writeHeading() }

  private mutating func writeHeading() throws {
    if needsHeading { try writeRow(layout.columns.map(\.name)) }
    needsHeading = false
  }

  private func writeRow(_ values: [String]) throws {
    var row: [UInt8] = []
    for (index, value) in values.enumerated() {
      if index > 0 { row.append(separator) }
      appendCell(value, &row)
    }
    row.append(contentsOf: layout.terminator.utf8)
    try output.write(escaped: row)
  }
}
