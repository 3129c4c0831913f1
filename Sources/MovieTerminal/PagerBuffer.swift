/// Output that is buffered until it exceeds the rows of the terminal, to decide whether to start a pager.
///
/// Counts rows as the terminal shows them: a line that is too wide continues in the next row.
package struct PagerBuffer: Sendable {
  private let columns: Int
  private let rows: Int
  package private(set) var bytes: [UInt8] = []
  private var startOfLine = 0
  private var rowsAbove = 0

  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }

  package var isTooTall: Bool {
    let line = bytes[startOfLine...]
    return rowsAbove + (line.isEmpty ? 0 : rowCount(of: line)) > rows
  }

  package mutating func append(_ more: [UInt8]) {
    var rest = more[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      bytes += rest[..<end]
      rowsAbove += rowCount(of: bytes[startOfLine...])
      bytes.append(UInt8(ascii: "\n"))
      startOfLine = bytes.count
      rest = rest[(end + 1)...]
    }
    bytes += rest
  }

  private func rowCount(of line: ArraySlice<UInt8>) -> Int {
    // Every byte except a tab has at most one column.
    if line.count <= columns, !line.contains(UInt8(ascii: "\t")) { return 1 }
    var (count, column) = (1, 0)
    for character in Self.withoutStyles(line) {
      if character == "\t" {
        column = min((column / 8 + 1) * 8, columns)
        continue
      }
      let width = DisplayWidth.columns(of: character)
      if column + width > columns { (count, column) = (count + 1, 0) }
      column += width
    }
    return count
  }

  /// The line without the escape sequences of ``Style``, the only ones in output.
  private static func withoutStyles(_ line: ArraySlice<UInt8>) -> String {
    let pieces = String(decoding: line, as: UTF8.self).unicodeScalars
      .split(separator: "\u{1B}", omittingEmptySubsequences: false)
    let texts = pieces.prefix(1) + pieces.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }
    return texts.map { String($0) }.joined()
  }
}
