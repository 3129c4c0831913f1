/// What a scalar may do to a terminal, or to the one who reads it.
enum ScalarKind {
  /// It stands for itself.
  case plain
  /// It is drawn on the character before it: combining marks and the skin tones of emoji.
  case mark
  /// U+200C and U+200D, which Persian, the scripts of India and emoji need.
  case joiner
  /// It chooses the form of the character before it, and is not seen itself.
  case selector
  /// C0, DEL and C1: the terminal acts on it.
  case control
  /// It is not seen, and may hide text or turn its direction.
  case invisible

  init(_ scalar: Unicode.Scalar) {
    self = scalar.value < 0x300 ? Self(latin: scalar.value) : Self(beyondLatin: scalar)
  }

  private init(latin value: UInt32) {
    switch value {
    case ..<0x20, 0x7F...0x9F: self = .control
    case 0xAD: self = .invisible
    default: self = .plain
    }
  }

  private init(beyondLatin scalar: Unicode.Scalar) {
    let properties = scalar.properties
    if 0x200C...0x200D ~= scalar.value {
      self = .joiner
    } else if properties.isVariationSelector {
      self = .selector
    } else if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint {
      self = .invisible
    } else {
      self = properties.isEmojiModifier ? .mark : Self(category: scalar)
    }
  }

  private init(category scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: self = .mark
    case .lineSeparator, .paragraphSeparator: self = .invisible
    case .format: self = scalar.isVisibleFormat ? .plain : .invisible
    default: self = .plain
    }
  }
}

extension Unicode.Scalar {
  /// A letter or an emoji: what a joiner may stand between.
  var isJoinable: Bool {
    guard ScalarKind(self) == .plain else { return false }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    default: return isPictograph
    }
  }

  /// Whether a variation selector after it has something to select.
  var hasVariations: Bool {
    ScalarKind(self) == .plain && (value > 0x7F || properties.isEmoji)
  }

  /// The sign that joins an Indic consonant to the next one.
  var isVirama: Bool { properties.canonicalCombiningClass.rawValue == 9 }
}
