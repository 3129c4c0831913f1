import MovieSamples
import MovieStore
import MovieStoreMaintenance
import MovieSync
import StoreTestSupport
import TestSupport
import Testing

/// Findings of a `Doctor` about the history, and the entries of its repairs.
@Suite(.limited, .temporaryDirectory) struct HistoryCheckTests {
  /// A statement of another program, and the table of the finding.
  struct Damage: Sendable, CustomTestStringConvertible {
    let sql: String
    var table = "movieHistory"
    var testDescription: String { sql }
  }

  private static func setValue(_ path: String, _ value: String) -> Damage {
    Damage(
      sql: "UPDATE movieHistoryChange SET after = json_set(after, '\(path)', json('\(value)')) "
        + "WHERE entryID = 1", table: "movieHistoryChange")
  }

  static let damages =
    [
      Damage(sql: "UPDATE movieHistory SET kind = 'edit' WHERE id = 2"),
      Damage(sql: "UPDATE movieHistory SET state = '' WHERE id = 2"),
      Damage(sql: "UPDATE movieHistory SET priorMovies = 9223372036854775807 WHERE id = 2"),
      Damage(sql: "UPDATE movieHistory SET bytes = -1 WHERE id = 2"),
      Damage(
        sql:
          #"UPDATE movieHistory SET imported = '{"movies": [-9, 9], "checksum": 1}' WHERE id = 2"#),
      Damage(
        sql: #"UPDATE movieHistory SET imported = '{"movies": [1], "checksum": 1}' WHERE id = 2"#),
      Damage(sql: "UPDATE movieHistory SET imported = '[' WHERE id = 2"),
      Damage(sql: "UPDATE movieHistory SET changes = 3 WHERE id = 2"),
      Damage(sql: "DELETE FROM movieHistoryChange WHERE entryID = 2"),
      Damage(sql: "DELETE FROM movieHistory WHERE id = 2", table: "movieHistoryChange"),
      Damage(sql: "DELETE FROM movieHistory", table: "movieHistoryChange"),
    ]
    + ["'{'", "'[]'", "before"].map {
      Damage(
        sql: "UPDATE movieHistoryChange SET after = \($0) WHERE entryID = 1",
        table: "movieHistoryChange")
    } + [
      setValue("$.id", "2"), setValue("$.title", "null"), setValue("$.sortableTitle", "7"),
      setValue("$.favorite", "1"), setValue("$.actors", "{}"), setValue("$.actors[0]", "\"A\""),
      setValue("$.actors[0].id", "\"1\""), setValue("$.actors[0].name", "[]"),
    ]

  @Test("Finds a damaged history, and clears it", arguments: damages)
  func damaged(damage: Damage) throws {
    let path = try BrokenCatalog.make()
    let movies = try BrokenCatalog.movies(path)
    try OtherProgram.run(path, "PRAGMA ignore_check_constraints = ON", damage.sql)
    let doctor = try Doctor(path: path)
    let found = try doctor.check()
    #expect(found.findings.map(\.problem) == [.damagedHistory])
    #expect(found.findings.map(\.severity) == [.warning])
    #expect(found.findings.map(\.object) == [damage.table])
    #expect(found.checks.first { $0.name == "history" }?.findings.count == 1)

    let report = try doctor.repair()
    #expect(report.after.findings == [] && report.backup != nil)
    #expect(report.repairs.count == 1)
    #expect(report.repairs.first?.hasPrefix("cleared the history (") == true)
    #expect(try BrokenCatalog.movies(path) == movies)
    var store = try Catalog(path: path, access: .writing)
    #expect(try store.history() == [])
    try store.add("Ran")
    #expect(try store.undo() != nil)
    #expect(try BrokenCatalog.movies(path) == movies)
  }

  @Test("Impossible totals in the newest entry prevent neither changes nor undo")
  func impossibleTotals() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "UPDATE movieHistory SET priorMovies = \(Int64.max), priorBytes = \(Int64.max)")
    var store = try Catalog(path: path, access: .writing)
    let movies = try BrokenCatalog.movies(path)
    for _ in 0..<2 {
      try store.add("Ran")
      #expect(try store.undo() != nil && store.redo() != nil && store.undo() != nil)
    }
    #expect(try BrokenCatalog.movies(path) == movies)
  }

