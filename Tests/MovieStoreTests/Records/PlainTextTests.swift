import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// Texts of ASCII alone go shorter ways, and come to the same.
@Suite(.limited) struct PlainTextTests {
  /// All that is ASCII, NUL among it, words with articles, and now and then a letter that is none.
  private static let texts: [String] = {
    var random = RandomSource(seed: 31)
    let words = ["The", "a", "AN", "el", "Las", "Theory", "x", "[Z]", "@`", "thé", "É", "e\u{301}"]
    let spaces = [" ", "  ", "\t", "\n", "\u{B}\u{C}\r", "\u{1F}", "\0", "\u{7F}", "\u{A0}", ""]
    return (0..<3_000).map { index in
      var text = ""
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        text += spaces.randomElement(using: &random) ?? ""
        if index % 3 == 0 {
          let scalar = Unicode.Scalar(UInt8.random(in: 0..<0x80, using: &random))
          text.unicodeScalars.append(scalar)
        } else {
          text += words.randomElement(using: &random) ?? ""
        }
      }
      return index % 2 == 0 ? text : text + (spaces.randomElement(using: &random) ?? "")
    }
  }()

  /// The definition, letter by letter; `nil` where the text has others than these.
  private static func folded(_ text: String) -> [UInt8]? {
    var folded: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5A: folded.append(UInt8(scalar.value) + 0x20)
      case 0..<0x80: folded.append(UInt8(scalar.value))
      case 0xC9, 0xE9: folded.append(UInt8(ascii: "e"))
      case 0x301: continue
      case 0xA0: folded += "\u{A0}".utf8
      default: return nil
      }
    }
    return folded
  }

  @Test("folding is the same with a letter that is not ASCII behind the text, and without")
  func fold() throws {
    for text in Self.texts {
      let folded = try #require(Self.folded(text))
      #expect(Folding.fold(text).bytes == folded)
      #expect(Folding.fold(text + "É").bytes == folded + "e".utf8)
    }
  }

  /// The definition, by scalars.
  private static func sortable(_ text: String) -> String {
    let articles = ["a", "an", "el", "la", "las", "le", "les", "los", "the", "un", "una"]
    func trimmed(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> [Unicode.Scalar] {
      let start = scalars.drop(while: \.properties.isWhitespace)
      return start.reversed().drop(while: \.properties.isWhitespace).reversed()
    }
    let whole = trimmed(Folding.fold(text).unicodeScalars)
    let word = Array(whole.prefix { !$0.properties.isWhitespace })
    let rest = trimmed(whole.dropFirst(word.count))
    let isArticle = articles.contains { Array($0.unicodeScalars) == word }
    return String(String.UnicodeScalarView(isArticle && !rest.isEmpty ? rest : whole))
  }

  @Test("sortable titles are those of the definition")
  func sortable() {
    for text in Self.texts + Generated.texts {
      #expect(SortableTitle.of(text).bytes == Self.sortable(text).bytes, "\(text.bytes)")
    }
  }

  @Test("texts are exactly the same where their bytes are")
  func exactly() {
    let texts = Array((Self.texts + Generated.texts).prefix(240))
    let long = texts.map { String(repeating: $0, count: 9) + "." }
    for one in texts + long {
      for other in texts.prefix(90) + long.prefix(30) {
        #expect(one.isExactly(other) == (one.bytes == other.bytes))
      }
      #expect(one.isExactly(String(decoding: one.bytes, as: UTF8.self)))
      #expect(!one.isExactly(one + "\0"))
    }
  }

  @Test("the functions of SQL give what those of Swift give")
  func functions() throws {
    var connection = try ConnectionSetup.connection(to: .memory)
    try connection.read { transaction throws in
      var statement = try transaction.prepare("SELECT fold(?1), sortable_title(?1)")
      for text in Self.texts + Generated.texts {
        try statement.bind(text, at: 1)
        #expect(try statement.step())
        #expect(statement.bytes(at: 0) == Folding.fold(text).bytes)
        #expect(statement.bytes(at: 1) == SortableTitle.of(text).bytes)
        try statement.reset()
      }
    }
  }

  @Test(
    "values that are no text, and bytes that are not UTF-8, fold as the text that they read as",
    arguments: [
      ("NULL", ""), ("12", "12"), ("-1.5E3", "-1500.0"), ("x'4142'", "ab"),
      ("CAST(x'41FF42' AS TEXT)", "a\u{FFFD}b"), ("CAST(x'C3' AS TEXT)", "\u{FFFD}"),
      ("CAST(x'410042' AS TEXT)", "a\0b"), ("''", ""),
    ])
  func odd(expression: String, folded: String) throws {
    var connection = try ConnectionSetup.connection(to: .memory)
    let bytes = try connection.read { transaction throws in
      var statement = try transaction.prepare("SELECT fold(\(raw: expression))")
      #expect(try statement.step())
      return statement.bytes(at: 0)
    }
    #expect(bytes == folded.bytes)
  }
}
