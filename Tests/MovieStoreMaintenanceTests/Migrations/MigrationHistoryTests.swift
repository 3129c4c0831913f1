import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// The history of a catalog that is migrated.
@Suite(.limited, .temporaryDirectory) struct MigrationHistoryTests {
  private static let tables = "SELECT name FROM sqlite_schema WHERE name LIKE 'movieHistory%'"

  /// A catalog of version 5 to which an older program, which does not know the tables, downgraded it.
  private static func fileWithLeftTables() throws -> String {
    let new = try Catalog.file("new.db", holding: ["Heat", "Ran"])
    let path = try Catalog.file(holding: ["Heat"])
    try Migrator(path: path).apply(to: .v5, Migrator.Options(backup: .none))
    let sql = try OtherProgram.texts(
      new, "SELECT sql FROM sqlite_schema WHERE name LIKE 'movieHistory%'")
    try OtherProgram.run(
      path,
      sql + [
        "ATTACH '\(new)' AS other", "INSERT INTO movieHistory SELECT * FROM other.movieHistory",
        "INSERT INTO movieHistoryChange SELECT * FROM other.movieHistoryChange",
      ])
    return path
  }

  @Test("A downgrade deletes the history, reports its size, and is not a loss")
  func down() throws {
    let path = try Catalog.file(holding: ["Heat", "Ran"])
    let migrator = try Migrator(path: path)
    let plan = try migrator.plan(to: .v5)
    #expect(plan.historyEntries == 2 && plan.losses == [])
    let rehearsal = try migrator.rehearse(to: .v5)
    #expect(rehearsal.historyEntries == 2 && rehearsal.findings == [])
    do {
      let store = try Catalog(path: path, access: .reading)
      #expect(try store.history().count == 2)
    }

    let report = try migrator.apply(to: .v5)
    #expect(report.historyEntries == 2)
    #expect(try OtherProgram.texts(path, Self.tables) == [])
    let backup = try Catalog(path: #require(report.backup), access: .reading)
    #expect(try backup.history().count == 2)
    let upgrade = try migrator.apply(Migrator.Options(backup: .none))
    #expect(upgrade.historyEntries == 0)
    var store = try Catalog(path: path, access: .writing)
    #expect(try store.history() == [] && store.undo() == nil)
    try store.add("Up")
    #expect(try store.undo()?.summary == "added 'Up'")
  }

  @Test("A migration without steps, and one without a history, deletes no entries")
  func nothing() throws {
    let path = try Catalog.file(holding: ["Heat"])
    let migrator = try Migrator(path: path)
    #expect(try migrator.plan().historyEntries == 0)
    #expect(try migrator.rehearse().historyEntries == 0)
    #expect(try migrator.apply().historyEntries == 0)
    do {
      var store = try Catalog(path: path, access: .writing)
      #expect(try store.clearHistory() == 1)
    }
    #expect(try migrator.plan(to: .v1).historyEntries == 0)
  }

  @Test("An upgrade deletes a history that an older program left")
  func leftTables() throws {
    let path = try Self.fileWithLeftTables()
    #expect(try Doctor(path: path).check().findings.map(\.problem) == [.olderSchema])
    let migrator = try Migrator(path: path)
    #expect(try migrator.verify().findings == [])
    #expect(try migrator.plan().historyEntries == 2)
    #expect(try migrator.apply(Migrator.Options(backup: .none)).historyEntries == 2)
    #expect(try OtherProgram.texts(path, "SELECT id FROM movieHistory") == [])
    #expect(try OtherProgram.texts(path, "SELECT movieID FROM movieHistoryChange") == [])
  }

  @Test("The schema of a file does not contain the history, and a check has no findings")
  func schema() throws {
    let path = try Catalog.file(holding: ["Heat"])
    let migrator = try Migrator(path: path)
    #expect(try migrator.schema() == Migrator.schema(of: .v6))
    #expect(try migrator.status().findings == [])
    #expect(try migrator.verify().findings == [])
  }
}
