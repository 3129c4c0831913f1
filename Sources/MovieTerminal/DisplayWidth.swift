/// The width of text on a terminal.
///
/// Where terminals disagree about a sequence, this is the larger width: a table row is then too short
/// rather than wrapped.
package enum DisplayWidth {
  /// The columns of a text. Control characters count as 0.
  package static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns of one character: two for an emoji sequence, otherwise the sum of its scalars, as for
  /// the conjuncts of Indic scripts and Hangul letters.
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
  /// Whether the scalar is an emoji, or can become one in a sequence; unlike Unicode's property, without
  /// the digits, `#` and `*`.
  var isPictograph: Bool { value > 0x7F && properties.isEmoji }

  fileprivate var isZeroWidth: Bool {
    switch ScalarKind(self) {
    case .control, .joiner, .selector: true
    case .invisible: !properties.isNoncharacterCodePoint
    case .mark: [.nonspacingMark, .enclosingMark].contains(properties.generalCategory)
    // The vowels and final consonants of decomposed Hangul combine with the first consonant.
    case .plain: 0x1160...0x11FF ~= value || 0xD7B0...0xD7FB ~= value
    }
  }

  fileprivate var isWide: Bool {
    guard value >= 0x1100 else { return false }
    return properties.isEmojiPresentation || Self.wideRanges.contains { $0.contains(value) }
  }

  /// The scalars whose East_Asian_Width is W or F, of Unicode 14, except those with Emoji_Presentation.
  ///
  /// Blocks that Unicode reserves for ideographs are wide completely.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F2FF,
    0x1F6D9...0x1F6DB, 0x1F7EC...0x1F7EF, 0x1FA7D...0x1FAEE, 0x20000...0x3FFFD,
  ]
}
