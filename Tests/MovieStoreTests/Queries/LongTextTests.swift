import MovieStore
import StoreTestSupport
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

  @Test("A name of a change is reported as too long, and nothing is changed")
  func tooLong() throws {
    var store = try Catalog.holding(["a"])
    let text = String(repeating: "a", count: 16 << 20 + 1)
    expectInvalid("a text is longer than 16 MiB") {
      try store.write(text) { store in _ = try store.add("b") }
    }
    #expect(try store.titles() == ["a"])
  }

  @Test("Name no movie and no actor", .fullTier)
  func reference() throws {
    let store = try Catalog.holding(["a"])
    let text = String(repeating: "a", count: 16 << 20 + 1)
    expectInvalid("a text is longer than 16 MiB") { _ = try store.actor(named: text) }
    #expect(throws: StoreError.unknown(.title(text))) {
      try store.movies(referredToBy: [.title(text)])
    }
  }
}
