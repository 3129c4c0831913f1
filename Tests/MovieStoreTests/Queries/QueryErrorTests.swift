import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct QueryErrorTests {
  private static let words = Array(repeating: "a", count: 64).joined(separator: " ")

  @Test(
    "Each reading function rejects a query that cannot be run",
    arguments: [
      (words + " a", nil, 0, "the text to search for has more than 64 words"),
      ("a\0", nil, 0, "the text to search for contains a NUL character"),
      ("\0", nil, 0, "the text to search for contains a NUL character"),
      ("", -1, 0, "the limit -1 is negative"), ("", .min, 3, "the limit \(Int.min) is negative"),
      ("e", 5, -3, "the offset -3 is negative"),
      ("", nil, .min, "the offset \(Int.min) is negative"),
      ("e", -2, -3, "the limit -2 is negative"),
    ] as [(String, Int?, Int, String)])
  func errors(search: String, limit: Int?, offset: Int, sentence: String) throws {
    var store = try Catalog.holding(["e", "Heat"])
    for order in [MovieQuery.Order.title, .added, .relevance, .random(seed: 1)] {
      let query = MovieQuery(search: search, order: order, limit: limit, offset: offset)
      try expectRejected(query, sentence, in: &store)
    }
    for order in [ActorQuery.Order.name, .movies] {
      let query = ActorQuery(search: search, order: order, limit: limit, offset: offset)
      expectInvalid(sentence, .query) { try store.actors(query) }
      expectInvalid(sentence, .query) { try store.actorCount(query) }
      expectInvalid(sentence, .query) { try store.forEachActor(query) { _ in } }
    }
  }

  private func expectRejected(
    _ query: MovieQuery, _ sentence: String, in store: inout Catalog
  ) throws {
    let file = TemporaryDirectory.path("out.json")
    expectInvalid(sentence, .query) { try store.movies(query) }
    expectInvalid(sentence, .query) { try store.movieCount(query) }
    expectInvalid(sentence, .query) { try store.movieIDs(query) }
    expectInvalid(sentence, .query) { try store.forEachMovie(query) { _ in } }
    expectInvalid(sentence, .query) { try store.exportMovies(query, to: file, as: .json) }
    expectInvalid(sentence, .query) { try store.page(of: query, at: .first, rows: 5) }
    expectInvalid(sentence, .query) { try store.delete(.query(query)) { _ in } }
    #expect(try Files.names(in: TemporaryDirectory.current).isEmpty)
    #expect(try store.movieCount() == 2)
  }

  @Test(
    "A text without any word matches all, and is read back as given",
    arguments: ["", " ", "\t\u{3000}\n", "\u{301}", "\u{301} \u{308}"])
  func blank(search: String) throws {
    var store = try Catalog()
    try store.add("Heat", "Al")
    try store.add("Ran", "Bo")
    for order in [MovieQuery.Order.title, .relevance] {
      let query = MovieQuery(search: search, order: order)
      #expect(query.search.bytes == search.bytes)
      #expect(try store.ids(query) == [1, 2])
      #expect(try store.movieCount(query) == 2)
    }
    #expect(try store.names(ActorQuery(search: search)) == ["Al", "Bo"])
    #expect(try store.actorCount(ActorQuery(search: search)) == 2)
  }

  @Test("64 words, a limit of 0 and the highest limit and offset are valid")
  func valid() throws {
    let store = try Catalog.holding(["a", "b"])
    #expect(try store.ids(MovieQuery(search: Self.words)) == [1])
    #expect(try store.ids(MovieQuery(limit: 0)).isEmpty)
    #expect(try store.ids(MovieQuery(limit: .max)) == [1, 2])
    #expect(try store.ids(MovieQuery(search: "a", limit: .max, offset: .max)).isEmpty)
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
