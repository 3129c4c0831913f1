import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct KeywordTests {
  @Test(
    "words of SQL are keywords in any case",
    arguments: ["SELECT", "select", "Cast", "KEY", "virtual", "WITHOUT", "over"])
  func keyword(word: String) {
    #expect(Connection.isKeyword(word.bytes))
  }

  @Test("names are none", arguments: ["", "a", "movie", "selected", "true", "strict", "é", "a\0"])
  func name(word: String) {
    #expect(!Connection.isKeyword(word.bytes))
  }
}
