import InterchangeTestSupport
import MovieInterchange
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The ids that an import assigns if few are left or unusual ones are in use.
@Suite(.limited, .temporaryDirectory) struct ImportIDTests {
  /// Creates a file whose counters have these values.
  private static func catalog(_ movies: Int64, _ actors: Int64) throws -> String {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try store.add("First", "Al")
    try OtherProgram.run(
      path, "UPDATE sqlite_sequence SET seq = \(movies) WHERE name = 'MovieModel'",
      "UPDATE sqlite_sequence SET seq = \(actors) WHERE name = 'ActorModel'")
    return path
  }

  private static func add(_ count: Int, to store: inout Catalog, imports: Bool) throws {
    let drafts = try (0..<count).map { try draft("Movie \($0)", ["New \($0)"]) }
    if imports {
      try store.importMovies(from: drafts.sources(1), ImportOptions(records: .added))
    } else {
      for draft in drafts { _ = try store.add(draft) }
    }
  }

  @Test(
    "Fails as adding does if no id is left, and changes nothing",
    arguments: [(.max, 5), (5, .max), (.max, .max)] as [(Int64, Int64)], [true, false])
  func noneLeft(counters: (Int64, Int64), imports: Bool) throws {
    let path = try Self.catalog(counters.0, counters.1)
    let before = try Files.bytes(path)
    var store = try Catalog(path: path, access: .writing)
    let error = try storeProblem { try Self.add(1, to: &store, imports: imports) }
    #expect(error == .idsExhausted(path: path))
    #expect(try Files.bytes(path) == before)
  }

  @Test("Assigns the last ids, then fails", arguments: [true, false])
  func last(imports: Bool) throws {
    let path = try Self.catalog(.max - 2, 1)
    let before = try CatalogState(path)
    var store = try Catalog(path: path, access: .writing)
    if imports {
      #expect(throws: StoreError(.idsExhausted(path: path))) {
        try Self.add(3, to: &store, imports: true)
      }
      #expect(try CatalogState(path) == before)
    }
    try Self.add(2, to: &store, imports: imports)
    #expect(try store.ids(order: .added) == [1, .max - 1, .max])
    #expect(throws: StoreError.self) { try Self.add(1, to: &store, imports: imports) }
    try CatalogState.expectSound(path)
  }

  @Test(
    "Treats unusual third-party ids and counters as adding does",
    arguments: [
      ["INSERT INTO MovieModel(id, title) VALUES (-7, 'x'), (90, 'y')"],
      ["UPDATE MovieModel SET id = -7", "DELETE FROM sqlite_sequence"],
      ["UPDATE MovieModel SET id = -7", "UPDATE sqlite_sequence SET seq = -20"],
      ["UPDATE ActorModel SET id = -3", "UPDATE sqlite_sequence SET seq = -2"],
      ["DELETE FROM MovieModel", "UPDATE sqlite_sequence SET seq = -20"],
      ["UPDATE ActorModel SET id = 5000000000", "DELETE FROM MovieModel"],
      ["UPDATE MovieModel SET id = 40, sortableTitle = ''", "DELETE FROM sqlite_sequence"],
    ])
  func unusual(statements: [String]) throws {
    let path = try Self.catalog(1, 1)
    try OtherProgram.run(path, statements)
    let other = try OldCatalog.copy(path, to: "other.db")
    for (path, imports) in [(path, true), (other, false)] {
      var store = try Catalog(path: path, access: .writing)
      try Self.add(3, to: &store, imports: imports)
    }
    #expect(try CatalogState(path) == CatalogState(other))
    try SearchIndexState.expectCurrent(path)
  }
}
