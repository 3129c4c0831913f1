import Foundation
import TestSupport
import Testing

/// Commands that wait for pipes or terminals hold no lock.
@Suite(.limited, .fullTier, .temporaryDirectory) struct WaitingTests {
  @Test("A list whose reader is slow blocks no other process")
  func sleepingReader() throws {
    try ToolRunner.seed(2_500)
    let outcome = try ToolRunner.shell(
      #"""
      mkfifo hold; exec 9<> hold
      "$MOVIES" list | { read -r first; echo > begun; read -u 9 line; wc -l; } & list=$!
      until [ -s begun ]; do sleep 0.01; done
      "$MOVIES" add New -q > /dev/null && "$MOVIES" seed 20 -q && "$MOVIES" delete 1..50 -y -q > /dev/null
      echo $?; echo go > hold; wait $list
      """#)
    #expect(outcome.output == "0\n2499\n")
    #expect(outcome.error == "")
  }

  @Test("A loop over a list can change the listed movies")
  func loop() throws {
    try ToolRunner.seed(2_500)
    let outcome = try ToolRunner.shell(
      #"""
      "$MOVIES" list --format ids | head -n 2400 | tail -n 6 | while read id; do
        "$MOVIES" favorite $id --on -q > /dev/null || echo "failed: $?"; done
      "$MOVIES" list --format ids | { for i in 1 2 3; do
        read id; "$MOVIES" favorite $id --on -q > /dev/null || echo "failed: $?"; done; cat > /dev/null; }
      "$MOVIES" export | "$MOVIES" import - --add -q; echo $?
      "$MOVIES" stats | head -n 1
      """#)
    #expect(outcome.output == "0\nmovies\t5000\n")
    #expect(outcome.error == "exported 2,500 movies\n")
  }

  @Test("An import that waits for input blocks no other process")
  func waitingImport() throws {
    try ToolRunner.seed(1)
    let outcome = try ToolRunner.shell(
      #"""
      mkfifo input; exec 9<> input
      "$MOVIES" import input -q 9<&- & import=$!
      "$MOVIES" add First -q > /dev/null; echo $?
      { echo title; echo Piped; } >&9; sleep 0.2
      "$MOVIES" add Second -q > /dev/null; echo $?
      exec 9>&-; wait $import; echo $?
      "$MOVIES" list --sort added --columns title | tail -n 3
      """#)
    #expect(outcome.output == "0\n0\n0\nFirst\nSecond\nPiped\n")
    #expect(outcome.error == "")
  }

  @Test("A large change fails after five seconds in total while a reader holds its lock")
  func neverEndingReader() throws {
    try ToolRunner.seed(3_000)
    // Another process holds the lock of a reader.
    let holder = try Tool(
      shell: #"""
        cd "${MOVIES_DB%/*}"; mkfifo hold
        { echo "BEGIN; SELECT 'held' FROM MovieModel LIMIT 1;"; cat hold; } | "$SQL" movies.db > output
        """#, [], environment: ToolRunner.environment
    ).start()
    let held = try ToolRunner.shell(
      "for i in {1..3000}; do grep -q held output 2>/dev/null && exit 0; sleep 0.01; done; exit 1")
    #expect(held.status == 0)
    let running = try [
      ["seed", "120000"], ["delete", "--all", "--yes"], ["restore", "b.db", "-y"],
    ]
    .map { arguments in
      if arguments[0] == "restore" { _ = try ToolRunner.shell(#""$MOVIES" backup b.db -q"#) }
      let path = arguments.map { $0 == "b.db" ? TemporaryDirectory.path("b.db") : $0 }
      return try Tool(path, environment: ToolRunner.environment).start()
    }
    let start = ContinuousClock.now
    for program in running {
      let outcome = try program.outcome()
      #expect(outcome.status == 75)
      #expect(outcome.output == "")
    }
    #expect(ContinuousClock.now - start < .seconds(40))
    _ = try ToolRunner.shell("echo 'ROLLBACK;' > hold")
    _ = try holder.outcome()
    #expect(try ToolRunner.tool("list").run().output.split(separator: "\n").count == 3_000)
  }

  @Test("A stopped terminal blocks neither a command nor its end by a signal")
  func stoppedTerminal() throws {
    // Runs for minutes, and draws its progress after a second.
    let tool = Tool(["seed", "10000000"], environment: ToolRunner.environment)
    let program = try TerminalProgram(tool, columns: 80, rows: 24)
    try program.waitForOutput { String(decoding: $0, as: UTF8.self).contains("seeding") }
    // Ctrl-S.
    try program.type("\u{13}")
    _ = try program.output(within: 300)
    let start = ContinuousClock.now
    program.send(SIGTERM)
    #expect(try program.outcome() == 143)
    #expect(ContinuousClock.now - start < .seconds(3))
    #expect(try ToolRunner.tool("list").run().output == "")
  }

  @Test("A command on a stopped terminal commits its change and releases its lock")
  func workOnStoppedTerminal() throws {
    let tool = Tool(["seed", "30000", "--seed", "1"], environment: ToolRunner.environment)
    let program = try TerminalProgram(tool, columns: 80, rows: 24)
    try program.type("\u{13}")
    let added = try ToolRunner.shell(
      #"""
      for i in {1..200}; do
        [ "$("$MOVIES" stats 2> /dev/null | head -n 1)" = $'movies\t30000' ] && break; sleep 0.1; done
      "$MOVIES" add New --format ids -q
      """#)
    #expect(added.output == "30001\n")
    // Ctrl-Q.
    try program.type("\u{11}")
    #expect(try program.outcome() == 0)
    #expect(String(decoding: program.output, as: UTF8.self).contains("added 30,000 movies"))
  }
}
