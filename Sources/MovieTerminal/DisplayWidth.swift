/// How many columns text takes on a terminal.
///
/// Terminals disagree about sequences; where they do, the answer is the larger one, so that a row
/// of a table comes out short rather than wrapped.
package enum DisplayWidth {
  /// The columns of text without control characters, which count as nothing.
  package static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns of one character, which may be many scalars: an emoji sequence takes two, anything
  /// else the sum of its parts, as the conjuncts of Indic scripts and Hangul letters do.
  package static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count > 1, isEmojiSequence(scalars, first: first) { return 2 }
    return scalars.reduce(0) { $0 + columns(of: $1) }
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if 0x20...0x7E ~= scalar.value { return 1 }
    if scalar.isZeroWidth { return 0 }
    return scalar.isWide ? 2 : 1
  }

  private static func isEmojiSequence(
    _ scalars: Character.UnicodeScalarView, first: Unicode.Scalar
  ) -> Bool {
    guard first.properties.isEmoji else { return false }
    let hasBase = first.properties.isEmojiModifierBase
    return scalars.dropFirst().contains { scalar in
      switch scalar.value {
      case 0xFE0F, 0x20E3: true
      case 0x200D: first.isPictograph
      case 0x1F1E6...0x1F1FF: true
      default: hasBase && scalar.properties.isEmojiModifier
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is an emoji, or becomes one in a sequence; unlike Unicode's own property,
  /// not the digits, `#` and `*`.
  var isPictograph: Bool { value > 0x7F && properties.isEmoji }

  /// Arabic, Syriac and Kaithi signs that are format characters to Unicode, yet are seen.
  var isVisibleFormat: Bool {
    switch value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// Marks drawn over another character, format and control characters, and the vowels and final
  /// consonants of decomposed Hangul, which join the syllable that the first consonant opens.
  fileprivate var isZeroWidth: Bool {
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return true
    case ..<0x300: return value < 0x20 || 0x7F...0x9F ~= value || value == 0xAD
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return true
    case .format: return !isVisibleFormat
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}
