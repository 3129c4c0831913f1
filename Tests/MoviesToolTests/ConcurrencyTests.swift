import Foundation
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ConcurrencyTests {
  @Test("sixteen programs that add at once lose nothing, and make one schema")
  func concurrentAdds() throws {
    let script = #"""
      for i in {1..10}; do
        until "$MOVIES" add "Film $1.$i" --actor Common --actor "Actor $1" -q > /dev/null; do
          [ $? = 75 ] || exit 1
        done
      done
      """#
    let running = try (1...16).map { number in
      try Tool(shell: script, ["\(number)"], environment: Workbench.environment).start()
    }
    for program in running {
      let outcome = try program.outcome()
      #expect(outcome.status == 0, "\(outcome.error)")
    }
    let titles = try Workbench.tool("list", "--columns", "title").run().output
    #expect(Set(titles.split(separator: "\n")).count == 160)
    let actors = try Workbench.tool("actors", "--sort", "movies").run().output
    #expect(actors.split(separator: "\n").count == 17)
    #expect(actors.hasPrefix("1\tCommon\t160\n"))
    let check = try Workbench.shell(
      "sqlite3 movies.db 'PRAGMA integrity_check; PRAGMA foreign_key_check'")
    #expect(check.output == "ok\n")
  }

  @Test("togglings of one movie all count")
  func concurrentToggles() throws {
    try Workbench.seed(1)
    let before = try Workbench.tool("list", "--columns", "favorite").run().output
    let script = #"for i in 1 2 3; do "$MOVIES" favorite 1 -q > /dev/null || exit; done"#
    let running = try (0..<5).map { _ in
      try Tool(shell: script, [], environment: Workbench.environment).start()
    }
    let outcomes = try running.map { try $0.outcome() }
    #expect(outcomes.allSatisfy { $0.status == 0 })
    #expect(try Workbench.tool("list", "--columns", "favorite").run().output != before)
  }

  @Test(
    "a database that stays locked is told after some seconds, with 75",
    arguments: [
      (["add", "x"], "IMMEDIATE", 75), (["list"], "EXCLUSIVE", 75), (["list"], "IMMEDIATE", 0),
    ])
  func locked(arguments: [String], lock: String, status: Int32) throws {
    try Workbench.seed(1)
    // The lock is there once the shell has said so, and is held until its input ends.
    let holder = try Tool(
      shell: #"""
        cd "${MOVIES_DB%/*}"; mkfifo hold
        { echo "BEGIN \#(lock); SELECT 'held';"; cat hold; } | sqlite3 movies.db > said
        """#, [], environment: Workbench.environment
    ).start()
    let held = try Workbench.shell(
      "for i in {1..3000}; do grep -q held said 2>/dev/null && exit 0; sleep 0.01; done; exit 1")
    #expect(held.status == 0)
    let start = ContinuousClock.now
    let outcome = try Tool(arguments, environment: Workbench.environment).run()
    let taken = ContinuousClock.now - start
    _ = try Workbench.shell("echo 'ROLLBACK;' > hold")
    _ = try holder.outcome()
    #expect(outcome.status == status)
    if status == 75 {
      #expect(taken > .seconds(4))
      #expect(
        outcome.error
          == "Error: the database '\(Workbench.database)' is busy: another program is changing it. "
          + "Try again.\n")
    }
    #expect(try Workbench.tool("list").run().output.split(separator: "\n").count == 1)
  }
}
