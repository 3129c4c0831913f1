import Foundation
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct AttributeKeyTests {
  static let valid = [
    "a", "year", "imdb_id", "x9", "a_", "z__9", String(repeating: "k", count: 64),
  ]
  static let invalid =
    [
      "", "Year", "yEar", "9a", "_a", "a b", " year", "year ", "a-b", "é", "a\u{301}", "a\0", "a\n",
      "ｙear", "ß", "year=", String(repeating: "k", count: 65),
    ] + Generated.texts.filter { !$0.allSatisfy { "abc".contains($0) } }.prefix(100)

  @Test("Accepts lowercase words of at most 64 bytes", arguments: valid)
  func accepted(name: String) throws {
    let key = try AttributeKey(name)
    #expect(key.name == name && key.description == name)
  }

  @Test("Rejects any other text", arguments: invalid)
  func rejected(name: String) throws {
    #expect(throws: StoreError.self) { try AttributeKey(name) }
  }

  @Test("Known keys are first, in their order; others are in the order of their bytes")
  func order() throws {
    let names = [
      "year", "rating", "watched", "genre", "director", "runtime", "tag", "note", "aka", "imdb",
      "tmdb", "letterboxd", "a", "a_", "aa", "years", "z",
    ]
    let keys = try names.map { try AttributeKey($0) }
    var random = RandomSource(seed: 1)
    for _ in 0..<20 { #expect(keys.shuffled(using: &random).sorted() == keys) }
    #expect(AttributeKey.known == Array(keys.prefix(12)))
    #expect(keys.map(\.isKnown) == (0..<17).map { $0 < 12 })
    #expect(
      keys.filter(\.isSingle) == [.year, .rating, .runtime, .note, .imdb, .tmdb, .letterboxd])
    #expect(keys.filter(\.isList) == [.watched, .genre, .director, .tag, .aka])
  }

  @Test("'genres' and 'directors' are names of keys", arguments: ["genre", "director"])
  func plural(name: String) throws {
    #expect(try AttributeKey(name + "s") == AttributeKey(name))
    let attributes = try JSONDecoder().decode(
      MovieAttributes.self, from: Data(#"{"\#(name)s": ["x"]}"#.utf8))
    #expect(try attributes == MovieAttributes([AttributeKey(name): ["x"]]))
  }

  @Test(
    "A name of another program becomes a key, if a letter remains",
    arguments: [
      ("IMDb ID", "imdb_id"), ("Year", "year"), (" 2nd  Title ", "nd_title"), ("a--b", "a_b"),
      ("Größe", "gr_e"), ("_x_", "x"), ("x_", "x_"), ("a__b", "a__b"), ("year_", "year_"),
      ("X_", "x"), ("Genres", "genre"), ("directors", "director"), ("Director", "director"),
      ("Actor", "actor_"), ("has", "has_"), ("9", nil), ("", nil), ("日本", nil),
      (String(repeating: "K", count: 65), nil),
    ])
  func foreign(name: String, key: String?) {
    #expect(AttributeKey(foreignName: name)?.name == key)
  }

  @Test("A key from any name is valid")
  func foreignIsValid() throws {
    for text in Generated.texts {
      guard let key = AttributeKey(foreignName: text) else { continue }
      #expect(try AttributeKey(key.name) == key)
    }
  }
}
