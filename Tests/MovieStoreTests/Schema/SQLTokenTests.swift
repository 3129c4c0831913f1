import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct SQLTokenTests {
  private static func spellings(_ sql: String) -> [String] {
    SQLToken.all(in: sql).map { String(decoding: $0.spelling, as: UTF8.self) }
  }

  @Test(
    "Splits text where SQLite splits it",
    arguments: [
      ("", []), (" \t\r\n\u{C}", []), ("-- all", []), ("/* all", []), ("/*/ all */", []),
      ("a-- b\nc", ["a", "c"]), ("a/**/b", ["a", "b"]), ("a/* '*/b", ["a", "b"]),
      ("NOT NULL", ["NOT", "NULL"]), ("NOTNULL", ["NOTNULL"]), ("a$1_é", ["a$1_é"]),
      ("'it''s'", ["'it''s'"]), ("'a' 'b'", ["'a'", "'b'"]), ("'\"'", ["'\"'"]),
      ("'-- no'", ["'-- no'"]), ("x'0A'", ["x", "'0A'"]),
      ("1.5e-3", ["1", ".", "5e", "-", "3"]), (".5", [".", "5"]), ("1-2", ["1", "-", "2"]),
      ("t.a", ["t", ".", "a"]),
      ("a<>b", ["a", "<>", "b"]), ("a< >b", ["a", "<", ">", "b"]), ("a->>b", ["a", "->>", "b"]),
      ("a- >b", ["a", "-", ">", "b"]), ("a||b|c", ["a", "||", "b", "|", "c"]),
      ("a<<b<=c==d!=e", ["a", "<<", "b", "<=", "c", "==", "d", "!=", "e"]),
      ("- -1", ["-", "-", "1"]), ("(,;)", ["(", ",", ";", ")"]), ("a\0b", ["a", "\0", "b"]),
      ("\u{FEFF}a\u{FEFF}", ["a\u{FEFF}"]),
    ])
  func splitting(sql: String, tokens: [String]) {
    #expect(Self.spellings(sql).map(\.bytes) == tokens.map(\.bytes))
  }

  @Test(
    "An identifier has one spelling, with quotes only if it needs them",
    arguments: [
      ("a", ["a", "\"a\"", "[a]", "`a`"]), ("été", ["été", "\"été\"", "[été]", "`été`"]),
      ("a$", ["a$", "\"a$\"", "[a$]"]), ("_1", ["_1", "\"_1\""]),
      ("\"a b\"", ["\"a b\"", "[a b]", "`a b`"]),
      ("\"a\"\"b\"", ["\"a\"\"b\"", "[a\"b]", "`a\"b`"]),
      ("\"a`b\"", ["\"a`b\"", "[a`b]", "`a``b`"]), ("\"[a\"", ["[[a]", "\"[a\""]),
      ("\"\"\"\"\"\"", ["\"\"\"\"\"\"", "[\"\"]", "`\"\"`"]),
      ("\"\"", ["\"\"", "[]", "``"]), ("\"1\"", ["\"1\"", "[1]"]), ("\"$a\"", ["[$a]", "`$a`"]),
      ("\"select\"", ["\"select\"", "[select]", "`select`"]), ("\"True\"", ["\"True\"", "[True]"]),
      ("\"\u{FEFF}a\"", ["\"\u{FEFF}a\"", "[\u{FEFF}a]"]),
    ])
  func identifiers(spelling: String, writings: [String]) {
    for writing in writings {
      #expect(Self.spellings(writing).map(\.bytes) == [spelling.bytes], "\(writing)")
    }
  }

  @Test(
    "Text with another meaning is another token",
    arguments: [
      ("'a'", "\"a\""), ("\"NOT\"", "NOT"), ("\"true\"", "true"), ("a", "A"), ("'a'", "'A'"),
      ("\"1\"", "1"), ("x'00'", "'00'"), ("é", "e\u{301}"), ("<>", "< >"), ("1", "1.0"),
      ("'a", "'a'"), ("\"a", "\"a\""), ("[a", "[a]"), ("'a ", "'a"),
    ])
  func differences(one: String, other: String) {
    #expect(SQLToken.all(in: one) != SQLToken.all(in: other))
  }

  @Test(
    "An unclosed quote extends to the end", arguments: ["'a b ''", "\"a; b\"\"", "[a b", "`a``"])
  func unclosed(sql: String) {
    #expect(Self.spellings("x " + sql) == ["x", sql])
  }

  @Test("Tokens separated by spaces are split into the same tokens")
  func anyText() {
    var random = RandomSource(seed: 3)
    let pieces = [
      "'", "\"", "`", "[", "]", "--", "/*", "*/", "\n", " ", "x", "0x", "e", "1", ".", "+", "-",
      "<", ">", "=", "|", "(", ")", ",", ";", "é", "\u{FEFF}", "$", "\0", "select", "true", "?",
      "\u{B}",
    ]
    let mixtures = (0..<3000).map { _ in
      (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    for text in Generated.texts + mixtures {
      let tokens = SQLToken.all(in: text)
      #expect(SQLToken.all(in: Self.spellings(text).joined(separator: " ")) == tokens, "\(text)")
    }
  }

  @Test("White space, comments and kinds of quotes do not change the tokens")
  func settings() {
    var random = RandomSource(seed: 5)
    for _ in 0..<100 {
      for pieces in GeneratedSchema(&random).statements {
        let plain = SQLToken.all(in: GeneratedSchema.plainText(of: pieces))
        #expect(SQLToken.all(in: GeneratedSchema.text(of: pieces, &random)) == plain)
      }
    }
  }
}
