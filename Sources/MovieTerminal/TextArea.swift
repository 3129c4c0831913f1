/// Several lines of text that are being edited, such as one name per line.
///
/// The time of an edit depends on the length of one line, not on the number of lines. Only a new
/// or a joined line moves the lines after it in memory.
package struct TextArea: Hashable, Sendable {
  /// The default limit of a line.
  package static let scalarLimit = 16_384

  /// Whether line ends start a new line; if not, they are spaces in the only line.
  package let isMultiline: Bool
  /// Limits each line.
  private let scalarLimit: Int

  /// Never empty.
  package private(set) var lines: [LineEditor]
  /// The index of the line with the cursor.
  package private(set) var row: Int
  /// The column of consecutive vertical moves, which the lines between can be too short for.
  private var keptColumn: Int?

  /// The cursor is at the end of the last line.
  package init(_ lines: [String], isMultiline: Bool, scalarLimit: Int = TextArea.scalarLimit) {
    self.isMultiline = isMultiline
    self.scalarLimit = scalarLimit
    let texts = isMultiline && !lines.isEmpty ? lines : [lines.joined(separator: "\n")]
    self.lines = texts.map { LineEditor($0, scalarLimit: scalarLimit) }
    row = texts.count - 1
  }

  package var texts: [String] { lines.map(\.text) }

  /// Inserts the text at the cursor, as several lines if it has line ends.
  package mutating func insert(_ text: String) {
    keptColumn = nil
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: Self.isLineEnd)
    guard isMultiline, parts.count > 1 else { return lines[row].insert(text) }
    var new = parts.dropFirst().map { LineEditor(String($0), scalarLimit: scalarLimit) }
    let rest = lines[row].textAfterCursor
    lines[row].apply(.deleteToEnd)
    lines[row].insert(String(parts[0]))
    // At the limit, inserted text is cut, and not the rest of the line.
    var last = LineEditor(rest, scalarLimit: scalarLimit)
    last.apply(.moveToStart)
    last.insert(new.removeLast().text)
    lines.insert(contentsOf: new + [last], at: row + 1)
    row += parts.count - 1
  }

  package mutating func splitLine() {
    if isMultiline { insert("\n") }
  }

  /// Moves the cursor to another line, and keeps its column as far as possible.
  package mutating func moveToLine(_ index: Int) {
    _ = move(to: index)
  }

  /// Moves and deletions of one character cross the ends of lines; all others stay in the line.
  ///
  /// Lines that would exceed the limit are not joined.
  package mutating func apply(_ edit: LineEditor.Edit) {
    keptColumn = nil
    switch edit {
    case .deleteBackward where lines[row].cursor == 0: joinLines(at: row - 1)
    case .deleteForward where lines[row].isAtEnd: joinLines(at: row)
    case .moveLeft where lines[row].cursor == 0 && row > 0:
      row -= 1
      lines[row].apply(.moveToEnd)
    case .moveRight where lines[row].isAtEnd && row < lines.count - 1:
      row += 1
      lines[row].apply(.moveToStart)
    default: lines[row].apply(edit)
    }
  }

  /// - Returns: Whether there is a line above.
  package mutating func moveUp() -> Bool { move(to: row - 1) }

  /// - Returns: Whether there is a line below.
  package mutating func moveDown() -> Bool { move(to: row + 1) }
}

extension TextArea {
  private static func isLineEnd(_ character: Character) -> Bool {
    character == "\n" || character == "\r" || character == "\r\n"
  }

  private mutating func move(to newRow: Int) -> Bool {
    guard lines.indices.contains(newRow) else { return false }
    let column = keptColumn ?? lines[row].column
    keptColumn = column
    row = newRow
    lines[row].move(toColumn: column)
    return true
  }

  /// Joins a line with the one below.
  private mutating func joinLines(at upper: Int) {
    guard lines.indices.contains(upper), lines.indices.contains(upper + 1) else { return }
    let (above, below) = (lines[upper].text, lines[upper + 1].text)
    guard above.unicodeScalars.count + below.unicodeScalars.count <= scalarLimit else { return }
    lines[upper].join(above, below)
    lines.remove(at: upper + 1)
    row = upper
  }
}
