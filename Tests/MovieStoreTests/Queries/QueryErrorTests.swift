import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct QueryErrorTests {
  private static let words = Array(repeating: "a", count: 64).joined(separator: " ")

  @Test(
    "Each reading function rejects a query that cannot be run",
    arguments: [
      ([.text("a\0")], nil, 0, "the text to search for contains a NUL character"),
      ([.actor("\u{301}")], nil, 0, "'\u{301}' has no letters to look for"),
      (
        MovieQuery(Array(repeating: .isFavorite, count: 65)), nil, 0,
        "the query has more than 64 terms"
      ),
      (.all, -1, 0, "the limit -1 is negative"),
      (.all, .min, 3, "the limit \(Int.min) is negative"),
      ([.text("e")], 5, -3, "the offset -3 is negative"),
      (.all, nil, .min, "the offset \(Int.min) is negative"),
    ] as [(MovieQuery, Int?, Int, String)])
  func errors(query: MovieQuery, limit: Int?, offset: Int, sentence: String) throws {
    var store = try Catalog.holding(["e", "Heat"])
    for order in [MovieOrder.title, .added, .relevance, .random(seed: 1)] {
      try expectRejected(
        Listing(query, order: order, limit: limit, offset: offset), sentence, in: &store)
    }
  }

  private func expectRejected(
    _ list: Listing, _ sentence: String, in store: inout Catalog
  ) throws {
    let (query, limit, offset) = (list.query, list.limit, list.offset)
    expectInvalid(sentence, .query) { try store.movies(list) }
    expectInvalid(sentence, .query) {
      try store.movieIDs(query, order: list.order, limit: limit, offset: offset)
    }
    expectInvalid(sentence, .query) {
      try store.forEachMovie(query, order: list.order, limit: limit, offset: offset) { _ in }
    }
    if limit == nil, offset == 0 {
      expectInvalid(sentence, .query) { try store.movieCount(query) }
      expectInvalid(sentence, .query) { try store.page(of: list, at: .first, rows: 5) }
      expectInvalid(sentence, .query) { try store.delete(.query(query)) { _ in } }
    }
    #expect(try store.movieCount() == 2)
  }

  @Test(
    "Each function about actors rejects a query that cannot be run",
    arguments: [
      (words + " a", nil, 0, "the query has more than 64 terms"),
      ("a\0", nil, 0, "the text to search for contains a NUL character"),
      ("", -1, 0, "the limit -1 is negative"), ("e", 5, -3, "the offset -3 is negative"),
    ] as [(String, Int?, Int, String)])
  func actorErrors(search: String, limit: Int?, offset: Int, sentence: String) throws {
    let store = try Catalog.holding(["e", "Heat"])
    for order in [ActorQuery.Order.name, .movies] {
      let query = ActorQuery(search: search, order: order, limit: limit, offset: offset)
      expectInvalid(sentence, .query) { try store.actors(query) }
      expectInvalid(sentence, .query) { try store.actorCount(query) }
      expectInvalid(sentence, .query) { try store.forEachActor(query) { _ in } }
    }
  }

  @Test(
    "A text without any word matches all actors",
    arguments: ["", " ", "\t\u{3000}\n", "\u{301}", "\u{301} \u{308}"])
  func blank(search: String) throws {
    var store = try Catalog()
    try store.add("Heat", "Al")
    try store.add("Ran", "Bo")
    #expect(try store.names(ActorQuery(search: search)) == ["Al", "Bo"])
    #expect(try store.actorCount(ActorQuery(search: search)) == 2)
  }

  @Test("64 words, a limit of 0 and the highest limit and offset are valid")
  func valid() throws {
    let store = try Catalog.holding(["a", "b"])
    #expect(try store.ids(.titles(Self.words)) == [1])
    #expect(try store.ids(limit: 0).isEmpty)
    #expect(try store.ids(limit: .max) == [1, 2])
    #expect(try store.ids([.title("a")], limit: .max, offset: .max).isEmpty)
    #expect(try store.names(ActorQuery(limit: .max, offset: .max)).isEmpty)
  }

  @Test("The error about an unknown movie names it")
  func descriptions() {
    #expect("\(StoreError.unknown(.id(7)))" == "no movie has the id 7")
    #expect("\(StoreError.unknown(.title("Heat")))" == "no movie matches 'Heat'")
    #expect("\(StoreError.unknown(.title("id:abc")))" == "no movie matches 'id:abc'")
    #expect("\(StoreError.unknown(.number(7, digits: "007")))" == "no movie matches '007'")
    #expect("\(StoreError.unknown(.range(3, 9)))" == "no movie matches '3..9'")
  }
}
