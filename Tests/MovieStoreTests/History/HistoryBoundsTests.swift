import MovieStore
import TestSupport
import Testing

/// The limits of the history: 10,000 movie values and 16 MiB.
@Suite(.limited, .temporaryDirectory) struct HistoryBoundsTests {
  /// A catalog in memory with movies that are no favorites, and without history.
  private static func store(_ count: Int) throws -> MovieStore {
    var store = try MovieStore()
    try store.seed(count, seed: 1, favoritePercent: 0)
    try store.clearHistory()
    return store
  }

  private static func ids(_ range: ClosedRange<Int64>) -> [Movie.ID] {
    range.map { Movie.ID(rawValue: $0) }
  }

  private static func favorites(_ store: borrowing MovieStore) throws -> Int {
    try store.movieCount(MovieQuery(favoritesOnly: true))
  }

  @Test("A change of 10,000 movies can be undone and redone, one of 10,001 is not stored")
  func largest() throws {
    #expect(MovieStore.historyLimit == 10_000)
    var store = try Self.store(10_001)
    try store.setFavorite(true, of: Self.ids(1...10_000))
    try store.undo()
    #expect(try Self.favorites(store) == 0)
    try store.redo()
    #expect(try Self.favorites(store) == 10_000)
    try store.undo()

    try store.setFavorite(true, of: Self.ids(1...10_001))
    let entry = try #require(try store.history().first)
    #expect(!entry.isStored && entry.movieCount == 10_001)
    #expect(entry.summary == "added 10,001 movies to favorites")
    #expect(try store.changes(of: entry.id) == [])
    #expect(throws: StoreError.cannotUndo(entry, .notStored)) { try store.undo() }
    // Later changes can be undone, up to this entry.
    try store.toggleFavorite(id: 1)
    try store.undo()
    #expect(throws: StoreError.cannotUndo(entry, .notStored)) { try store.undo() }
    #expect(try Self.favorites(store) == 10_001)
  }

  @Test("A change deletes the oldest entries over the limit; an undo or a redo deletes none")
  func oldest() throws {
    var store = try Self.store(4_000)
    try store.setFavorite(true, of: Self.ids(1...2_000))
    try store.setFavorite(true, of: Self.ids(2_001...4_000))
    try store.setFavorite(false, of: Self.ids(1...3_500))
    try store.setFavorite(true, of: Self.ids(1...2_500))
    #expect(try store.history().map(\.movieCount) == [2_500, 3_500, 2_000, 2_000])
    for count in [1_500 - 1_000, 4_000, 2_000, 0] {
      try store.undo()
      #expect(try Self.favorites(store) == count)
    }
    while try store.redo() != nil {}
    #expect(try store.history().count == 12)
    #expect(try Self.favorites(store) == 3_000)
    try store.setFavorite(false, of: [1, 2])
    // 10,002 values are over the limit.
    #expect(try store.history().last?.movieCount == 2_000)
    #expect(try store.history().filter { $0.kind == .change }.count == 4)
    for _ in 0..<4 { try store.undo() }
    #expect(try store.undo() == nil)
    #expect(try Self.favorites(store) == 2_000)
  }