  @Test(
    "The changes of an entry whose values are not a movie are an error of the file",
    arguments: ["{", #"{"id": 1, "title": 5}"#, #"{"id": 1, "nam": "x"}"#])
  func unreadableValues(json: String) throws {
    let path = try Catalog.file(holding: ["Heat"])
    try OtherProgram.run(path, "UPDATE movieHistoryChange SET after = '\(json)'")
    let store = try Catalog(path: path, access: .reading)
    let error = try storeProblem { _ = try store.changes(of: 1) }
    guard case .damaged(_, let detail) = error else { throw error }
    #expect(detail == "a value of the history is not valid")
  }

  @Test(
    "Clears a history with values of wrong types, and a migration accepts it",
    arguments: [
      "UPDATE movieHistory SET summary = NULL", "UPDATE movieHistoryChange SET before = x'FF'",
    ])
  func wrongTypes(sql: String) throws {
    let path = try BrokenCatalog.make()
    try BrokenCatalog.runWithoutTypes(path, sql)
    let found = try Doctor(path: path).check().findings
    #expect(Set(found.map(\.problem)) == [.damagedHistory])
    #expect(found.allSatisfy { $0.repair != nil && $0.severity == .warning })
    #expect(try Migrator(path: path).rehearse(to: .v5).findings == [])
    #expect(try Doctor(path: path).repair().after.findings == [])
  }

  @Test("The history of every kind of change is healthy")
  func healthy() throws {
    let path = try BrokenCatalog.make()
    var store = try Catalog(path: path, access: .writing)
    try store.seed(20, seed: 1)
    try store.edit(
      id: 1, MovieEdit(title: "Heat 2", addedActors: ["Al \"Pacino\" \\ \u{1F600}\t"]))
    try store.toggleFavorite(id: 2)
    try store.write { store in
      try store.delete(3, 4)
      try store.add("Tampopo")
    }
    for _ in 0..<5 { try store.undo() }
    for _ in 0..<3 { try store.redo() }
    try store.add("Ran")
    #expect(try store.history().count > 10)
    #expect(try Doctor(path: path).check().findings.withoutDuplicates == [])
  }

  @Test(
    "The next change replaces an incomplete history",
    arguments: ["movieHistory", "movieHistoryChange"])
  func missingTable(name: String) throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "DROP TABLE \(name)")
    #expect(try Doctor(path: path).check().findings == [])
    var store = try Catalog(path: path, access: .writing)
    #expect(try store.history() == [])
    try store.add("Ran")
    #expect(try store.history().map(\.summary) == ["added 'Ran'"])
    #expect(try Doctor(path: path).check().findings == [])
  }

  @Test("A repair of rows adds an entry, which cannot be undone")
  func entry() throws {
    let path = try BrokenCatalog.make()
    do {
      var store = try Catalog(path: path, access: .writing)
      try store.undo()
    }
    try OtherProgram.run(
      path, "UPDATE MovieModel SET sortableTitle = 'zzz'",
      "INSERT INTO ActorModel(name) VALUES ('Unused')")
    var doctor = try Doctor(path: path)
    doctor.changeDescription = "movies doctor --fix"
    let backup = try #require(try doctor.repair().backup)
    var store = try Catalog(path: path, access: .writing)
    let entry = try #require(try store.history(limit: 1).first)
    #expect(entry.kind == .change && entry.description == "movies doctor --fix")
    #expect(
      entry.summary
        == "repaired: deleted actors without movies (1 row), rebuilt sortable titles (3 rows); "
        + "backup: \(backup)")
    #expect(entry.movieCount == 4 && !entry.isStored)
    #expect(try store.changes(of: entry.id) == [])
    #expect(try store.nextUndo() == nil && store.nextRedo() == nil)
    #expect(try storeProblem { try store.undo() } == .cannotUndo(entry, .notStored))
    #expect(try Doctor(path: path).check().findings == [])
  }

  @Test("A repair that clears the history also adds its entry")
  func clearedWithEntry() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "DELETE FROM movieHistoryChange WHERE entryID = 1",
      "UPDATE MovieModel SET sortableTitle = 'zzz' WHERE id = 1")
    let report = try Doctor(path: path).repair()
    #expect(
      report.repairs == ["rebuilt sortable titles (1 row)", "cleared the history (4 changes)"])
    let store = try Catalog(path: path, access: .reading)
    let entries = try store.history()
    #expect(entries.count == 1 && entries.first?.description == nil)
    #expect(entries.first?.summary.hasPrefix("repaired: rebuilt sortable titles (1 row); ") == true)
  }

  @Test(
    "A repair of an index adds no entry",
    arguments: ["DROP INDEX cast_by_actor", "DROP TABLE movieSearch"])
  func withoutEntry(sql: String) throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, sql)
    #expect(try Doctor(path: path).repair().repairs.count == 1)
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.history().count == 4)
  }

  @Test("A repair of an older version writes no history")
  func older() throws {
    let path = try BrokenCatalog.make(.v5)
    try OtherProgram.run(path, "UPDATE Movie SET sortableTitle = 'zzz'")
    #expect(try Doctor(path: path).repair().repairs.count == 1)
    #expect(
      try OtherProgram.texts(path, "SELECT name FROM sqlite_schema WHERE name LIKE '%History%'")
        == [])
  }

  @Test("Finds damaged states of a sync, and replaces them so that the next sync works")
  func sync() throws {
    let path = try BrokenCatalog.make()
    let (otherPath, directory) = (TemporaryDirectory.path("other.db"), TemporaryDirectory.path("d"))
    try Files.makeDirectory(directory)
    func sync() throws {
      for path in [path, otherPath, path] {
        var store = try Catalog(path: path)
        _ = try store.sync(withDirectory: directory) { _ in }
      }
    }
    try sync()
    try OtherProgram.run(
      path, "UPDATE movieSync SET state = replace(state, 'origins', 'x') WHERE id = 1")
    var store = try Catalog(path: path)
    var other = try Catalog(path: otherPath)
    #expect(throws: StoreError.self) { try store.sync(with: &other) { _ in } }
    let doctor = try Doctor(path: path)
    #expect(try doctor.check().findings.map(\.problem) == [.damagedSync])
    _ = try doctor.repair()
    #expect(try doctor.check().findings.isEmpty)
    try sync()
    #expect(try other.movies().map(\.title) == store.movies().map(\.title))
  }
}
