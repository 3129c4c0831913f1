import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The limits of the history, lowered where a test would take long.
@Suite(.limited, .temporaryDirectory) struct HistoryBoundsTests {
  /// A catalog in memory with movies that are no favorites, and without history.
  private static func store(
    _ count: Int, limits: HistoryLimits = HistoryLimits()
  ) throws -> Catalog {
    var store = try Catalog()
    store.historyLimits = limits
    try store.addNumbered(1...count)
    try store.clearHistory()
    return store
  }

  private static func ids(_ range: ClosedRange<Int64>) -> [Movie.ID] {
    range.map { Movie.ID(rawValue: $0) }
  }

  private static func favorites(_ store: borrowing Catalog) throws -> Int {
    try store.movieCount([.isFavorite])
  }

  @Test("The history stores changes of a million movies and 256 MiB")
  func standard() {
    #expect(Catalog.historyLimit == 1_000_000)
    #expect(HistoryLimits().bytes == 256 << 20)
  }

  @Test(
    "A change of as many movies as the limit can be undone and redone, one of more is not stored")
  func largest() throws {
    var store = try Self.store(11, limits: HistoryLimits(movies: 10))
    try store.setFavorite(true, of: Self.ids(1...10))
    try store.undo()
    #expect(try Self.favorites(store) == 0)
    try store.redo()
    #expect(try Self.favorites(store) == 10)
    try store.undo()

    try store.setFavorite(true, of: Self.ids(1...11))
    let entry = try #require(try store.history().first)
    #expect(!entry.isStored && entry.movieCount == 11)
    #expect(entry.summary == "added 11 movies to favorites")
    #expect(try store.changes(of: entry.id) == [])
    #expect(throws: StoreError(.cannotUndo(entry, .notStored))) { try store.undo() }
    // Later changes can be undone, up to this entry.
    try store.toggleFavorite(id: 1)
    try store.undo()
    #expect(throws: StoreError(.cannotUndo(entry, .notStored))) { try store.undo() }
    #expect(try Self.favorites(store) == 11)
  }

