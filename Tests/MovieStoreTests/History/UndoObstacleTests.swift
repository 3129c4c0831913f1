import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// An undo or a redo that would overwrite changes of another program throws, and changes nothing.
@Suite(.limited, .temporaryDirectory) struct UndoObstacleTests {
  private static func catalog() throws -> String {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    try store.add("Heat", "Al", "Val")
    try store.add("Ran", "Al", "Tatsuya")
    return path
  }

  /// Expects that the call throws an error about the entry, changes nothing, and returns its obstacle.
  private static func obstacle(
    to direction: HistoryEntry.Direction, _ path: String, _ store: inout Catalog
  ) throws -> HistoryObstacle {
    let content = try CatalogContent(path, store)
    let history = try store.history()
    let next = try #require(
      try direction == .undo ? store.nextUndo() : store.nextRedo())
    let error = try storeProblem {
      if direction == .undo { try store.undo() } else { try store.redo() }
    }
    #expect(try CatalogContent(path, store) == content)
    #expect(try store.history() == history)
    switch error {
    case .cannotUndo(next, let obstacle) where direction == .undo: return obstacle
    case .cannotRedo(next, let obstacle) where direction == .redo: return obstacle
    default: throw error
    }
  }

  static let changes = [
    ("UPDATE MovieModel SET title = 'Cold' WHERE id = 1", "the title of 'Heat' (1) is now 'Cold'"),
    (
      "UPDATE MovieActor SET position = position + 9 WHERE actorID = 1",
      "the cast of 'Heat' (1) is now Val, Al"
    ),
    ("DELETE FROM MovieActor WHERE movieID = 1", "the cast of 'Heat' (1) is now empty"),
    (
      "UPDATE ActorModel SET name = 'Bo' WHERE name = 'Al'", "the cast of 'Heat' (1) is now Bo, Val"
    ),
    ("UPDATE MovieModel SET title = 'heat' WHERE id = 1", "the title of 'Heat' (1) is now 'heat'"),
    ("DELETE FROM MovieModel WHERE id = 1", "'Heat' (1) was deleted"),
  ]

  @Test("A change of the values of an entry prevents its undo and redo", arguments: changes)
  func changed(sql: String, difference: String) throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    let heat = try #require(try store.movie(id: 1))
    let other = MovieDraft(heat, title: "Other", cast: ["Val", "Al"], isFavorite: true)
    for direction in [HistoryEntry.Direction.undo, .redo] {
      // The values are those of the first movie before each undo and redo.
      try store.save(other)
      if direction == .undo {
        try store.save(MovieDraft(id: 1, title: "Heat", cast: ["Al", "Val"]))
      } else {
        try store.undo()
      }
      let copy = TemporaryDirectory.path("\(direction).db")
      try Files.write(try Files.bytes(path), to: copy)
      var other = try Catalog.withoutDurability(copy)
      try OtherProgram.run(copy, sql)
      let obstacle = try Self.obstacle(to: direction, copy, &other)
      guard case .moviesChanged(let differences, count: 1) = obstacle else {
        Issue.record("\(obstacle)")
        continue
      }
      #expect(differences.map(\.difference) == [difference])
      let reason = "another program or a sync changed movies since: \(difference)"
      #expect(obstacle.description == reason)
    }
  }

  @Test("Values of a movie that the entry did not change prevent nothing, and stay")
  func otherValues() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.setFavorite(true, of: [1])
    let attribute = "INSERT OR REPLACE INTO MovieAttribute VALUES (1, 'year', 0,"
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = 'Cold' WHERE id = 1", "\(attribute) 1995)",
      "DELETE FROM MovieActor WHERE movieID = 1")
    try store.undo()
    let undone = try #require(try store.movie(id: 1))
    #expect(!undone.isFavorite && undone.title == "Cold" && undone.cast.isEmpty)
    try store.edit(
      id: 1, MovieEdit(attributes: try attributes(["tag": [.text("a")], "year": [.integer(1996)]])))
    try OtherProgram.run(path, "INSERT INTO MovieAttribute VALUES (1, 'note', 0, 'b')")
    try store.undo()
    #expect(
      try store.movie(id: 1)?.attributes
        == attributes(["year": [.integer(1995)], "note": [.text("b")]]))
    try OtherProgram.run(path, "\(attribute) 1997)")
    #expect(
      try Self.obstacle(to: .redo, path, &store).description.hasSuffix(
        "the attributes of 'Cold' (1) have changed"))
  }

  @Test("A changed favorite state prevents undo and redo")
  func favorite() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.edit(id: 1, MovieEdit(title: "Cold", isFavorite: true))
    try OtherProgram.run(path, "UPDATE MovieModel SET favorite = 0 WHERE id = 1")
    let undo = try Self.obstacle(to: .undo, path, &store)
    #expect(undo.description.hasSuffix("'Cold' (1) is no longer a favorite"))
    try OtherProgram.run(path, "UPDATE MovieModel SET favorite = 1 WHERE id = 1")
    try store.undo()
    try OtherProgram.run(path, "UPDATE MovieModel SET favorite = 1 WHERE id = 1")
    let redo = try Self.obstacle(to: .redo, path, &store)
    #expect(redo.description.hasSuffix("'Heat' (1) is now a favorite"))
  }

  @Test("A movie that another program added with the id prevents undo and redo")
  func inserted() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.delete(2)
    try OtherProgram.run(path, "INSERT INTO MovieModel VALUES (2, 'New', 0, 'new')")
    let undo = try Self.obstacle(to: .undo, path, &store)
    #expect(undo.description.hasSuffix("since: the id 2 is now 'New'"))
    try OtherProgram.run(path, "DELETE FROM MovieModel WHERE id = 2")
    try store.undo()
    let added = try store.add("Up").id
    try store.undo()
    try OtherProgram.run(
      path, "INSERT INTO MovieModel VALUES (\(added.rawValue), 'New', 0, 'new')")
    let redo = try Self.obstacle(to: .redo, path, &store)
    #expect(redo.description.hasSuffix("since: the id 3 is now 'New'"))
  }

  @Test("At most ten differences are listed, and all are counted")
  func many() throws {
    let path = try Catalog.file(holding: (1...14).map { "m\($0)" })
    var store = try Catalog.withoutDurability(path)
    try store.setFavorite(true, of: (1...14).map { Movie.ID(rawValue: $0) })
    try OtherProgram.run(path, "UPDATE MovieModel SET favorite = 0 WHERE id > 2")
    let obstacle = try Self.obstacle(to: .undo, path, &store)
    guard case .moviesChanged(let differences, count: 12) = obstacle else {
      Issue.record("\(obstacle)")
      return
    }
    #expect(differences.compactMap { $0.before?.title } == (3...12).map { "m\($0)" })
    #expect(differences.allSatisfy { $0.after?.isFavorite == false })
    #expect(obstacle.description.hasSuffix("'m5' (5) is no longer a favorite; and 9 more"))
  }

  @Test("Changes of other movies do not prevent an undo, and stay")
  func otherMovies() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.delete(1)
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = 'Kagemusha', favorite = 1 WHERE id = 2",
      "INSERT INTO MovieModel VALUES (7, 'New', 0, 'new')",
      "INSERT INTO MovieActor VALUES (7, 1, 0)",
      "UPDATE ActorModel SET name = 'Nakadai' WHERE name = 'Tatsuya'")
    try store.undo()
    #expect(try store.titles() == ["Heat", "Kagemusha", "New"])
    #expect(try store.cast(2) == ["Al", "Nakadai"])
    #expect(try store.movie(id: 2)?.isFavorite == true)
    try store.redo()
    #expect(try store.names() == ["Al", "Nakadai"])
    try CatalogState.expectSound(path)
  }

  @Test("An actor of an undone movie stays if another program has credited the actor")
  func credited() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.add(contentsOf: [draft("x", ["X"])])
    try store.add("y", "Y")
    try OtherProgram.run(
      path, "INSERT INTO MovieModel VALUES (9, 'New', 0, 'new')",
      "INSERT INTO MovieActor SELECT 9, id, id FROM ActorModel WHERE name IN ('X', 'Y')")
    try store.undo()
    try store.undo()
    #expect(try store.titles() == ["Heat", "New", "Ran"])
    #expect(try store.cast(9) == ["X", "Y"])
    try CatalogState.expectSound(path)
  }

  @Test(
    "A change of imported movies or actors prevents the undo of the import",
    arguments: [
      "UPDATE MovieModel SET title = 'z' WHERE id = 3",
      "UPDATE MovieModel SET favorite = 1 WHERE id = 4", "DELETE FROM MovieModel WHERE id = 4",
      "UPDATE ActorModel SET name = 'Z' WHERE name = 'X'",
      "DELETE FROM MovieActor WHERE movieID = 4",
      "UPDATE MovieActor SET position = 7 WHERE movieID = 3 AND position = 0",
      "INSERT INTO MovieActor VALUES (4, 1, 9)",
    ])
  func changedImport(sql: String) throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.add(contentsOf: [draft("x", ["X", "Al"]), draft("y", ["X"])])
    try OtherProgram.run(path, sql)
    #expect(try Self.obstacle(to: .undo, path, &store) == .importedMoviesChanged)
  }

  @Test("A movie with an id of an undone import prevents its redo")
  func importedID() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.add(contentsOf: [draft("x", ["X"]), draft("y", ["X"])])
    try store.undo()
    try OtherProgram.run(path, "INSERT INTO MovieModel VALUES (4, 'New', 0, 'new')")
    let obstacle = try Self.obstacle(to: .redo, path, &store)
    #expect(obstacle.description.hasSuffix("since: the id 4 is now 'New'"))
  }

  @Test("Values that another program deleted from the history prevent undo and redo")
  func valuesMissing() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.setFavorite(true, of: [1, 2])
    try OtherProgram.run(path, "DELETE FROM movieHistoryChange WHERE movieID = 2")
    #expect(try Self.obstacle(to: .undo, path, &store) == .valuesMissing)
    try store.toggleFavorite(id: 1)
    try store.undo()
    try OtherProgram.run(path, "DELETE FROM movieHistoryChange")
    #expect(try Self.obstacle(to: .redo, path, &store) == .valuesMissing)
  }

  @Test("An actor of another program with the name of a deleted one replaces it")
  func sameName() throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.delete(2)
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Tatsuya')")
    for _ in 0..<2 {
      try store.undo()
      #expect(try store.movie(id: 2)?.cast.map(\.name) == ["Al", "Tatsuya"])
      try store.redo()
      #expect(try store.titles() == ["Heat"])
      try CatalogState.expectSound(path)
    }
    try store.undo()
    #expect(try store.undo()?.summary == "added 'Ran'")
  }

  @Test("Undoing a favorite leaves a title that is not valid UTF-8 as it is")
  func invalidText() throws {
    let path = try Self.catalog()
    try OtherProgram.run(path, "UPDATE MovieModel SET title = CAST(x'41ff42' AS TEXT) WHERE id = 1")
    var store = try Catalog.withoutDurability(path)
    try store.toggleFavorite(id: 1)
    try store.undo()
    try store.redo()
    #expect(
      try OtherProgram.texts(path, "SELECT hex(title) FROM MovieModel WHERE id = 1") == ["41FF42"])
  }

  @Test(
    "Damaged values prevent undo and redo without another effect",
    arguments: ["garbage", "{}", "null", "[[", #"{"id": 2, "title": 1}"#])
  func damagedValues(json: String) throws {
    let path = try Self.catalog()
    var store = try Catalog.withoutDurability(path)
    try store.edit(id: 2, MovieEdit(title: "Ikiru"))
    for column in ["before", "after"] {
      let copy = TemporaryDirectory.path("\(column).db")
      try Files.write(try Files.bytes(path), to: copy)
      try OtherProgram.run(
        copy, "UPDATE movieHistoryChange SET \(column) = '\(json)' WHERE entryID = 3")
      var other = try Catalog.withoutDurability(copy)
      #expect(try Self.obstacle(to: .undo, copy, &other) == .valuesMissing)
    }
  }

  @Test("Extreme numbers in the history are errors")
  func extremeNumbers() throws {
    let path = try Self.catalog()
    let maximum = "9223372036854775807"
    try OtherProgram.run(
      path, "UPDATE movieHistoryChange SET entryID = \(maximum) WHERE entryID = 2",
      "UPDATE movieHistory SET id = \(maximum), priorMovies = \(maximum), priorBytes = \(maximum) "
        + "WHERE id = 2")
    var store = try Catalog.withoutDurability(path)
    #expect(throws: StoreError.self) { try store.toggleFavorite(id: 1) }
    #expect(throws: StoreError.self) { try store.undo() }
    try store.clearHistory()
    try store.toggleFavorite(id: 1)
    #expect(try store.undo() != nil)
  }
}
