/// One line of text that is being edited by grapheme clusters.
package struct LineEditor: Hashable, Sendable {
  /// The default limit.
  package static let scalarLimit = 1_024

  package enum Edit: Hashable, Sendable, CaseIterable {
    case deleteBackward, deleteForward, deleteWord, deleteToStart, deleteToEnd
    case moveLeft, moveRight, moveToStart, moveToEnd
  }

  /// Limits the text, and with it the marks on one letter.
  package let scalarLimit: Int
  package private(set) var text = ""
  /// The number of characters before the cursor.
  package private(set) var cursor = 0

  /// Inserts the text; the cursor is at its end.
  package init(_ text: String = "", scalarLimit: Int = LineEditor.scalarLimit) {
    self.scalarLimit = scalarLimit
    insert(text)
  }

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

  /// Inserts the text at the cursor, up to the limit and without control characters.
  ///
  /// A run of line ends and tabs becomes one space, so that words stay separated.
  package mutating func insert(_ new: String) { replace(before: 0, with: new) }

  /// Replaces this many characters before the cursor, or all of them if there are fewer; otherwise
  /// like ``insert(_:)``.
  package mutating func replace(before count: Int, with new: String) {
    let before = String(text.prefix(cursor - min(max(0, count), cursor)))
    let after = textAfterCursor
    var room = scalarLimit - before.unicodeScalars.count - after.unicodeScalars.count
    var printable = String.UnicodeScalarView()
    var isInRun = false
    for scalar in new.unicodeScalars {
      if room <= 0 { break }
      let isSeparator = scalar == "\n" || scalar == "\r" || scalar == "\t"
      defer { isInRun = isSeparator }
      if isSeparator && isInRun || !isSeparator && scalar.isControl { continue }
      printable.append(isSeparator ? " " : scalar)
      room -= 1
    }
    join(before + String(printable), after)
  }

  /// The start of the word that ends at the cursor or before it.
  private var startOfWord: Int {
    let characters = Array(textBeforeCursor)
    let end = characters.lastIndex { !$0.isWhitespace } ?? -1
    return (characters[..<(end + 1)].lastIndex { $0.isWhitespace } ?? -1) + 1
  }

  private mutating func remove(from start: Int, to end: Int) {
    join(String(text.prefix(max(0, start))), String(text.dropFirst(end)))
  }
}

// MARK: Parts of a line, for an area of several lines

extension LineEditor {
  var textBeforeCursor: String { String(text.prefix(cursor)) }
  var textAfterCursor: String { String(text.dropFirst(cursor)) }
  var isAtEnd: Bool { cursor == text.count }

  /// Sets the text with the cursor between the halves, or after the character that joins them.
  mutating func join(_ before: String, _ after: String) {
    text = before + after
    let index = text.unicodeScalars.index(text.startIndex, offsetBy: before.unicodeScalars.count)
    cursor = text[..<index].count
  }

  /// The column of the cursor, from 0, if the whole text is shown.
  var column: Int { Self.shown(textBeforeCursor).reduce(0) { $0 + $1.width } }

  /// Moves the cursor as far to the right as possible, but not beyond the column.
  mutating func move(toColumn column: Int) {
    var end = 0
    cursor =
      Self.shown(text).prefix { character in
        end += character.width
        return end <= column
      }.count
  }

  /// The characters of a text as a terminal shows them.
  private static func shown(_ text: String) -> [(text: String, width: Int)] {
    text.map { character in
      let escaped = TerminalText.escaped(String(character))
      return (escaped, DisplayWidth.columns(of: escaped))
    }
  }
}

extension LineEditor {
  /// The escaped text around the cursor that fits the columns, and the column of the cursor in it,
  /// from 0. One column is reserved for a cursor after the text.
  package func shown(columns: Int) -> (text: String, cursorColumn: Int) {
    let characters = Self.shown(text)
    var room = columns - (cursor < characters.count ? max(1, characters[cursor].width) : 1)
    guard room >= 0 else { return ("", 0) }
    var (start, end) = (cursor, min(cursor + 1, characters.count))
    while start > 0, characters[start - 1].width <= room {
      start -= 1
      room -= characters[start].width
    }
    while end < characters.count, characters[end].width <= room {
      room -= characters[end].width
      end += 1
    }
    let cursorColumn = characters[start..<cursor].reduce(0) { $0 + $1.width }
    return (characters[start..<end].map(\.text).joined(), cursorColumn)
  }
}
