import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Adding a sequence of drafts gives the same catalog as adding them one by one.
@Suite(.limited, .temporaryDirectory) struct AddContentsTests {
  @Test(
    "All rows and schema objects are equal, and an undo restores the catalog",
    arguments: [(0, 0), (0, 1), (40, 60), (0, 1_100)])
  func same(existing: Int, coming: Int) throws {
    var generated = GeneratedDrafts(seed: UInt64(coming), names: 300)
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    for draft in try generated.next(existing) { try store.add(draft) }
    let expected = try OldCatalog.copy(path, to: "expected.db")
    let before = try CatalogContent(path, store)
    let drafts = try generated.next(coming)
    #expect(try store.add(contentsOf: drafts) == coming)
    var other = try Catalog.withoutDurability(expected)
    try other.write { store in for draft in drafts { try store.add(draft) } }
    #expect(try CatalogContent(path, store) == CatalogContent(expected, other))
    try SearchIndexState.expectCurrent(path)
    if coming > 0 { #expect(try store.undo()?.movieCount == coming) }
    #expect(try CatalogContent(path, store) == before)
    try store.expectUsable()
  }

  @Test("A draft that cannot be stored adds nothing")
  func invalid() throws {
    let path = try Catalog.file(holding: ["a"])
    var store = try Catalog(path: path)
    let drafts = (0..<600).lazy.map { MovieDraft(title: $0 == 599 ? " " : "\($0)") }
    let error = try storeProblem { try store.add(contentsOf: drafts) }
    guard case .invalidInput = error else { throw error }
    #expect(try store.titles() == ["a"])
    #expect(try store.history().count == 1)
    try store.expectUsable()
  }

  @Test("Within a transaction, the drafts are a part of it")
  func nested() throws {
    var store = try Catalog()
    try store.write { store in
      try store.add("first", "Al")
      try store.add(contentsOf: [draft("second", ["Al"]), draft("third", ["Bo"])])
      try store.delete(2)
    }
    #expect(try store.titles() == ["first", "third"])
    #expect(try store.names() == ["Al", "Bo"])
    try store.undo()
    #expect(try store.movieCount() == 0 && store.actorCount() == 0)
  }

  @Test("A cancelled task adds nothing")
  func cancelled() async throws {
    let repository = MovieRepository()
    let drafts = (0..<5_000).map { MovieDraft(title: "\($0)") }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await repository.write { try $0.add(contentsOf: drafts) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await repository.read { try $0.movies() } == [])
    #expect(try await repository.write { try $0.add(contentsOf: drafts) } == 5_000)
  }
}
