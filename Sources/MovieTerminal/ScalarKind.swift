/// The effect of a scalar on a terminal and its reader.
enum ScalarKind {
  case plain
  /// Drawn on the character before it: combining marks and the skin tones of emoji.
  case mark
  /// U+200C and U+200D, required by Persian, the scripts of India and emoji.
  case joiner
  /// Selects the form of the character before it, and is invisible.
  case selector
  /// C0, DEL and C1, which the terminal executes.
  case control
  /// Invisible, and able to hide text or reverse its direction.
  case invisible

  init(_ scalar: Unicode.Scalar) {
    let properties = scalar.properties
    switch scalar.value {
    case _ where scalar.isControl: self = .control
    case 0xAD: self = .invisible
    case ..<0x300: self = .plain
    case 0x200C...0x200D: self = .joiner
    case _ where properties.isVariationSelector: self = .selector
    case _ where properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint:
      self = .invisible
    case _ where properties.isEmojiModifier: self = .mark
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark: self = .mark
      case .lineSeparator, .paragraphSeparator: self = .invisible
      case .format: self = scalar.isVisibleFormat ? .plain : .invisible
      default: self = .plain
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether Unicode's category is Control, without a search in its tables.
  var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }

  /// Visible Arabic, Syriac and Kaithi signs that Unicode classifies as format characters.
  fileprivate var isVisibleFormat: Bool {
    switch value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// Whether a joiner is allowed next to it: a letter or an emoji.
  var isJoinable: Bool {
    let letters: [Unicode.GeneralCategory] = [
      .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    ]
    return ScalarKind(self) == .plain
      && (letters.contains(properties.generalCategory) || isPictograph)
  }

  var hasVariations: Bool {
    ScalarKind(self) == .plain && (value > 0x7F || properties.isEmoji)
  }

  /// The sign that joins an Indic consonant to the next one.
  var isVirama: Bool { properties.canonicalCombiningClass.rawValue == 9 }
}
