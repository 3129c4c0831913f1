/// A text at a column of a row. It escapes and cuts itself, so that nothing hostile reaches a
/// terminal whatever is drawn.
package struct FrameText: Hashable, Sendable {
  /// Where its first character stands; the first column is 1.
  package let column: Int
  /// Escaped, and no wider than it may be.
  package let text: String
  package let style: Style?

  /// - Parameters:
  ///   - text: as it is; it is escaped here.
  ///   - column: where the columns begin that are left to the text.
  ///   - width: how many there are.
  ///   - ellipsis: of one column; what a text ends in that was cut.
  package init(
    _ text: String, at column: Int, width: Int, alignment: Alignment = .left, style: Style? = nil,
    ellipsis: String = "…"
  ) {
    let standing = Self.standingAlone(TerminalText.escaped(text))
    let shown = TerminalText.truncated(standing, to: width, ellipsis: ellipsis)
    let blank = alignment == .left ? 0 : max(0, width - DisplayWidth.columns(of: shown))
    self.column = column + blank
    self.text = shown
    self.style = style
  }

  /// By bytes: texts that only mean the same may look different.
  package static func == (one: Self, other: Self) -> Bool {
    one.column == other.column && one.style == other.style
      && one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// A mark at the start, or half a Hangul letter, would be drawn on what stands before the column.
  private static func standingAlone(_ text: String) -> String {
    guard let character = text.first, let scalar = character.unicodeScalars.first,
      ScalarKind(scalar) == .mark || DisplayWidth.columns(of: character) == 0
    else { return text }
    return " " + text
  }

  /// Whether no terminal can disagree about its width.
  var isPlain: Bool { text.utf8.allSatisfy { $0 < 0x80 } }
}

/// The texts of one row: their columns ascend, and they do not overlap.
package struct FrameRow: Hashable, Sendable {
  package var texts: [FrameText]

  package init(_ texts: [FrameText] = []) { self.texts = texts }

  func text(at column: Int) -> FrameText? { texts.first { $0.column == column } }
}
