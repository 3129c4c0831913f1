package enum Alignment: Sendable {
  case left, right
}

package enum TruncationSide: Sendable {
  case start, end
}

/// Escapes text for a terminal, and fits it to columns.
package enum TerminalText {
  /// Escapes everything that could control the terminal or deceive its reader.
  ///
  /// - Control characters are shown as `\u{1B}`, a line feed in a value too.
  /// - Bidirectional controls, zero-width and other invisible characters, tags and line separators
  ///   are shown as `<U+202E>`. Joiners stay between two letters or emoji, variation selectors
  ///   after a character that has variations.
  /// - Combining marks after the eighth on one letter are shown as `<+2 marks>`.
  ///
  /// Escaping twice is the same as escaping once. Printable ASCII is returned unchanged.
  package static func escaped(_ text: String) -> String { escaped(text, as: .display) }

  /// Escapes a JSON document, or a part of one, without a change of its value, as in `\u202e`. Line feeds
  /// stay: in JSON they occur only between values.
  package static func escapedForJSON(_ json: String) -> String { escaped(json, as: .json) }

  /// Whether a scalar is unsafe in some context: true also for joiners and variation selectors, which
  /// ``escaped(_:)`` lets through in their places.
  package static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch ScalarKind(scalar) {
    case .plain, .mark: false
    case .joiner, .selector, .control, .invisible: true
    }
  }

  private static func escaped(_ text: String, as notation: TerminalSanitizer.Notation) -> String {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
    var sanitizer = TerminalSanitizer(notation: notation)
    sanitizer.feed(text.unicodeScalars)
    return sanitizer.output
  }
}

extension TerminalText {
  /// The text, or as much of it as fits with an ellipsis on the truncated side.
  ///
  /// Characters are not split, so the result can be one column short of the limit.
  ///
  /// - Parameter ellipsis: Must have one column; the default needs UTF-8.
  package static func truncated(
    _ text: String, to columns: Int, at side: TruncationSide = .end, ellipsis: String = "…"
  ) -> String {
    guard columns > 0 else { return "" }
    var width = 0
    if side == .start {
      if DisplayWidth.columns(of: text) <= columns { return text }
      let end = text.reversed().prefix { character in
        width += DisplayWidth.columns(of: character)
        return width < columns
      }
      return ellipsis + String(end.reversed())
    }
    var end = text.startIndex
    for index in text.indices {
      width += DisplayWidth.columns(of: text[index])
      if width > columns { return text[..<end] + ellipsis }
      if width < columns { end = text.index(after: index) }
    }
    return text
  }

  package static func padded(
    _ text: String, to columns: Int, alignment: Alignment = .left
  ) -> String {
    let blank = spaces(max(0, columns) - DisplayWidth.columns(of: text))
    return alignment == .left ? text + blank : blank + text
  }

  /// At most as many spaces as the widest terminal has columns.
  package static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: min(max(0, count), Terminal.columnRange.upperBound))
  }

  /// The lines of the text, broken at spaces; words wider than the columns are broken between
  /// characters.
  package static func wrapped(_ text: String, to columns: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let line = lines[lines.count - 1]
      let longer = line.isEmpty ? String(word) : line + " " + word
      if DisplayWidth.columns(of: longer) <= columns {
        lines[lines.count - 1] = longer
        continue
      }
      if !line.isEmpty { lines.append("") }
      var width = 0
      for character in word {
        let more = DisplayWidth.columns(of: character)
        if width > 0, width + more > columns {
          lines.append("")
          width = 0
        }
        lines[lines.count - 1].append(character)
        width += more
      }
    }
    return lines
  }
}
