import MovieSQLite
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Titles that another program changes are found by their new text immediately.
@Suite(.limited, .temporaryDirectory) struct SearchIndexTests {
  @Test(
    "A search finds changes by another program, and the next write applies them to the index",
    arguments: [
      ("INSERT INTO MovieModel(title) VALUES ('New Speed')", [1], [4]),
      ("UPDATE MovieModel SET title = 'Speed' WHERE id = 1", [], [1]),
      ("DELETE FROM MovieModel WHERE id = 1", [], []),
      ("INSERT OR REPLACE INTO MovieModel(id, title) VALUES (1, 'Speed')", [], [1]),
      ("REPLACE INTO MovieModel(id, title) VALUES (2, 'Heatwave')", [1, 2], []),
      ("UPDATE MovieModel SET id = 77 WHERE id = 1", [77], []),
      ("UPDATE MovieModel SET rowid = 77 WHERE rowid = 1", [77], []),
      ("UPDATE OR REPLACE MovieModel SET id = 2 WHERE id = 1", [2], []),
      ("UPDATE OR REPLACE MovieModel SET id = 1, title = 'Speed' WHERE id = 3", [], [1]),
      ("UPDATE OR IGNORE MovieModel SET title = 'Speed'", [], [1, 2, 3]),
      ("UPDATE OR FAIL MovieModel SET title = title || ' speed'", [1], [1, 2, 3]),
      ("UPDATE MovieModel SET title = 'HEAT' WHERE id = 1", [1], []),
      ("UPDATE MovieModel SET sortableTitle = 'speed'", [1], []),
      (
        """
        INSERT INTO MovieModel(id, title) VALUES (1, 'x')
        ON CONFLICT (id) DO UPDATE SET title = 'Speed'
        """, [], [1]
      ),
      (
        "INSERT INTO MovieModel(id, title) VALUES (-5, 'Heat'), (9000000000, 'Speed')", [-5, 1],
        [9_000_000_000]
      ),
    ] as [(String, [Int64], [Int64])])
  func change(sql: String, heat: [Int64], speed: [Int64]) throws {
    let path = try Catalog.file(holding: ["Heat", "Alien", "Ran"])
    let reader = try Catalog(path: path, access: .reading)
    #expect(try reader.found("heat") == [1])
    try OtherProgram.run(path, sql)
    #expect(try reader.found("heat") == heat)
    #expect(try reader.found("speed") == speed)
    var writer = try Catalog(path: path, access: .writing)
    #expect(try writer.found("heat") == heat)
    try writer.add("Unrelated")
    try SearchIndexState.expectCurrent(path)
    #expect(try reader.found("heat") == heat)
    #expect(try writer.found("speed") == speed)
  }

