/// Texts with escape sequences, invisible characters and bidirectional overrides.
enum HostileStrings {
  static let title = "\u{1B}]0;owned\u{7}\u{202E}gnp.exe"

  /// Each text can be an argument and a file name.
  static let all =
    controls + invisibles + [
      title, "x" + String(repeating: "\u{301}", count: 200), "a\u{200D} b", "\u{200C}",
      "👍" + String(repeating: "🏽", count: 30), "\u{FE0F}", "a\u{E0101}", "e\u{301}\u{200D}\u{1B}",
      Array(repeating: "👩", count: 30).joined(separator: "\u{200D}"),
    ]

  private static let controls = [
    "\u{1B}[2J", "\u{1B}[31mred", "\u{1B}c", "\u{1B}[?1049h", "\u{1B}P+q544e\u{1B}\\", "\u{1B}",
    "\u{1B}]8;;http://evil\u{1B}\\link", "\u{1B}]52;c;cm0gLXJm\u{7}", "\u{9B}31mC1",
    "\u{9D}0;C1\u{9C}",
    "\u{90}q\u{9C}", "\u{85}next", "bell\u{7}", "back\u{8}\u{8}space", "carriage\rreturn",
    "two\nlines", "a\ttab", "a\u{B}\u{C}b", "\u{E}shift", "\u{7F}del", "\u{1}\u{1F}",
  ]

  private static let invisibles = [
    "\u{202E}right", "\u{202D}\u{202A}\u{202B}\u{202C}", "\u{2066}x\u{2067}y\u{2068}z\u{2069}",
    "\u{200E}\u{200F}\u{61C}", "zero\u{200B}width", "\u{2060}\u{FEFF}", "\u{E0041}\u{E007F}tag",
    "a\u{2028}b\u{2029}c", "soft\u{AD}hyphen", "\u{FFF9}a\u{FFFA}b\u{FFFB}",
    "\u{180E}\u{3164}\u{115F}",
    "\u{206A}\u{206F}",
  ]

  /// The characters that must not reach a terminal, and invalid UTF-8.
  static func forbidden(in bytes: [UInt8]) -> Set<String> {
    guard let text = String(validating: bytes, as: UTF8.self) else { return ["invalid UTF-8"] }
    var marks = 0
    var found: Set<String> = []
    for scalar in text.unicodeScalars {
      let isMark = scalar.properties.generalCategory == .nonspacingMark
      marks = isMark && !scalar.properties.isVariationSelector ? marks + 1 : 0
      if marks > 8 { found.insert("a ninth mark") }
      if scalar != "\n", isForbidden(scalar.value) {
        found.insert("U+" + String(scalar.value, radix: 16))
      }
    }
    return found
  }

  private static func isForbidden(_ value: UInt32) -> Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F: true
    case 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}
