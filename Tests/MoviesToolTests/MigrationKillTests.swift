import Foundation
import TestSupport
import Testing

/// `migrate check --kill` starts processes of the program that kill themselves.
@Suite(.limited, .needs(.sqlite3), .temporaryDirectory) struct MigrationKillTests {
  @Test(
    "a migration killed at system calls leaves the old or the new file",
    arguments: ["DELETE", "WAL"])
  func killed(journal: String) throws {
    for version in [1, 4] {
      let file = TemporaryDirectory.path("v\(version).db")
      let load = try ToolRunner.shell(
        """
        "$MOVIES" seed 60 -q; "$MOVIES" migrate --to \(version) --accept-loss --no-backup -q
        mv movies.db '\(file)'
        sqlite3 '\(file)' 'PRAGMA journal_mode = \(journal)'
        """)
      #expect(load.status == 0, "\(load.error)")
    }
    let outcome = try ToolRunner.shell("\"$MOVIES\" migrate check v1.db v4.db --kill; ls -A")
    let text =
      #/v\d.db\tkill\tnote: killed (\d+) times during (\d+) system calls; .* (\d+) times, .* (\d+) times?\n/#
    let kills = outcome.output.matches(of: text)
    #expect(kills.count == 2)
    for kill in kills {
      let numbers = [kill.1, kill.2, kill.3, kill.4].compactMap { Int($0) }
      #expect(numbers[0] > 10 && numbers[1] > 20)
      #expect(numbers[2] > 0 && numbers[3] > 0 && numbers[2] + numbers[3] == numbers[0])
    }
    // The files themselves are not migrated, and no copy is left beside them.
    #expect(outcome.output.hasSuffix("\nv1.db\nv4.db\n"))
    let status = try ToolRunner.shell("\"$MOVIES\" migrate status v1.db v4.db")
    #expect(status.status == 3)
  }
}
