import Foundation
import MovieSystem
import TestSupport
import Testing

/// Signals during a long command.
@Suite(.limited, .fullTier) struct SignalTests {
  /// Changes that run for about a second.
  static let scenarios = [
    Scenario(
      name: "seed", setup: Scenario.first.setup, command: ["seed", "6000", "--seed", "3", "-q"]),
    Scenario(
      name: "import",
      setup: Scenario.first.setup + #"""
        ; for i in {1..9000}; do echo "Movie $i,Actor $((i % 977));Actor $((i % 1009))"; done |
        { echo title,cast; cat; } > movies.csv
        """#, command: ["import", "@movies.csv", "-q"]),
    Scenario(
      name: "migrate",
      setup: #"""
        { "$MOVIES" migrate schema 1; cat << END
          WITH RECURSIVE number(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number LIMIT 3000)
          INSERT INTO Movie(id, title, "cast")
          SELECT printf('%036d', n), 'Movie ' || n, json_array('Actor ' || (n % 97), 'Extra ' || n)
          FROM number;
        END
        } | "$SQL" movies.db
        """#, command: ["migrate", "-q"]),
  ]

  @Test(
    "A signal ends a command soon and rolls back its change",
    arguments: scenarios, [SIGINT, SIGTERM, SIGHUP])
  func ended(scenario: Scenario, signal: Int32) throws {
    var tally = FaultTally("S1", "\(scenario.name), signal \(signal)")
    try Self.end(scenario, by: [signal], &tally)
    tally.report()
  }

  @Test("A second SIGINT ends a command immediately", arguments: scenarios)
  func endedTwice(scenario: Scenario) throws {
    var tally = FaultTally("S1", "\(scenario.name), two signals")
    try Self.end(scenario, by: [SIGINT, SIGINT], &tally)
    tally.report()
  }

  @Test("Control: detects a program that ignores signals")
  func controlled() throws {
    var tally = FaultTally("S1", "signals ignored", isControl: true)
    var scenario = Self.scenarios[0]
    scenario.program = ["bash", "-c", #"trap : INT; "$MOVIES" "$@"; sleep 7; exit 0"#, "bash"]
    try InterruptedCommand(scenario).end(by: [SIGINT], &tally)
    #expect(tally.failures > 0)
    tally.report()
  }

  private static func end(_ scenario: Scenario, by signals: [Int32], _ tally: inout FaultTally)
    throws
  {
    let command = try InterruptedCommand(scenario)
    let times = TestScale.amount(quick: 2, full: 34)
    for _ in 0..<times { try command.end(by: signals, &tally) }
    // Other tests use the processors too, so one command in ten may end a little late.
    #expect(tally.number(of: "within 500 ms") >= times * 9 / 10)
  }
}
