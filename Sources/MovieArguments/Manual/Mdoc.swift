/// Lines of mdoc(7). Text is escaped, so that formatters never interpret it as markup.
///
/// Non-ASCII characters are written as numbers, so that the page does not depend on the locale of the
/// formatter. Characters that formatters replace by typographic ones are written as escapes, so that
/// text can be copied.
enum Mdoc {
  /// An argument of a macro, never interpreted as a macro or punctuation.
  static func word(_ text: some StringProtocol) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    return isPlain ? String(text) : "\"\\&\(escaped(text))\""
  }

  /// A heading of several words. Standard headings must not be quoted.
  static func heading(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x20 }
    return isPlain ? text : word(text)
  }

  /// Filled text, with each sentence on a new line.
  static func prose(_ text: String) -> [String] {
    let words = text.escapingControls.split(whereSeparator: \.isWhitespace)
    let sentences = words.map { $0 + (endsSentence($0) ? "\n" : " ") }.joined().dropLast()
    let lines = sentences.wrapped(to: 72).split(separator: "\n")
    return lines.map { line in
      // At the end of a line, formatters interpret a sign as the end of a sentence.
      let endsInSign = line.split(separator: " ").last.map(isSign) ?? false
      return (line.hasPrefix(".") ? "\\&" : "") + escaped(line) + (endsInSign ? "\\&" : "")
    }
  }

  private static func endsSentence(_ word: Substring) -> Bool {
    let bare = word.reversed().drop { ")]'\"".contains($0) }
    return bare.first.map { ".?!".contains($0) } ?? false && !isSign(word)
  }

  /// Whether the word is a sign that is written about, such as `?` or `'.'`.
  private static func isSign(_ word: Substring) -> Bool {
    let bare = word.filter { !"()[]'\"".contains($0) }
    return [".", "?", "!"].contains(bare)
  }

  static func paragraphs(_ texts: [String]) -> [String] {
    Array(texts.map(prose).joined(separator: [".Pp"]))
  }

  /// A list of terms, already written as macros, with their descriptions.
  static func list(_ items: [(term: String, text: String)]) -> [String] {
    guard !items.isEmpty else { return [] }
    return [".Bl -tag -width Ds"] + items.flatMap { [".It \($0.term)"] + prose($0.text) } + [".El"]
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.map(escaped).joined()
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\(rs"
    case "\"": "\\(dq"
    case "'": "\\(aq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    case "-": "\\-"
    case _ where scalar.isASCII: String(scalar)
    default: "\\[u\(padded(String(scalar.value, radix: 16, uppercase: true)))]"
    }
  }

  private static func padded(_ digits: String) -> String {
    String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension ArgumentDefinition {
  /// `Fl s , Fl Fl sort Ar order`, or `Ar movie`.
  var mdocTerm: String {
    (shortName.map { "Fl \(Mdoc.word("\($0)")) , " } ?? "") + mdocForm
  }

  private var mdocForm: String {
    guard let longName else { return "Ar \(Mdoc.word(valueName))" }
    let value = (impliedValue == nil ? " Ar " : " Op Ar ") + Mdoc.word(valueName)
    return "Fl Fl \(Mdoc.word(longName))" + (kind == .option ? value : "")
  }

  var mdocSynopsis: String {
    ".\(isPositional && !isOptional ? "" : "Op ")\(mdocForm)\(isRepeating ? " ..." : "")"
  }
}
