import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Reads while other processes open, change and close the database see one state of it.
@Suite(.limited, .fullTier, .temporaryDirectory) struct UntouchedConcurrencyTests {
  private static let rounds = 30

  @Test(
    "Every read and every copy sees one state, and no writer fails",
    arguments: ["DELETE", "WAL"])
  func readsDuringWrites(mode: String) throws {
    let fixture = try DatabaseFixture()
    try Files.touch(fixture.path)
    try OtherProgram.run(
      fixture.path, "PRAGMA journal_mode = \(mode)", "CREATE TABLE t(a, b)",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO t SELECT 0, hex(zeroblob(50)) FROM n
      """)
    let writers = try Self.writers(fixture.path).start()
    var (seen, latest) = (0, 0)
    let end = ContinuousClock.now + .seconds(50)
    while latest < Self.rounds, ContinuousClock.now < end {
      guard let states = try Self.states(fixture) else { continue }
      #expect(states.count == 1)
      let state = try #require(Int(states[0]))
      #expect(state >= latest)
      (seen, latest) = (seen + 1, state)
    }
    let outcome = try writers.outcome()
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(seen > 1 && latest == Self.rounds)
    #expect(try fixture.temporaryNames().isEmpty)
  }

  /// Runs processes one after the other; each changes every row.
  private static func writers(_ path: String) -> Tool {
    let sql = """
      PRAGMA synchronous = OFF; PRAGMA cache_size = 2; PRAGMA wal_autocheckpoint = 10;
      UPDATE t SET a = a + 1
      """
    let script = #"for i in $(seq "$2"); do "$SQL" --timeout 20000 "$1" "$3"; done"#
    return Tool(shell: script, [path, "\(rounds)", sql])
  }

  /// Returns the distinct values of the rows, or `nil` if the database is busy.
  private static func states(_ fixture: DatabaseFixture) throws -> [String]? {
    do {
      if Bool.random() {
        let copy = try TemporaryCopy(of: fixture.path, in: fixture.temporaryDirectory)
        return try OtherProgram.texts(copy.path, "SELECT DISTINCT a FROM t")
      }
      var database = try fixture.open()
      return try database.read { transaction in
        try transaction.fetchInts("SELECT DISTINCT a FROM t").map(String.init)
      }
    } catch let error as StoreError where error.category == .busy {
      return nil
    }
  }
}
