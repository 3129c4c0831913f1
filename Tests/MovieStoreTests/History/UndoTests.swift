import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Undo and redo restore all values exactly.
@Suite(.limited, .temporaryDirectory) struct UndoTests {
  private struct Stop: Error {}

  /// Expects that undo restores the catalog before the change, and redo the one after it.
  private static func expectExact(
    _ path: String, _ store: inout Catalog, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout Catalog) throws -> Void
  ) throws {
    let before = try CatalogContent(path, store)
    try change(&store)
    let after = try CatalogContent(path, store)
    #expect(before != after, sourceLocation: sourceLocation)
    for _ in 0..<2 {
      try store.undo()
      #expect(try CatalogContent(path, store) == before, sourceLocation: sourceLocation)
      try store.redo()
      #expect(try CatalogContent(path, store) == after, sourceLocation: sourceLocation)
    }
    try SearchIndexState.expectCurrent(path, sourceLocation: sourceLocation)
  }

  private static func catalog() throws -> String {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.add("Heat", "Al", "Val", "Bob", favorite: true)
    try store.add("Ran", "Al", "Tatsuya")
    try store.add("The Score", "Bob")
    return path
  }

  @Test("A deleted movie and its last actors get their ids and billing order back")
  func ids() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    let heat = try #require(try store.movie(id: 1))
    try Self.expectExact(path, &store) { store in try store.delete(1) }
    try store.undo()
    #expect(try store.movie(id: 1) == heat)
    #expect(try store.found("heat") == [1])
    // The ids of undone additions are not assigned again.
    try store.add("New", "Newcomer")
    try store.undo()
    let next = try store.add("Next", "Newer")
    #expect(next.id == 5 && next.cast.map(\.id) == [6])
  }

  @Test(
    "An actor who is deleted and added again in one transaction has the former id after an undo")
  func readdedActor() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try Self.expectExact(path, &store) { store in
      try store.write { store in
        try store.delete(2)
        let id = try store.add("Kagemusha", "Tatsuya").cast[0].id
        #expect(id.rawValue > 4)
      }
    }
    try Self.expectExact(path, &store) { store in
      try store.write { store in
        try store.edit(id: 1, MovieEdit(removedActors: ["Val"]))
        try store.edit(id: 3, MovieEdit(addedActors: ["Val"]))
      }
    }
    // The older entries still find what they left.
    while try store.undo() != nil {}
    #expect(try store.movieCount() == 0)
    #expect(try store.actorCount() == 0)
  }

  @Test("Imported movies that the same transaction changes are restored")
  func changedImport() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    let movies = [try draft("x", ["X", "Al"]), try draft("y", ["Y"]), try draft("z", ["X"])]
    try Self.expectExact(path, &store) { store in
      try store.write { store in
        try store.add(contentsOf: movies)
        try store.edit(id: 5, MovieEdit(title: "yy", removedActors: ["Y"]))
        try store.add("w", "Y")
        try store.delete(4, 1)
        try store.add(contentsOf: movies)
        try store.addNumbered(1...2)
      }
    }
  }

  @Test("Texts are restored byte for byte")
  func texts() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    let special = [
      "e\u{301}", "\u{E9}", "\"\\/\\u0041", "a\u{1}\u{1F}\u{7F}b", "a\u{2028}\u{2029}b", "👩‍👧🇫🇷",
      "null",
      "{}", "'';--", "\u{FEFF}x", "\u{FFFD}", "\u{10FFFF}",
    ]
    let titles = special + Generated.titles.prefix(Tier.amount(20, full: 60))
    try Self.expectExact(path, &store) { store in
      try store.write { store in
        for (index, title) in titles.enumerated() {
          let cast = (1...3).map { titles[(index + $0) % titles.count] }
          try store.add(draft(title, cast))
        }
      }
    }
    let ids = try store.movies().map(\.id)
    try Self.expectExact(path, &store) { store in try store.delete(ids: ids) }
    try store.undo()
    try Self.expectExact(path, &store) { store in
      try store.write { store in
        for movie in try store.movies() {
          try store.save(
            MovieDraft(movie, title: movie.cast.last?.name, cast: [movie.title], isFavorite: true))
        }
      }
    }
  }

  @Test("The longest titles and a cast of 200 are restored")
  func long() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    let titles = ["\"", "\u{1}"].map {
      String(repeating: $0, count: MovieDraft.textByteLimit / $0.utf8.count)
    }
    let names = (0..<200).map { "Actor \($0 * 7 % 200)" }
    try Self.expectExact(path, &store) { store in
      try store.write { store in
        for title in titles { try store.add(draft(title, title == titles[0] ? names : [])) }
      }
    }
    try Self.expectExact(path, &store) { store in
      _ = try store.edit(id: 4, MovieEdit(title: "x", removedActors: Array(names[60...])))
    }
    try Self.expectExact(path, &store) { store in try store.delete(4, 5) }
  }

  @Test("Values that another program stored are restored")
  func thirdPartyValues() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = '' WHERE id = 2",
      "UPDATE MovieModel SET title = ' The  x' || char(10), sortableTitle = '' WHERE id = 1",
      "INSERT INTO ActorModel VALUES (-9223372036854775808, ' Z '), (9223372036854775807, 'Y')",
      "INSERT INTO MovieActor VALUES (3, -9223372036854775808, 5), (3, 9223372036854775807, 6)",
      "INSERT INTO MovieModel VALUES (-5, 'Negative', 0, 'negative')")
    // The next change updates the sortable titles.
    try store.toggleFavorite(id: 2)
    try Self.expectExact(path, &store) { store in
      try store.setFavorite(true, of: [3])
      try store.undo()
      try store.redo()
    }
    try OtherProgram.run(
      path, "UPDATE MovieActor SET position = position - 4 WHERE movieID = 3 AND position > 4")
    try store.clearHistory()
    try Self.expectExact(path, &store) { store in try store.delete(1, 2, 3, -5) }
  }

  @Test("A text with NUL, which only another program stores, is never truncated")
  func nul() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try OtherProgram.run(path, "UPDATE MovieModel SET title = 'a' || char(0) || 'b' WHERE id = 1")
    func title() throws -> [String] {
      try OtherProgram.texts(path, "SELECT hex(title) FROM MovieModel WHERE id = 1")
    }
    try store.setFavorite(false, of: [1])
    try store.undo()
    try store.redo()
    #expect(try title() == ["610062"])
    try store.delete(1)
    let entry = try #require(try store.history().first)
    #expect(!entry.isStored)
    #expect(throws: StoreError(.cannotUndo(entry, .notStored))) { try store.undo() }
    #expect(try title() == [])
  }

  @Test("An actor gets a new id if another program has assigned the former one")
  func assignedActor() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.delete(2)
    try OtherProgram.run(path, "INSERT INTO ActorModel VALUES (4, 'Other')")
    try store.undo()
    #expect(try store.cast(2) == ["Al", "Tatsuya"])
    #expect(try store.actor(id: 4)?.actor.name == "Other")
    try CatalogState.expectSound(path)
  }

  @Test("An undo in a transaction undoes what the transaction has changed so far")
  func inTransaction() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    let before = try CatalogContent(path, store)
    try store.write("both") { store in
      try store.add("New")
      #expect(try store.undo()?.summary == "added 'New'")
      try store.undo()
      #expect(try store.titles() == ["Heat", "Ran"])
      try store.redo()
      try store.toggleFavorite(id: 1)
    }
    #expect(try store.nextRedo() == nil)
    try store.undo()
    #expect(try CatalogContent(path, store) == before)
    let descriptions = try store.history().prefix(6).map { $0.description ?? "" }
    #expect(descriptions == ["", "both", "both", "both", "both", "both"])
  }

  @Test("A transaction that fails after an undo changes nothing")
  func failed() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    let before = try CatalogContent(path, store)
    let history = try store.history()
    #expect(throws: Stop.self) {
      try store.write { store in
        try store.add("New")
        try store.undo()
        try store.undo()
        throw Stop()
      }
    }
    try store.write { store in
      #expect(throws: Stop.self) {
        try store.write { store in
          try store.undo()
          throw Stop()
        }
      }
    }
    #expect(try CatalogContent(path, store) == before)
    #expect(try store.history() == history)
  }
}
