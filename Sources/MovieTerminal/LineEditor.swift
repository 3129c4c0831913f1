/// One line of text that is being edited by grapheme clusters.
package struct LineEditor: Hashable, Sendable {
  /// Limits the text, and with it the marks on one letter.
  package static let scalarLimit = 1_024

  package enum Edit: Hashable, Sendable, CaseIterable {
    case deleteBackward, deleteForward, deleteWord, deleteToStart, deleteToEnd
    case moveLeft, moveRight, moveToStart, moveToEnd
  }

  package private(set) var text = ""
  /// The number of characters before the cursor.
  package private(set) var cursor = 0

  package init(_ text: String = "") { insert(text) }

  package mutating func apply(_ edit: Edit) {
    switch edit {
    case .deleteBackward: remove(from: cursor - 1, to: cursor)
    case .deleteForward: remove(from: cursor, to: cursor + 1)
    case .deleteWord: remove(from: startOfWord, to: cursor)
    case .deleteToStart: remove(from: 0, to: cursor)
    case .deleteToEnd: remove(from: cursor, to: text.count)
    case .moveLeft: cursor = max(0, cursor - 1)
    case .moveRight: cursor = min(text.count, cursor + 1)
    case .moveToStart: cursor = 0
    case .moveToEnd: cursor = text.count
    }
  }

  /// Inserts the text at the cursor, without control characters and up to the limit.
  package mutating func insert(_ new: String) {
    let printable = new.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let room = max(0, Self.scalarLimit - text.unicodeScalars.count)
    join(
      String(text.prefix(cursor)) + String(String.UnicodeScalarView(printable.prefix(room))),
      String(text.dropFirst(cursor)))
  }

  /// The start of the word that ends at the cursor or before it.
  private var startOfWord: Int {
    let characters = Array(text.prefix(cursor))
    let end = characters.lastIndex { !$0.isWhitespace } ?? -1
    return (characters[..<(end + 1)].lastIndex { $0.isWhitespace } ?? -1) + 1
  }

  private mutating func remove(from start: Int, to end: Int) {
    join(String(text.prefix(max(0, start))), String(text.dropFirst(end)))
  }

  /// Sets the text with the cursor between the halves, or after the character that joins them.
  private mutating func join(_ before: String, _ after: String) {
    text = before + after
    let index = text.unicodeScalars.index(text.startIndex, offsetBy: before.unicodeScalars.count)
    cursor = text[..<index].count
  }
}

extension LineEditor {
  /// The escaped text around the cursor that fits the columns, and the column of the cursor in it,
  /// from 0. One column is reserved for a cursor after the text.
  package func shown(columns: Int) -> (text: String, cursorColumn: Int) {
    let characters = text.map { TerminalText.escaped(String($0)) }
    let widths = characters.map { DisplayWidth.columns(of: $0) }
    var room = columns - (cursor < widths.count ? max(1, widths[cursor]) : 1)
    guard room >= 0 else { return ("", 0) }
    var (start, end) = (cursor, min(cursor + 1, widths.count))
    while start > 0, widths[start - 1] <= room {
      start -= 1
      room -= widths[start]
    }
    while end < widths.count, widths[end] <= room {
      room -= widths[end]
      end += 1
    }
    return (characters[start..<end].joined(), widths[start..<cursor].reduce(0, +))
  }
}