  @Test("A change that cannot be undone is not made if it must be", arguments: [10, 100])
  func irreversible(limit: Int) throws {
    var store = try Self.store(limit + 1, limits: HistoryLimits(movies: limit))
    let all = MovieSelection.query(MovieQuery.all)
    #expect(throws: Catalog.IrreversibleChange.self) {
      try store.setFavorite(true, of: all, allowsIrreversible: false) { _ in }
    }
    #expect(throws: Catalog.IrreversibleChange.self) {
      try store.edit(all, allowsIrreversible: false) { _ in
        MovieEdit(isFavorite: true)
      } _: { _ in
      }
    }
    #expect(try Self.favorites(store) == 0)
    #expect(try store.history() == [])
    #expect(try store.setFavorite(true, of: .query(.all, limit: limit)) { _ in })
    #expect(try store.undo()?.movieCount == limit)
  }

  @Test("The changes of a large transaction are merged")
  func merged() throws {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.addNumbered(1...150)
    let before = try CatalogContent(path, store)
    struct Cancelled: Error {}
    try store.write { store in
      try store.setFavorite(true, of: Self.ids(1...120))
      try store.setFavorite(false, of: Self.ids(1...70))
      do {
        try store.write { store in
          try store.delete(ids: Self.ids(1...110))
          throw Cancelled()
        }
      } catch is Cancelled {}
      for id in Self.ids(69...71) { try store.edit(id: id, MovieEdit(title: "Edited")) }
      try store.delete(ids: Self.ids(119...130))
      for number in 0..<60 { try store.add("Added \(number)") }
      try store.delete(ids: Self.ids(151...152))
    }
    let after = try CatalogContent(path, store)
    let entry = try #require(try store.nextUndo())
    #expect(entry.isStored)
    // Movies 69 to 130, and 58 new ones.
    #expect(entry.movieCount == 62 + 58)
    #expect(try store.changes(of: entry.id).count == entry.movieCount)
    for _ in 0..<2 {
      try store.undo()
      #expect(try CatalogContent(path, store) == before)
      try store.redo()
      #expect(try CatalogContent(path, store) == after)
    }
  }

  @Test("Clearing the history in a transaction leaves the values of its own entry")
  func clearedMeanwhile() throws {
    var store = try Self.store(70)
    try store.write { store in
      try store.setFavorite(true, of: Self.ids(1...60))
      try store.clearHistory()
      try store.setFavorite(true, of: Self.ids(61...70))
    }
    #expect(try store.undo()?.movieCount == 70)
    #expect(try Self.favorites(store) == 0)
  }

  @Test("Changes of the same movies stay within the limit, however often they change")
  func repeated() throws {
    var store = try Self.store(10, limits: HistoryLimits(movies: 10))
    try store.write { store in
      for number in 0..<12 {
        for id in Self.ids(1...10) { try store.edit(id: id, MovieEdit(title: "\(number)")) }
      }
    }
    #expect(try store.undo()?.movieCount == 10)
    #expect(try store.movieCount([.title("11")]) == 0)
  }

  @Test("A transaction whose changes cancel each other out has no entry")
  func cancelled() throws {
    var store = try Self.store(60)
    try store.write { store in
      for isFavorite in [true, false] { try store.setFavorite(isFavorite, of: Self.ids(1...60)) }
    }
    #expect(try store.history() == [])
  }

  @Test("A change deletes the oldest entries over the limit; an undo or a redo deletes none")
  func oldest() throws {
    var store = try Self.store(40, limits: HistoryLimits(movies: 100))
    try store.setFavorite(true, of: Self.ids(1...20))
    try store.setFavorite(true, of: Self.ids(21...40))
    try store.setFavorite(false, of: Self.ids(1...35))
    try store.setFavorite(true, of: Self.ids(1...25))
    #expect(try store.history().map(\.movieCount) == [25, 35, 20, 20])
    for count in [5, 40, 20, 0] {
      try store.undo()
      #expect(try Self.favorites(store) == count)
    }
    while try store.redo() != nil {}
    #expect(try store.history().count == 12)
    #expect(try Self.favorites(store) == 30)
    try store.setFavorite(false, of: [1, 2])
    // 102 values are over the limit.
    #expect(try store.history().last?.movieCount == 20)
    #expect(try store.history().filter { $0.kind == .change }.count == 4)
    for _ in 0..<4 { try store.undo() }
    #expect(try store.undo() == nil)
    #expect(try Self.favorites(store) == 20)
  }

  @Test("Undo and redo in turn delete their oldest entries, but nothing that can be undone")
  func replays() throws {
    var store = try Self.store(3, limits: HistoryLimits(replays: 6))
    try store.addNumbered(1...2)
    try store.toggleFavorite(id: 1)
    for _ in 0..<20 {
      for _ in 0..<2 { #expect(try store.undo() != nil) }
      for _ in 0..<2 { #expect(try store.redo() != nil) }
    }
    #expect(try store.history().count == 8)
    for _ in 0..<2 { #expect(try store.undo() != nil) }
    #expect(try store.undo() == nil)
    #expect(try store.movieCount() == 3)
    for _ in 0..<2 { #expect(try store.redo() != nil) }
    #expect(try store.movieCount() == 5)
  }

  @Test("The values of all entries together are within the limit of bytes")
  func bytes() throws {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    store.historyLimits = HistoryLimits(bytes: 1 << 19)
    // A control character has six bytes in JSON. Each change has the former and the new title.
    let title = String(repeating: "\u{1}", count: 4_092)
    try store.add("\(title)0")
    for number in 1...8 { try store.edit(id: 1, MovieEdit(title: "\(title)\(number)")) }
    let count = try store.history().count
    #expect((3..<8).contains(count))
    let sums = try OtherProgram.rows(
      path, columns: 2,
      """
      SELECT sum(length(CAST(before AS BLOB)) + length(CAST(after AS BLOB))) BETWEEN 350000 AND 524288,
        count(*) FROM movieHistoryChange
      """)
    #expect(sums == [["1", "\(count)"]])
    for _ in 0..<count { #expect(try store.undo() != nil) }
    #expect(try store.undo() == nil)
    for _ in 0..<count { #expect(try store.redo() != nil) }
    #expect(try store.movie(id: 1)?.title == "\(title)8")
  }

  @Test(
    "Values of nearly 16 MiB are stored if they fit into a row, and the change is made", .fullTier,
    arguments: [(500, false), (1_100, true)])
  func row(margin: Int, isStored: Bool) throws {
    var store = try Catalog()
    func name(_ number: Int, _ length: Int) -> String {
      String(repeating: "\u{1}", count: length - 3) + "\(100 + number)"
    }
    let names = (0..<84).map { name($0, MovieDraft.textByteLimit) }
    // Both values of the movie together have nearly 16 MiB.
    let short = try Self.length((0..<86).map { name($0, 10) })
    let rest = (((16 << 20) - margin) / 2 - short) / 6 - 84 * (MovieDraft.textByteLimit - 10)
    try store.add(draft("Long", names + [name(84, 10 + rest / 2), name(85, 10 + rest - rest / 2)]))
    let before = try #require(try store.movie(id: 1))
    #expect(before.cast.count == 86)
    let reversed = MovieDraft(before, cast: before.cast.map(\.name).reversed())
    let after = try store.save(reversed).movie
    let entry = try #require(try store.history().first)
    #expect(after.cast == before.cast.reversed() && entry.isStored == isStored)
    if isStored {
      #expect(try store.changes(of: entry.id) == [.updated(before: before, after: after)])
      try store.undo()
      #expect(try store.movie(id: 1) == before)
    } else {
      #expect(try store.changes(of: entry.id) == [])
      #expect(throws: StoreError(.cannotUndo(entry, .notStored))) { try store.undo() }
    }
  }

  /// The number of bytes of the value of a movie with the cast.
  private static func length(_ cast: [String]) throws -> Int {
    let path = try Catalog.file("length.db")
    var store = try Catalog.withoutDurability(path)
    let movie = try store.add(draft("Long", cast)).movie
    try store.save(MovieDraft(movie, cast: cast.reversed()))
    let length = try OtherProgram.texts(
      path, "SELECT length(CAST(before AS BLOB)) FROM movieHistoryChange WHERE entryID = 2")
    return try #require(Int(length[0]))
  }

  @Test("An import of more movies than the limit can be undone, but not redone")
  func largeImport() throws {
    var store = try Catalog.holding(["a"])
    store.historyLimits = HistoryLimits(movies: 10)
    try store.addNumbered(1...11)
    let entry = try #require(try store.nextUndo())
    #expect(entry.isStored && entry.importedMovieCount == 11)
    try store.undo()
    #expect(try store.titles() == ["a"])
    #expect(try store.actorCount() == 0)
    #expect(try store.history().first { $0.id == entry.id }?.state == .superseded)
    #expect(try store.redo() == nil)
    #expect(try store.undo()?.summary == "added 'a'")
    #expect(try store.redo()?.summary == "added 'a'")
  }

  @Test(
    "After the undo of an import that is too large, changes that were undone before cannot be redone"
  )
  func lostRedos() throws {
    var store = try Catalog()
    store.historyLimits = HistoryLimits(movies: 10)
    try store.add("first")
    for _ in 0..<2 { try store.addNumbered(1...6) }
    try store.add("third")
    let before = try store.movies()
    // The values of the second import are stored; those of both are too many.
    do {
      try store.replay(.undo, 3, allowsIrreversible: false)
      Issue.record("expected an error")
    } catch let error as Catalog.IrreversibleUndo {
      #expect(error.replayed.irreversible.map(\.id) == [2])
      #expect(error.replayed.lostRedos == 3)
    }
    #expect(try store.movies() == before)
    #expect(try store.replay(.undo, 2, allowsIrreversible: false).lostRedos == 0)
    let replayed = try store.replay(.undo, 1)
    #expect(replayed.lostRedos == 3)
    #expect(try store.titles() == ["first"])
    #expect(try store.nextRedo() == nil)
    #expect(try store.historySize.movies == 2)
    // An older change can still be undone and redone.
    try store.undo()
    try store.redo()
    #expect(try store.titles() == ["first"])
  }

  @Test("An import is redone exactly, with its ids")
  func smallImport() throws {
    let path = try Catalog.file(holding: ["a"])
    var store = try Catalog.withoutDurability(path)
    let before = try CatalogContent(path, store)
    try store.addNumbered(1...60)
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
    var store = try Self.store(60, limits: HistoryLimits(movies: 100))
    try store.setFavorite(true, of: Self.ids(1...60))
    try store.addNumbered(1...50)
    for _ in 0..<3 {
      try store.undo()
      #expect(try store.movieCount() == 60)
      try store.undo()
      #expect(try Self.favorites(store) == 0)
      try store.redo()
      try store.redo()
      #expect(try store.movieCount() == 110)
    }
    // The values of the import are stored only as long as it can be redone.
    #expect(try store.historySize.movies == 60)
    try store.undo()
    #expect(try store.historySize.movies == 110)
    try store.toggleFavorite(id: 1)
    #expect(try store.historySize.movies == 61)
  }

  @Test("Imports are undone and redone while the history is full")
  func fullHistory() throws {
    var store = try Self.store(50, limits: HistoryLimits(movies: 100))
    for isFavorite in [true, false] { try store.setFavorite(isFavorite, of: Self.ids(1...50)) }
    try store.addNumbered(1...3)
    try store.toggleFavorite(id: 51)
    try store.edit(id: 52, MovieEdit(title: "Mine"))
    let movies = try store.movies()
    for _ in 0..<3 { try store.undo() }
    #expect(try store.movieCount() == 50)
    for _ in 0..<3 { try store.redo() }
    #expect(try store.movies() == movies)
  }

  @Test("A second import of more movies than the limit in a transaction is not stored")
  func secondImport() throws {
    var store = try Catalog()
    store.historyLimits = HistoryLimits(movies: 10)
    try store.write { store in
      try store.addNumbered(1...2)
      try store.addNumbered(1...11)
    }
    let entry = try #require(try store.history().first)
    #expect(!entry.isStored && entry.movieCount == 13 && entry.importedMovieCount == 2)
    #expect(throws: StoreError(.cannotUndo(entry, .notStored))) { try store.undo() }
    #expect(try store.movieCount() == 13)
  }
}
