import Foundation
import MovieSystem
import TestSupport
import Testing

/// Somebody ends a command that takes long.
@Suite(.limited, .fullTier) struct SignalTests {
  /// Work that takes a second or so.
  static let changes = [
    Change(
      name: "seed", setup: Change.first.setup, command: ["seed", "6000", "--seed", "3", "-q"]),
    Change(
      name: "import",
      setup: Change.first.setup + #"""
        ; for i in {1..9000}; do echo "Film $i,Actor $((i % 977));Actor $((i % 1009))"; done |
        { echo title,cast; cat; } > films.csv
        """#, command: ["import", "@films.csv", "-q"]),
    Change(
      name: "migrate",
      setup: #"""
        { "$MOVIES" migrate schema 1; cat << END
          WITH RECURSIVE number(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number LIMIT 3000)
          INSERT INTO Movie(id, title, "cast")
          SELECT printf('%036d', n), 'Film ' || n, json_array('Actor ' || (n % 97), 'Extra ' || n)
          FROM number;
        END
        } | "$SQL" movies.db
        """#, command: ["migrate", "-q", "--no-backup"]),
  ]

  @Test(
    "a signal ends a command soon, and what it began is taken back",
    arguments: changes, [SIGINT, SIGTERM, SIGHUP])
  func ended(change: Change, signal: Int32) throws {
    var figures = FaultTally("S1", "\(change.name), signal \(signal)")
    try Self.end(change, by: [signal], &figures)
    figures.report()
  }

  @Test("a second SIGINT ends a command at once", arguments: changes)
  func endedTwice(change: Change) throws {
    var figures = FaultTally("S1", "\(change.name), two signals")
    try Self.end(change, by: [SIGINT, SIGINT], &figures)
    figures.report()
  }

  @Test("a program that takes no notice of a signal is caught")
  func controlled() throws {
    var figures = FaultTally("S1", "a deaf program", isControl: true)
    var change = Self.changes[0]
    change.program = ["bash", "-c", #"trap : INT; "$MOVIES" "$@"; sleep 4; exit 0"#, "bash"]
    try Interruption(change).end(by: [SIGINT], &figures)
    #expect(figures.failures > 0)
    figures.report()
  }

  private static func end(_ change: Change, by signals: [Int32], _ figures: inout FaultTally) throws
  {
    let work = try Interruption(change)
    let times = Effort.amount(quick: 2, whole: 34)
    for _ in 0..<times { try work.end(by: signals, &figures) }
    // Other tests keep the processors busy: one in ten may come late, and none much.
    #expect(figures.number(of: "within 500 ms") >= times * 9 / 10)
  }
}
