/// Output that is held back as long as a terminal has room for all of it.
///
/// Rows are counted as the terminal shows them: a line that is too wide goes on in the next row.
package struct HeldOutput: Sendable {
  private let columns: Int
  private let rows: Int
  package private(set) var bytes: [UInt8] = []
  private var startOfLine = 0
  private var rowsAbove = 0

  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }

  /// Whether the terminal has too few rows.
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
    // No byte takes more than a column, but for a tab.
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

  /// The line less the escape sequences of ``Style``, the only ones that are printed.
  private static func withoutStyles(_ line: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var isStyle = false
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      if isStyle {
        isStyle = scalar != "m"
      } else if scalar == "\u{1B}" {
        isStyle = true
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
