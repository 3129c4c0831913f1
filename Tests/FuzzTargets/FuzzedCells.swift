import MovieFormats
import MovieSystem

/// The cells of rows do not depend on the chunks that are read, and are the same if all are quoted.
///
/// The first byte chooses how they are written.
func checkCells(_ bytes: [UInt8]) throws {
  let (comma, tab) = (UInt8(ascii: ","), UInt8(ascii: "\t"))
  let styles = [
    CellStyle([comma], .quoted), CellStyle([comma], .quoted, skipsSpaces: true),
    CellStyle([comma], .quoted, refusesNull: true), CellStyle(Array("::".utf8), .quoted),
    CellStyle([tab], .escaped(isLenient: false)), CellStyle([tab], .escaped(isLenient: true)),
    CellStyle([tab], .raw(hasEntities: false)),
    CellStyle(Array("::".utf8), .raw(hasEntities: true)),
  ]
  let style = styles[Int(bytes.first ?? 0) % styles.count]
  let content = Array(bytes.dropFirst())
  let rows = try rows(in: content, style)
  try require(try FuzzTargets.rows(in: content, style, by: 3) == rows, "chunks make no difference")
  var offset: Int64 = -1
  for cell in rows.flatMap(\.cells) {
    try require(cell.offset > offset, "each cell is after the one before it")
    offset = cell.offset
  }
  let valid = rows.filter { $0.problem == nil }.map { $0.cells.map(\.text) }
  let lines = valid.map { texts in
    Array(texts.map(quoted).joined(separator: [comma])) + [UInt8(ascii: "\n")]
  }
  let again = try FuzzTargets.rows(in: lines.flatMap { $0 }, styles[0])
  try require(again.map { $0.cells.map(\.text) } == valid, "quoted cells have the same texts")
}

private struct Row: Equatable {
  struct Cell: Equatable {
    let text: [UInt8]
    let offset: Int64
    let line: Int
    let column: Int
  }

  let cells: [Cell]
  let problem: String?
}

private func rows(in bytes: [UInt8], _ style: CellStyle, by length: Int = .max) throws -> [Row] {
  var cursor = ByteCursor(
    source: ByteSource(bytes: bytes, chunkLength: length), fileName: "f")
  var (row, rows) = (TableRow(), [Row]())
  let limits = [Int](repeating: .max, count: 1 << 14)
  while cursor.skipEmptyLines(), rows.count <= bytes.count {
    do {
      try cursor.readRow(into: &row, style, limits: limits)
    } catch {
      return rows + [Row(cells: [], problem: error.description)]
    }
    let cells = row.cells.indices.map { index in
      let cell = row.cells[index]
      return Row.Cell(
        text: Array(row.text(of: index)), offset: cell.offset, line: cell.location.line,
        column: cell.location.column)
    }
    rows.append(Row(cells: cells, problem: row.problems.first?.error.description))
  }
  return rows
}

private func quoted(_ text: [UInt8]) -> [UInt8] {
  let quote = UInt8(ascii: "\"")
  return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
}
