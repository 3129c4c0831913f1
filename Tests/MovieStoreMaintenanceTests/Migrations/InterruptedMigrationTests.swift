import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// What `migrate check --kill` accepts after a kill.
@Suite(.limited, .temporaryDirectory) struct InterruptedMigrationTests {
  private let (before, after): (String, String)
  private let states: InterruptedMigration

  init() throws {
    let rows = [
      try OldCatalog.Row("Heat", ["Al Pacino", "Robert De Niro"]), OldCatalog.Row("Ran"),
    ]
    before = try OldCatalog.make(rows, version: .v3, named: "before.db")
    after = try OldCatalog.make(rows, version: .v3, named: "after.db")
    try OldCatalog.migrate(after, to: .newest)
    states = try InterruptedMigration(before: before, after: after)
  }

  @Test("The file before and the one after the migration are accepted")
  func complete() throws {
    let old = try states.result(of: before)
    #expect(!old.isMigrated && old.findings == [])
    let new = try states.result(of: after)
    #expect(new.isMigrated && new.findings == [])
  }

  @Test("A file of another version is between")
  func between() throws {
    try OldCatalog.migrate(before, to: .v4)
    #expect(
      try states.result(of: before).findings.map(\.message) == ["the file has neither version"])
  }

  @Test(
    "A file that lost something is not accepted",
    arguments: [
      ("before.db", "UPDATE Movie SET favorite = 1", "the favorites changed"),
      (
        "before.db", "DELETE FROM Movie WHERE title = 'Ran'",
        "the number of movies changed from 2 to 1"
      ),
      ("after.db", "UPDATE ActorModel SET name = 'x' WHERE id = 1", "the casts changed"),
      ("after.db", "DROP INDEX cast_by_actor", "the index 'cast_by_actor' is missing"),
      ("before.db", "DROP INDEX movie_by_uuid", "the index 'movie_by_uuid' is missing"),
    ])
  func incomplete(name: String, statement: String, message: String) throws {
    let path = TemporaryDirectory.path(name)
    try Connection(.file(path)).execute(SQL(raw: statement))
    #expect(try states.result(of: path).findings.map(\.message).contains(message))
  }

  @Test("A file that cannot be read is a finding, not an error", arguments: [0, 4_096, 8_192])
  func damaged(offset: Int) throws {
    var bytes = try Files.bytes(before)
    for index in offset..<(offset + 2_048) { bytes[index] = 0xA5 }
    try Files.write(bytes, to: before)
    let result = try states.result(of: before)
    #expect(!result.findings.isEmpty)
  }
}
