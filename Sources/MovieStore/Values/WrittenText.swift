/// A short text as a phone, a spreadsheet or a web page writes it.
enum WrittenText {
  /// The text without typographic quotes.
  static func withoutQuotes(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          !(0x2018...0x201F ~= $0.value || [0xAB, 0xBB].contains($0.value))
        }))
  }

  /// The text in lower case, without accents, quotes and invisible characters, and with the signs
  /// of ASCII for dashes, fractions and full-width characters.
  static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2010...0x2015, 0x2212: plain.append("-")
      case 0x2018, 0x2019: plain.append("'")
      case 0x22, 0x201C...0x201E, 0xAB, 0xBB: break
      case 0x2044: plain.append("/")
      case 0x200B...0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: break
      case 0xFF01...0xFF5E:
        if let sign = Unicode.Scalar(scalar.value - 0xFEE0) { plain.append(sign) }
      default: plain.append(scalar)
      }
    }
    return Folding.fold(String(plain)).trimmed
  }
}
