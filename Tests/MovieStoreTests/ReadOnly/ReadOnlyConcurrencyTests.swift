import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// Looking while other programs come, write and go: what is seen is one state of the database.
@Suite(.limited, .fullTier, .temporaryDirectory) struct LookingBesideWritersTests {
  private static let rounds = 30

  @Test(
    "every look and every copy sees one state, and the writers are never turned away",
    arguments: ["DELETE", "WAL"])
  func beside(mode: String) throws {
    let place = try Place()
    try Files.touch(place.path)
    try OtherProgram.run(
      place.path, "PRAGMA journal_mode = \(mode)", "CREATE TABLE t(a, b)",
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO t SELECT 0, hex(zeroblob(50)) FROM n
      """)
    let writers = try Self.writers(place.path).start()
    var (seen, latest) = (0, 0)
    let end = ContinuousClock.now + .seconds(50)
    while latest < Self.rounds, ContinuousClock.now < end {
      guard let states = try Self.states(place) else { continue }
      #expect(states.count == 1)
      let state = try #require(Int(states[0]))
      #expect(state >= latest)
      (seen, latest) = (seen + 1, state)
    }
    let outcome = try writers.outcome()
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(seen > 1 && latest == Self.rounds)
    #expect(try place.temporaryNames().isEmpty)
  }

  /// Processes one after the other, of which each changes every row.
  private static func writers(_ path: String) -> Tool {
    let sql = """
      PRAGMA synchronous = OFF; PRAGMA cache_size = 2; PRAGMA wal_autocheckpoint = 10;
      UPDATE t SET a = a + 1
      """
    let script = #"for i in $(seq "$2"); do "$SQL" --timeout 20000 "$1" "$3"; done"#
    return Tool(shell: script, [path, "\(rounds)", sql])
  }

  /// The values that the rows have, `nil` where the look was told to come again.
  private static func states(_ place: Place) throws -> [String]? {
    do {
      if Bool.random() {
        let copy = try TemporaryCopy(of: place.path, in: place.temporary)
        return try OtherProgram.texts(copy.path, "SELECT DISTINCT a FROM t")
      }
      var database = try place.look()
      return try database.read { transaction in
        try transaction.rows("SELECT DISTINCT a FROM t").map { $0[0] }
      }
    } catch StoreError.busy {
      return nil
    }
  }
}
