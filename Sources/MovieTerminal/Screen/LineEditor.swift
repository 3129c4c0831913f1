/// One line of text that is being edited, character by character as a person counts them.
package struct LineEditor: Hashable, Sendable {
  /// Bounds the text, and with it how far marks pile up on one letter.
  package static let scalarLimit = 1_024

  package private(set) var text = ""
  /// How many characters stand before the cursor.
  package private(set) var cursor = 0

  /// The cursor stands at the end.
  package init(_ text: String = "") { insert(text) }

  /// Edits the text, or moves within it, if that is what the key is for.
  ///
  /// - Returns: whether it is, even where there was nothing to do.
  package mutating func take(_ key: Key) -> Bool {
    switch key {
    case .text(let scalar): insert(String(scalar))
    case .paste(let text): insert(text)
    case .backspace: remove(from: cursor - 1, to: cursor)
    case .delete, .control("d"): remove(from: cursor, to: cursor + 1)
    case .control("u"): remove(from: 0, to: cursor)
    case .control("k"): remove(from: cursor, to: text.count)
    case .control("w"): remove(from: startOfWord, to: cursor)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    default: return false
    }
    return true
  }

  /// Where the word begins that ends at the cursor or before it.
  private var startOfWord: Int {
    let characters = Array(text.prefix(cursor))
    let end = characters.lastIndex { !$0.isWhitespace } ?? -1
    return (characters[..<(end + 1)].lastIndex { $0.isWhitespace } ?? -1) + 1
  }

  private mutating func insert(_ new: String) {
    let kept = new.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let room = max(0, Self.scalarLimit - text.unicodeScalars.count)
    join(
      String(text.prefix(cursor)) + String(String.UnicodeScalarView(kept.prefix(room))),
      String(text.dropFirst(cursor)))
  }

  private mutating func remove(from start: Int, to end: Int) {
    join(String(text.prefix(max(0, start))), String(text.dropFirst(end)))
  }

  /// Puts the halves together with the cursor between them, or behind the character that they
  /// join to.
  private mutating func join(_ before: String, _ after: String) {
    text = before + after
    let index = text.unicodeScalars.index(text.startIndex, offsetBy: before.unicodeScalars.count)
    cursor = text[..<index].count
  }
}

extension LineEditor {
  /// As much of the text around the cursor as fits, escaped, and the column in it, from 0, at which
  /// the cursor stands; one column is left to a cursor behind the text.
  package func shown(columns: Int) -> (text: String, cursorColumn: Int) {
    let characters = Array(text)
    let shown = window(of: characters, columns: columns)
    let text = TerminalText.escaped(String(characters[shown]))
    let behind = TerminalText.escaped(String(characters[cursor..<shown.upperBound]))
    let column = DisplayWidth.columns(of: text) - DisplayWidth.columns(of: behind)
    return (text, max(0, column))
  }

  /// The characters that are shown: the one at the cursor, as many before it as fit, and then as
  /// many behind it.
  private func window(of characters: [Character], columns: Int) -> Range<Int> {
    let widths = characters.map { DisplayWidth.columns(of: TerminalText.escaped(String($0))) }
    let under = cursor < widths.count ? max(1, widths[cursor]) : 1
    guard under <= columns else { return cursor..<cursor }
    var room = columns - under
    var (start, end) = (cursor, min(cursor + 1, widths.count))
    while start > 0, widths[start - 1] <= room {
      start -= 1
      room -= widths[start]
    }
    while end < widths.count, widths[end] <= room {
      room -= widths[end]
      end += 1
    }
    return start..<end
  }
}
