import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct SearchPatternTests {
  @Test(
    "White space separates words, and double quotes enclose a phrase",
    arguments: [
      ("god", ["god"]), ("God Father", ["god", "father"]), ("  a\t b\u{3000}c\n", ["a", "b", "c"]),
      ("\"God  Father\"", ["god  father"]), ("x \"a b\" y", ["x", "a b", "y"]),
      ("\"a b", ["\"a", "b"]), ("a\" b\"", ["a\"", "b\""]), ("\"", ["\""]), ("\"\"", ["\"\""]),
      ("\"\"\"", ["\"\"\""]), ("\"a\"\"b\"", ["a", "b"]), ("\"a\"b", ["a", "b"]),
      ("\" a \"", [" a "]), ("say \"hi", ["say", "\"hi"]), ("a \"\" b", ["a", "\"\"", "b"]),
      ("*", ["*"]), ("%", ["%"]), ("_", ["_"]), ("-x", ["-x"]), ("AND", ["and"]),
      ("NEAR(a, b)", ["near(a,", "b)"]), ("title:x", ["title:x"]), ("a*", ["a*"]),
      ("Amélie", ["amelie"]), ("Ame\u{301}lie", ["amelie"]), ("É", ["e"]), ("ß", ["ss"]),
      ("a \u{301} b", ["a", "b"]), ("\u{301}\"a b\"", ["\"a", "b\""]), ("\\", ["\\"]),
    ])
  func words(text: String, words: [String]) throws {
    #expect(try SearchPattern(text)?.words.map(\.bytes) == words.map(\.bytes))
  }

  @Test(
    "A text without words is no pattern",
    arguments: ["", " ", "\t\n\u{3000}", "\u{301}", "\u{301} \u{308}", "\"\u{301}\""])
  func empty(text: String) throws {
    #expect(try SearchPattern(text) == nil)
  }

  @Test("Accepts 64 words; a phrase counts as one")
  func tooManyWords() throws {
    let words = Array(repeating: "a", count: 64)
    #expect(try SearchPattern(words.joined(separator: " "))?.words.count == 64)
    expectInvalid("the text to search for has more than 64 words") {
      try SearchPattern((words + ["a"]).joined(separator: " "))
    }
    let phrase = "\"" + (words + words).joined(separator: " ") + "\""
    #expect(try SearchPattern(phrase)?.words.count == 1)
  }

  @Test("Rejects a NUL character", arguments: ["\0", "a\0b", "\"a\0\"", "a \0\u{301}"])
  func nul(text: String) {
    expectInvalid("the text to search for contains a NUL character") { try SearchPattern(text) }
  }

  @Test("A phrase is taken literally")
  func phrase() throws {
    #expect(SearchPattern(phrase: "A \"b\"  C")?.words == ["a \"b\"  c"])
    #expect(SearchPattern(phrase: "\u{301}") == nil)
    #expect(SearchPattern(phrase: "") == nil)
    #expect(SearchPattern(phrase: "a\0") == nil)
  }

  @Test("No word of a pattern is empty")
  func generated() {
    for text in Generated.texts {
      guard case .success(let read?) = Result(catching: { try SearchPattern(text) }) else {
        continue
      }
      #expect(read.words.allSatisfy { !$0.isEmpty })
      #expect(read.joinedWords == read.words.joined(separator: " "))
    }
  }
}

extension Result {
  fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
}