  @Test("The values of all entries together have at most 16 MiB")
  func bytes() throws {
    let path = try MovieStore.file()
    var store = try MovieStore.withoutDurability(path)
    // A control character has six bytes in JSON, and the title is stored twice.
    let title = String(repeating: "\u{1}", count: MovieDraft.textByteLimit)
    try store.add(title)
    for _ in 0..<50 { try store.toggleFavorite(id: 1) }
    let count = try store.history().count
    #expect((20..<50).contains(count))
    let sums = try OtherProgram.rows(
      path, columns: 2,
      """
      SELECT sum(length(CAST(before AS BLOB)) + length(CAST(after AS BLOB))) BETWEEN 15000000 AND 16777216,
        count(*) FROM movieHistoryChange
      """)
    #expect(sums == [["1", "\(count)"]])
    for _ in 0..<count { #expect(try store.undo() != nil) }
    #expect(try store.undo() == nil)
    for _ in 0..<count { #expect(try store.redo() != nil) }
    #expect(try store.movie(id: 1)?.isFavorite == false)
  }

  @Test(
    "Values of nearly 16 MiB are stored or not, but the change is made", arguments: [0, 30, 100])
  func row(margin: Int) throws {
    var store = try MovieStore()
    func name(_ number: Int, _ length: Int) -> String {
      String(repeating: "\u{1}", count: length - 3) + "\(100 + number)"
    }
    let names = (0..<84).map { name($0, MovieDraft.textByteLimit) }
    // Both values of the movie together have nearly 16 MiB.
    let fill = try Self.length(names + [name(84, 10), name(85, 10)])
    let rest = (((16 << 20) - margin) / 2 - fill) / 6
    try store.add(draft("Long", names + [name(84, 10 + rest / 2), name(85, 10 + rest - rest / 2)]))
    try store.toggleFavorite(id: 1)
    #expect(try store.movie(id: 1)?.isFavorite == true)
    #expect(try store.movie(id: 1)?.cast.count == 86)
  }

  /// The number of bytes of the value of a movie with the cast.
  private static func length(_ cast: [String]) throws -> Int {
    let path = try MovieStore.file("length.db")
    var store = try MovieStore.withoutDurability(path)
    try store.add(draft("Long", cast))
    let length = try OtherProgram.texts(
      path, "SELECT length(CAST(after AS BLOB)) FROM movieHistoryChange")
    return try #require(Int(length[0]))
  }

  @Test("An import of more than 10,000 movies can be undone, but not redone")
  func largeImport() throws {
    var store = try MovieStore.holding(["a"])
    try store.seed(10_001, seed: 1)
    let entry = try #require(try store.nextUndo())
    #expect(entry.isStored && entry.importedMovieCount == 10_001)
    try store.undo()
    #expect(try store.titles() == ["a"])
    #expect(try store.actorCount() == 0)
    let undone = try #require(try store.nextRedo())
    #expect(throws: StoreError.cannotRedo(undone, .notStored)) { try store.redo() }
    #expect(try store.undo()?.summary == "added 'a'")
  }

  @Test("An import is redone exactly, with its ids")
  func smallImport() throws {
    let path = try MovieStore.file(holding: ["a"])
    var store = try MovieStore.withoutDurability(path)
    let before = try CatalogContent(path, store)
    try store.seed(2_000, seed: 1)
    let after = try CatalogContent(path, store)
    for _ in 0..<2 {
      try store.undo()
      #expect(try CatalogContent(path, store) == before)
      try store.redo()
      #expect(try CatalogContent(path, store) == after)
    }
    try SearchIndexState.expectCurrent(path)
  }

  @Test("The undo of an import deletes no entries that can be undone")
  func importAfterChanges() throws {
    var store = try Self.store(6_000)
    try store.setFavorite(true, of: Self.ids(1...6_000))
    try store.seed(5_000, seed: 2, favoritePercent: 0)
    for _ in 0..<3 {
      try store.undo()
      #expect(try store.movieCount() == 6_000)
      try store.undo()
      #expect(try Self.favorites(store) == 0)
      try store.redo()
      try store.redo()
      #expect(try store.movieCount() == 11_000)
    }
    // The values of the import are stored only as long as it can be redone.
    #expect(try store.statistics().history.movies == 6_000)
    try store.undo()
    #expect(try store.statistics().history.movies == 11_000)
    try store.toggleFavorite(id: 1)
    #expect(try store.statistics().history.movies == 6_001)
  }

  @Test("Imports are undone and redone while the history is full")
  func fullHistory() throws {
    var store = try Self.store(5_000)
    for isFavorite in [true, false] { try store.setFavorite(isFavorite, of: Self.ids(1...5_000)) }
    try store.seed(3, seed: 2)
    try store.toggleFavorite(id: 5_001)
    try store.edit(id: 5_002, MovieEdit(title: "Mine"))
    let movies = try store.movies()
    for _ in 0..<3 { try store.undo() }
    #expect(try store.movieCount() == 5_000)
    for _ in 0..<3 { try store.redo() }
    #expect(try store.movies() == movies)
  }

  @Test("A second import of more than 10,000 movies in a transaction is not stored")
  func secondImport() throws {
    var store = try MovieStore()
    try store.transaction { store in
      try store.seed(2, seed: 1)
      try store.seed(10_001, seed: 2)
    }
    let entry = try #require(try store.nextUndo())
    #expect(!entry.isStored && entry.movieCount == 10_003 && entry.importedMovieCount == 2)
    #expect(throws: StoreError.cannotUndo(entry, .notStored)) { try store.undo() }
    #expect(try store.movieCount() == 10_003)
  }
}
