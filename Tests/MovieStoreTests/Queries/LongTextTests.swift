import MovieStore
import TestSupport
import Testing

/// Texts of a caller that are longer than SQLite's limit of a value.
@Suite(.limited) struct LongTextTests {
  @Test("Are reported as too long, and change nothing")
  func tooLong() throws {
    var store = try Catalog.holding(["a"])
    let text = String(repeating: "a", count: 16 << 20 + 1)
    let calls: [(inout Catalog) throws -> Void] = [
      { _ = try $0.actor(named: text) },
      { try $0.write(text) { store in _ = try store.add("b") } },
    ]
    let queries: [(inout Catalog) throws -> Void] = [
      { _ = try $0.movies([.title(text)]) },
      { _ = try $0.movieCount(MovieQuery(text)) },
      { _ = try $0.actors(ActorQuery(search: text)) },
    ]
    for call in queries { expectInvalid("the query is longer than 64 KiB") { try call(&store) } }
    for call in calls { expectInvalid("a text is longer than 16 MiB") { try call(&store) } }
    #expect(throws: StoreError.unknown(.title(text))) {
      try store.movies(referredToBy: [.title(text)])
    }
    #expect(try store.titles() == ["a"])
  }
}
