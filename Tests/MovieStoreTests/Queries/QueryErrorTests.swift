import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct QueryErrorTests {
  private static let words = Array(repeating: "a", count: 64).joined(separator: " ")

  @Test(
    "Each reading function rejects a query that cannot be run",
    arguments: [
      (words + " a", nil, 0, .tooManyWords(limit: 64)), ("a\0", nil, 0, .containsNUL),
      ("\0", nil, 0, .containsNUL), ("", -1, 0, .negativeLimit(-1)),
      ("", .min, 3, .negativeLimit(.min)), ("e", 5, -3, .negativeOffset(-3)),
      ("", nil, .min, .negativeOffset(.min)), ("e", -2, -3, .negativeLimit(-2)),
    ] as [(String, Int?, Int, QueryError)])
  func errors(search: String, limit: Int?, offset: Int, problem: QueryError) throws {
    var store = try Catalog.holding(["e", "Heat"])
    for order in [MovieQuery.Order.title, .added, .relevance, .random(seed: 1)] {
      let query = MovieQuery(search: search, order: order, limit: limit, offset: offset)
      try expectRejected(query, problem, in: &store)
    }
    for order in [ActorQuery.Order.name, .movies] {
      let query = ActorQuery(search: search, order: order, limit: limit, offset: offset)
      let error = StoreError.invalidQuery(problem)
      #expect(throws: error) { try store.actors(query) }
      #expect(throws: error) { try store.actorCount(query) }
      #expect(throws: error) { try store.forEachActor(query) { _ in } }
    }
  }

  private func expectRejected(
    _ query: MovieQuery, _ problem: QueryError, in store: inout Catalog
  ) throws {
    let error = StoreError.invalidQuery(problem)
    let file = TemporaryDirectory.path("out.json")
    #expect(throws: error) { try store.movies(query) }
    #expect(throws: error) { try store.movieCount(query) }
    #expect(throws: error) { try store.movieIDs(query) }
    #expect(throws: error) { try store.forEachMovie(query) { _ in } }
    #expect(throws: error) { try store.exportMovies(query, to: file, as: .json) }
    #expect(throws: error) { try store.page(of: query, at: .first, rows: 5) }
    #expect(throws: error) { try store.delete(.query(query)) { _ in } }
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

  @Test("Each error has a description")
  func descriptions() {
    #expect(
      "\(StoreError.invalidQuery(.tooManyWords(limit: 64)))"
        == "the text to search for has more than 64 words")
    #expect(
      "\(StoreError.invalidQuery(.containsNUL))"
        == "the text to search for contains a NUL character")
    #expect("\(StoreError.invalidQuery(.negativeLimit(-5)))" == "the limit -5 is negative")
    #expect("\(StoreError.invalidQuery(.negativeOffset(-5)))" == "the offset -5 is negative")
    #expect("\(StoreError.unknownMovie(.id(7)))" == "no movie has the id 7")
    #expect("\(StoreError.unknownMovie(.title("Heat")))" == "no movie matches 'Heat'")
    #expect("\(StoreError.unknownMovie(.number(7, digits: "007")))" == "no movie matches '007'")
    #expect("\(StoreError.unknownMovie(.range(3, 9)))" == "no movie matches '3..9'")
  }
}
