import MovieStore
import TestSupport
import Testing

/// Texts of a caller that are longer than a query can be, or than SQLite's limit of a value.
@Suite(.limited) struct LongTextTests {
  @Test("Queries are reported as too long")
  func queries() throws {
    let store = try Catalog()
    let text = String(repeating: "a", count: 64 << 10 + 1)
    let problem = "the query is longer than 64 KiB"
    expectInvalid(problem) { _ = try store.movies([.title(text)]) }
    expectInvalid(problem) { _ = try store.movieCount(MovieQuery(text)) }
    expectInvalid(problem) { _ = try store.actors(ActorQuery(search: text)) }
  }

  @Test("Are reported as too long, and change nothing")
  func tooLong() throws {
    var store = try Catalog.holding(["a"])
    let text = String(repeating: "a", count: 16 << 20 + 1)
    let problem = "a text is longer than 16 MiB"
    expectInvalid(problem) { _ = try store.actor(named: text) }
    expectInvalid(problem) { try store.write(text) { store in _ = try store.add("b") } }
    #expect(try store.titles() == ["a"])
  }

  @Test("Name no movie", .fullTier)
  func reference() throws {
    let store = try Catalog.holding(["a"])
    let text = String(repeating: "a", count: 16 << 20 + 1)
    #expect(throws: StoreError.unknown(.title(text))) {
      try store.movies(referredToBy: [.title(text)])
    }
  }
}
