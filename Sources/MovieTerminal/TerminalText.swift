/// Text made fit to be shown on a terminal.
package enum TerminalText {
  /// The text with all that could command the terminal or deceive its reader spelled out.
  ///
  /// - Control characters are shown as `\u{1B}`, a line feed in a value too.
  /// - Bidirectional controls, zero-width and other invisible characters, tags and line separators
  ///   are shown as `<U+202E>`. Joiners stay between two letters or emoji, variation selectors
  ///   after a character that has variations.
  /// - A ninth mark on one letter, and those after it, are shown as `<+2 marks>`.
  ///
  /// Escaping what is escaped already changes nothing. Plain ASCII is returned as it is.
  package static func escaped(_ text: String) -> String { escaped(text, as: .display) }

  /// A JSON document, or a part of one, that means the same and is safe on a terminal.
  ///
  /// Characters that ``escaped(_:)`` would spell out become `\u202e`. Line feeds stay: in JSON they
  /// only ever stand between values. The argument must be written as JSON already, quotes and all.
  package static func escapedForJSON(_ json: String) -> String { escaped(json, as: .json) }

  /// Whether a scalar may not be sent to a terminal wherever it stands: true of joiners and
  /// variation selectors too, which ``escaped(_:)`` lets through in their places.
  package static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch ScalarKind(scalar) {
    case .plain, .mark: false
    case .joiner, .selector, .control, .invisible: true
    }
  }

  private static func escaped(_ text: String, as notation: EscapingPass.Notation) -> String {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
    var pass = EscapingPass(notation: notation)
    pass.walk(text.unicodeScalars)
    return pass.output
  }
}
