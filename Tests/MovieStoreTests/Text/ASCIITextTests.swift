import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// ASCII texts have a fast path, which has the same results.
@Suite(.limited) struct ASCIITextTests {
  /// ASCII characters with NUL, words with articles, and some other letters.
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

  /// The definition for these letters; `nil` for a text with other ones.
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

  @Test("ASCII text folds like other text")
  func fold() throws {
    for text in Self.texts {
      let folded = try #require(Self.folded(text))
      #expect(Folding.fold(text).bytes == folded)
      #expect(Folding.fold(text + "É").bytes == folded + "e".utf8)
    }
  }

  /// The definition, by scalars.
  private static func withoutArticle(_ folded: String) -> String {
    let articles = ["a", "an", "el", "la", "las", "le", "les", "los", "the", "un", "una"]
    func trimmed(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> [Unicode.Scalar] {
      let start = scalars.drop(while: \.properties.isWhitespace)
      return start.reversed().drop(while: \.properties.isWhitespace).reversed()
    }
    let whole = trimmed(folded.unicodeScalars)
    let word = Array(whole.prefix { !$0.properties.isWhitespace })
    let rest = trimmed(whole.dropFirst(word.count))
    let isArticle = articles.contains { Array($0.unicodeScalars) == word }
    return String(String.UnicodeScalarView(isArticle && !rest.isEmpty ? rest : whole))
  }

  @Test("Sortable and folded titles agree with the definition")
  func sortable() {
    for text in Self.texts + Generated.texts {
      let sortable = Self.withoutArticle(Folding.foldForSorting(text))
      #expect(SortableTitle.of(text).bytes == sortable.bytes, "\(text.bytes)")
      let folded = Self.withoutArticle(Folding.fold(text))
      #expect(FoldedTitle.of(text).bytes == folded.bytes, "\(text.bytes)")
    }
  }

  @Test("Texts are exactly equal if their bytes are")
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

  @Test("The SQL functions agree with the Swift functions")
  func functions() throws {
    let connection = try ConnectionSetup.connection(to: .memory)
    try connection.read { transaction throws in
      var statement = try transaction.prepare(
        "SELECT fold(?1), sortable_title(?1), folded_title(?1)")
      for text in Self.texts + Generated.texts {
        try statement.bind(text, at: 1)
        let row = try statement.fetchOne { row throws(SQLiteError) in
          [try row.bytes(at: 0), try row.bytes(at: 1), try row.bytes(at: 2)]
        }
        let expected = [Folding.fold(text), SortableTitle.of(text), FoldedTitle.of(text)]
        #expect(row == expected.map(\.bytes))
      }
    }
  }

  @Test(
    "Other types and invalid UTF-8 fold like the text that they are read as",
    arguments: [
      ("NULL", ""), ("12", "12"), ("-1.5E3", "-1500.0"), ("x'4142'", "ab"),
      ("CAST(x'41FF42' AS TEXT)", "a\u{FFFD}b"), ("CAST(x'C3' AS TEXT)", "\u{FFFD}"),
      ("CAST(x'410042' AS TEXT)", "a\0b"), ("''", ""),
    ])
  func unusual(expression: String, folded: String) throws {
    let connection = try ConnectionSetup.connection(to: .memory)
    let bytes = try connection.read { transaction throws in
      try transaction.fetchOne("SELECT fold(\(raw: expression))") { row throws(SQLiteError) in
        try row.bytes(at: 0)
      }
    }
    #expect(bytes == folded.bytes)
  }
}
