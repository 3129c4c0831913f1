/// Text of XML and HTML.
package enum Markup {
  /// Returns the text for an element, or for an attribute between double quotes.
  ///
  /// The control characters that XML 1.0 does not allow, even as references, become U+FFFD, and a
  /// carriage return, which it reads as a line feed, a space.
  package static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ isPlain($0) }) { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "\"": escaped += "&quot;".unicodeScalars
      case "\r": escaped.append(" ")
      case _ where isForbidden(scalar): escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// Whether XML 1.0 does not allow a character.
  package static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r": false
    case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": true
    default: false
    }
  }

  /// Whether a byte of UTF-8 stands for itself, whatever follows.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0xEF && !"&<>\"".utf8.contains(byte)
  }
}