  @Test("Does not add a random movie that another program added by renaming")
  func renamedToRandom() throws {
    let path = try Catalog.file(holding: ["Alien"])
    var store = try Catalog(path: path, access: .writing)
    let random = try Catalog.preview(movies: 1, seed: 5)
    let movie = try random.movies()[0]
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = '\(movie.title)'",
      "INSERT INTO ActorModel(name) VALUES ('\(movie.cast[0].name)')",
      "INSERT INTO MovieActor SELECT 1, id, 0 FROM ActorModel")
    try store.seed(1, seed: 5)
    #expect(try store.titles().filter { $0 == movie.title }.count == 1)
  }

  @Test("A third-party unique index on sortable titles does not stop the next write")
  func uniqueSortableTitles() throws {
    let path = try Catalog.file(holding: ["Alien", "Ran"])
    try OtherProgram.run(
      path, "CREATE UNIQUE INDEX one ON MovieModel(sortableTitle)",
      "UPDATE MovieModel SET title = 'The Ran' WHERE id = 1")
    var store = try Catalog(path: path, access: .writing)
    try store.add("Heat")
    #expect(try Doctor(path: path).check().findings.contains { $0.problem == .staleSortableTitles })
  }

  @Test("Several changes of a movie are one pending change")
  func repeated() throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = 'a'", "UPDATE OR REPLACE MovieModel SET title = 'b'",
      "DELETE FROM MovieModel", "INSERT INTO MovieModel(id, title) VALUES (1, 'Heat again')")
    #expect(try SearchIndexState.pendingChanges(path) == ["1"])
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.found("heat again") == [1])
  }

  @Test("A change that keeps the title is not a pending change")
  func notPending() throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(
      path, "UPDATE MovieModel SET favorite = 1", "UPDATE MovieModel SET title = 'Heat'",
      "UPDATE MovieModel SET sortableTitle = 'x'")
    #expect(try SearchIndexState.pendingChanges(path).isEmpty)
  }

  @Test("A change that another program rolls back leaves the index correct")
  func rolledBack() throws {
    let path = try Catalog.file(holding: ["Heat"])
    let other = try Connection(.file(path))
    try other.write(commit: false) { transaction throws in
      try transaction.execute("UPDATE MovieModel SET title = 'Speed'")
    }
    try SearchIndexState.expectCurrent(path)
  }

  @Test(
    "The next write rebuilds a dropped part of the index; until then, a search reads all titles",
    arguments: [
      "DROP TABLE movieSearch", "DROP TABLE movieSearchNote",
      "DROP TRIGGER movie_noted_after_insert",
      "DROP TRIGGER movie_noted_after_update", "DROP TRIGGER movie_noted_after_delete",
      "DROP TABLE actorSearch", "DROP TABLE actorSearchNote",
      "DROP TRIGGER actor_noted_after_insert",
    ])
  func lost(drop: String) throws {
    let path = try Catalog.file(holding: ["Heat", "Alien"])
    let reader = try Catalog(path: path, access: .reading)
    try OtherProgram.run(path, drop)
    do {
      // A trigger that writes to a dropped table makes the other program's change fail.
      try OtherProgram.run(path, "UPDATE MovieModel SET title = 'Speed' WHERE id = 1")
      #expect(try reader.found("speed") == [1])
    } catch is SQLiteError {
      #expect(drop.contains("movieSearchNote"))
      #expect(try reader.found("heat") == [1])
    }
    var writer = try Catalog(path: path, access: .writing)
    try writer.setFavorite(true, of: [2])
    try SearchIndexState.expectCurrent(path)
    #expect(try reader.found("alien") == [2])
    #expect(
      try OtherProgram.texts(
        path, "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") == ["6"])
  }

  @Test("An index of an earlier version is not used, and the next write replaces it")
  func legacy() throws {
    let path = try Catalog.file(holding: ["Heat", "Alien"])
    try OtherProgram.run(path, "DROP TABLE movieSearch", SearchIndex.legacyObjects[0].sql)
    let reader = try Catalog(path: path, access: .reading)
    #expect(try reader.found("alien") == [2])
    #expect(try Migrator(path: path).verify().findings.isEmpty)
    var writer = try Catalog(path: path, access: .writing)
    try writer.add("Ran")
    try SearchIndexState.expectCurrent(path)
    #expect(
      try OtherProgram.texts(path, "SELECT sql FROM sqlite_schema WHERE name = 'movieSearch'")
        == [SearchIndex.all[0].virtualTable.sql])
    #expect(try reader.found("ran") == [3])
  }

  @Test("An index of titles without their vowels is not used, and the next write replaces it")
  func formerFolding() throws {
    let titles = ["กินรี", "ガメラ", "Kış"]
    let path = try Catalog.file(holding: titles)
    let former = SearchIndex.version & 0xFFFF_FFFF | 3 << 32
    try OtherProgram.run(
      path, "UPDATE movieSearchVersion SET version = \(former)", "DELETE FROM movieSearch",
      "INSERT INTO movieSearch(rowid, letters) VALUES (1, ' กนร  '), (2, ' カメラ  '), (3, ' kıs  ')")
    let reader = try Catalog(path: path, access: .reading)
    func expectFound() throws {
      for (text, id) in zip(titles + ["kis"], [1, 2, 3, 3]) {
        #expect(try reader.found(text) == [Int64(id)])
        #expect(try reader.ids([.title(is: text)]) == [Int64(id)])
        #expect(try reader.movies(referredToBy: [.title(text)]).map(\.id.rawValue) == [Int64(id)])
      }
      for text in ["กุนรี", "カメラ"] { #expect(try reader.found(text) == []) }
    }
    try expectFound()
    let findings = try Doctor(path: path).check().findings
    #expect(findings.map(\.problem) == [.missingSearchIndex])
    #expect(findings.map(\.severity) == [.note])
    var writer = try Catalog(path: path, access: .writing)
    try writer.setFavorite(true, of: [1])
    try SearchIndexState.expectCurrent(path)
    try expectFound()
  }

  @Test("A catalog of the first release is searched before and after the first write")
  func released() throws {
    let path = TemporaryDirectory.path("released.db")
    try Files.write(
      Files.bytes(Golden.path("released/0.1.0/catalog-v6.db")), to: path)
    let reader = try Catalog(path: path, access: .reading)
    let former = try Set(reader.titles())
    for hasWritten in [false, true] {
      if hasWritten {
        var writer = try Catalog(path: path, access: .writing)
        try writer.add("กินรี")
        try SearchIndexState.expectCurrent(path)
        #expect(try reader.found("กินรี").count == 1)
      }
      #expect(try reader.found("istanbul") == [20])
      #expect(try reader.found("amelie") == [15, 16])
      #expect(try reader.names(ActorQuery(search: "isik")) == ["ipek ışık", "İpek Işık"])
      let findings = try Doctor(path: path).check().findings.withoutDuplicates
      #expect(findings.allSatisfy { $0.severity == .note })
      #expect(findings.contains { $0.problem == .missingSearchIndex } == !hasWritten)
    }
    #expect(try former.isSubset(of: reader.titles()))
  }

  @Test("A dry run without an index works and creates none")
  func dryRun() throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(path, "DROP TABLE movieSearch")
    let before = try Files.bytes(path)
    do {
      var store = try Catalog(path: path, access: .dryRun)
      try store.add("Speed")
      #expect(try store.found("heat") == [1])
      try store.delete(1)
      #expect(try store.found("heat") == [1])
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("A rebuild gives the same index as single changes")
  func rebuilt() throws {
    let path = try Catalog.file(holding: Generated.titles)
    try SearchIndexState.expectCurrent(path)
    try OtherProgram.run(path, "DELETE FROM movieSearch WHERE rowid % 2")
    let connection = try ConnectionSetup.connection(to: .file(path))
    try connection.write { transaction throws in try SearchIndex.rebuild(in: transaction) }
    try SearchIndexState.expectCurrent(path)
  }
}
