import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct KeywordTests {
  @Test(
    "SQL keywords are keywords in upper and lower case",
    arguments: ["SELECT", "select", "Cast", "KEY", "virtual", "WITHOUT", "over"])
  func keyword(word: String) {
    #expect(Connection.isKeyword(word.bytes))
  }

  @Test(
    "Names are not keywords",
    arguments: ["", "a", "movie", "selected", "true", "strict", "é", "a\0"])
  func name(word: String) {
    #expect(!Connection.isKeyword(word.bytes))
  }
}
