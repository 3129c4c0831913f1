/// The side of its column at which a text stands.
package enum Alignment: Sendable {
  case left, right
}

/// The end of a text that is left out where there is no room for it.
package enum Cut: Sendable {
  case start, end
}

extension TerminalText {
  /// The text, or as many of its first characters as leave the last column to the ellipsis; of its
  /// last ones, where it is cut at its start.
  ///
  /// No character is split, so one of two columns may leave the result a column short.
  ///
  /// - Parameter ellipsis: of one column; the usual one is not for terminals without UTF-8.
  package static func truncated(
    _ text: String, to columns: Int, at cut: Cut = .end, ellipsis: String = "…"
  ) -> String {
    guard columns > 0 else { return "" }
    if cut == .start { return tail(of: text, columns: columns, ellipsis: ellipsis) }
    var width = 0
    var end = text.startIndex
    for index in text.indices {
      width += DisplayWidth.columns(of: text[index])
      if width > columns { return text[..<end] + ellipsis }
      if width < columns { end = text.index(after: index) }
    }
    return text
  }

  private static func tail(of text: String, columns: Int, ellipsis: String) -> String {
    if DisplayWidth.columns(of: text) <= columns { return text }
    var width = 1
    let end = text.reversed().prefix { character in
      width += DisplayWidth.columns(of: character)
      return width <= columns
    }
    return ellipsis + String(end.reversed())
  }

  /// The text with spaces around it up to the given columns; a wider one as it is.
  package static func padded(
    _ text: String, to columns: Int, alignment: Alignment = .left
  ) -> String {
    let blank = spaces(max(0, columns) - DisplayWidth.columns(of: text))
    return alignment == .left ? text + blank : blank + text
  }

  /// No more than the widest terminal has.
  package static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: min(max(0, count), Terminal.columnRange.upperBound))
  }
}
