import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// `Catalog.read` and `Catalog.transaction`.
@Suite(.limited, .temporaryDirectory) struct StoreTransactionTests {
  struct Stop: Error {}

  @Test("Changes in one closure are made together, and can be read in it")
  func together() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path)
    let other = try Catalog(path: path, access: .reading)
    let titles = try store.write { store in
      try store.add("Heat", "Al")
      let ran = try store.add("Ran", "Al")
      try store.toggleFavorite(id: ran.id)
      #expect(try other.movieCount() == 0)
      #expect(try store.movies([.title("ran")]).map(\.isFavorite) == [true])
      return try store.titles()
    }
    #expect(titles == ["Heat", "Ran"])
    #expect(try other.movieCount() == 2)
    try SearchIndexState.expectCurrent(path)
  }

  @Test("Whatever is thrown, nothing is changed", arguments: [0, 1, 2])
  func thrown(kind: Int) throws {
    let path = try Catalog.file(holding: ["a"])
    let before = try CatalogState(path)
    var store = try Catalog(path: path)
    #expect(throws: (any Error).self) {
      try store.write { store in
        try store.add("Heat", "Al")
        try store.addNumbered(1...(kind == 0 ? 1_100 : 20))
        switch kind {
        case 0: throw Stop()
        case 1: try store.delete(id: 9_999)
        default: throw StoreError(.outOfMemory)
        }
      }
    }
    #expect(try CatalogState(path) == before)
    #expect(try store.history().map(\.id) == [1])
    // The store can be used afterwards.
    try store.add("Heat", "Al")
    #expect(try store.titles() == ["a", "Heat"])
    #expect(try store.history().map(\.id) == [2, 1])
    try SearchIndexState.expectCurrent(path)
  }

  @Test("Closures can have typed throws and any result")
  func typedThrows() async throws {
    var store = try Catalog.holding(["a"])
    try store.write { store throws(StoreError) in _ = try store.add(MovieDraft(title: "b")) }
    let counts = try store.read { store throws(StoreError) in
      (try store.movieCount(), try store.actorCount())
    }
    #expect(counts == (2, 0))
    try store.forEachMovie { movie throws(StoreError) in
      if movie.title == "c" { throw StoreError(.outOfMemory) }
    }
    let repository = MovieRepository()
    try await repository.write { store throws(StoreError) in
      _ = try store.add(MovieDraft(title: "b"))
    }
    let pair = try await repository.read { store throws(StoreError) in
      (try store.movieCount(), try store.actorCount())
    }
    #expect(pair == (1, 0))
    let live = repository.observe { store throws(StoreError) in
      (try store.movieCount(), try store.actorCount())
    }
    for try await pair in live {
      #expect(pair == (1, 0))
      break
    }
  }

  @Test("An error that the closure catches rolls back only its own call")
  func caught() throws {
    let path = try Catalog.file(holding: ["a"])
    var store = try Catalog(path: path)
    try store.write { store in
      let heat = try store.add("Heat", "Al", "Val")
      #expect(throws: StoreError.self) { try store.delete(ids: [heat.id, 9_999]) }
      #expect(throws: Stop.self) {
        try store.write { store in
          try store.add("Ran")
          throw Stop()
        }
      }
      try store.add("Up")
    }
    #expect(try store.titles() == ["a", "Heat", "Up"])
    #expect(try store.history().map(\.movieCount) == [2, 1])
    try CatalogState.expectSound(path)
  }

  @Test("Additions of many movies can be part of a transaction")
  func bulk() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path)
    try store.write { store in
      try store.add(contentsOf: (1...2_000).map { try draft("m\($0)", ["a\($0 % 7)"]) })
      #expect(try store.movieCount([.title("m199")]) == 11)
      try store.addNumbered(1...10)
      try store.delete(id: 1)
    }
    #expect(try store.movieCount() == 2_009)
    #expect(try store.history().map(\.movieCount) == [2_011])
    try CatalogState.expectSound(path)
  }

  @Test("After a failure that makes SQLite roll back, the closure cannot continue outside")
  func rolledBack() throws {
    let path = try Catalog.file(holding: ["a"])
    var store = try Catalog(path: path)
    let pages = try store.core.connection.queryInt("PRAGMA page_count")
    try store.core.connection.execute("PRAGMA max_page_count = \(raw: pages + 4)")
    #expect(throws: StoreError(.diskFull(path: path))) {
      try store.write { store in
        try store.add("b")
        do { try store.addNumbered(1...5_000) } catch let error as StoreError
          where error.category == .storage
        {}
        // Whether SQLite rolled back only the call or the whole transaction, nothing of it is kept.
        for number in 0..<3_000 { try store.add("c\(number)", "a\(number)") }
      }
    }
    #expect(try Catalog(path: path).titles() == ["a"])
    try CatalogState.expectSound(path)
  }

  @Test("Reads in one closure see one state, and can be nested")
  func snapshot() throws {
    let path = try Catalog.file(holding: ["a", "b"])
    try OtherProgram.run(path, "PRAGMA journal_mode = wal")
    let store = try Catalog(path: path, access: .reading)
    var other = try Catalog(path: path)
    let counts = try store.read { store in
      let before = try store.movieCount()
      try other.add("c")
      var seen = 0
      try store.forEachMovie { _ in seen += try store.read { try $0.movieCount() } }
      return [before, try store.movieCount(), seen]
    }
    #expect(counts == [2, 2, 4])
    #expect(try store.movieCount() == 3)
  }

  @Test("A dry run shows its changes in the closure, and keeps none")
  func dryRun() throws {
    let path = try Catalog.file(holding: ["a"])
    var store = try Catalog(path: path, access: .dryRun)
    let titles = try store.write { store in
      try store.add("b")
      try store.delete(id: 1)
      return try store.titles()
    }
    #expect(titles == ["b"])
    #expect(try store.titles() == ["a"])
  }

  @Test("Random changes in nested transactions leave what a model predicts")
  func model() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path)
    for seed in 0..<30 as Range<UInt64> {
      var random = RandomSource(seed: seed)
      let before = try store.ids(order: .added)
      let (after, isKept) = try Self.change(&store, before, depth: 0, &random)
      #expect(try store.ids(order: .added) == (isKept ? after : before))
    }
    try CatalogState.expectSound(path)
  }

  /// Makes random changes in a transaction, and returns the ids that result, and whether it was kept.
  private static func change(
    _ store: inout Catalog, _ ids: [Int64], depth: Int, _ random: inout RandomSource
  ) throws -> (ids: [Int64], isKept: Bool) {
    var current = ids
    do {
      try store.write { store in
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          switch Int.random(in: 0..<4, using: &random) {
          case 0 where !current.isEmpty:
            let id = current.remove(at: Int.random(in: 0..<current.count, using: &random))
            try store.delete(id: Movie.ID(rawValue: id))
          case 1 where depth < 3:
            let inner = try change(&store, current, depth: depth + 1, &random)
            if inner.isKept { current = inner.ids }
          default:
            current.append(
              try store.add("m\(Int.random(in: 0..<99, using: &random))", "a").id.rawValue)
          }
        }
        if Int.random(in: 0..<3, using: &random) == 0 { throw Stop() }
      }
    } catch is Stop {
      return (ids, false)
    }
    return (current, true)
  }
}
