import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct StreamTests {
  @Test("ends silently with status 0 when the reader closes the pipe")
  func closedPipe() throws {
    try ToolRunner.seed(1_200)
    for command in [
      "list", "export", "list --json", "export --format csv", "actors", "show 1..1200", "help",
    ] {
      let outcome = try ToolRunner.shell(
        #""$MOVIES" \#(command) -q | head -n 1 >/dev/null; echo "${PIPESTATUS[0]}""#)
      #expect(outcome.output == "0\n", "\(command)")
      #expect(outcome.error == "", "\(command)")
    }
  }

  @Test("a check ends with its result, and prints its findings, when the reader closes the pipe")
  func closedPipeOfCheck() throws {
    try ToolRunner.seed(3)
    let prepared = try ToolRunner.shell(
      #"""
      cp movies.db old.db; "$MOVIES" migrate --to 5 --no-backup -q --db old.db &&
        "$SQL" movies.db 'DROP INDEX cast_by_actor'
      """#)
    #expect(prepared.status == 0)
    for (command, status, message) in [
      ("doctor", 1, "Error: the index 'cast_by_actor' is missing"),
      ("doctor --json", 1, "Error: the index 'cast_by_actor' is missing"),
      ("migrate check movies.db", 1, "Error: the index 'cast_by_actor' is missing"),
      ("migrate check movies.db --report github", 1, "checked 1 file: problems found"),
      ("migrate status", 1, "Error: the index 'cast_by_actor' is missing"),
      ("migrate status old.db", 3, ""), ("migrate status old.db --json", 3, ""),
      ("migrate plan --to 5", 1, "Error: the index 'cast_by_actor' is missing"),
      ("doctor none.db --json", 66, "Error: the database "),
      ("migrate status none.db --json", 66, "Error: the database "),
      ("migrate plan none.db --json", 66, "Error: the database "),
      ("migrate schema", 0, ""),
    ] {
      let outcome = try ToolRunner.shell(
        #"""
        { until [ -e closed ]; do sleep 0.01; done; exec "$MOVIES" \#(command); } |
          { exec <&-; touch closed; }
        echo "${PIPESTATUS[0]}"; rm closed
        """#)
      #expect(outcome.output == "\(status)\n", "\(command)")
      #expect(outcome.error.isEmpty == message.isEmpty, "\(command)")
      #expect(outcome.error.contains(message) || message.isEmpty, "\(outcome.error)")
    }
  }

  @Test("commits a change when the reader closes the pipe")
  func closedPipeAfterChange() throws {
    try ToolRunner.seed(1_500)
    for (command, expected) in [("favorite 1..1500 --on", 1_500), ("delete --all --yes", 0)] {
      let outcome = try ToolRunner.shell(
        #"""
        "$MOVIES" \#(command) | head -n 1 >/dev/null; echo "${PIPESTATUS[0]}"
        "$MOVIES" list --favorites | wc -l
        """#)
      #expect(outcome.output == "0\n\(expected)\n", "\(command)")
    }
  }

  @Test("continues an import when the reader of standard error closes the pipe")
  func closedErrorPipe() throws {
    let outcome = try ToolRunner.shell(
      #"""
      { echo title,year; for i in {1..3000}; do echo "A$i,maybe"; done; echo Good,1995; } > a.csv
      "$MOVIES" import a.csv --on-error skip 2>&1 >/dev/null | head -n 1 >/dev/null
      echo "${PIPESTATUS[0]}"; "$MOVIES" list --columns title
      """#)
    #expect(outcome.output == "65\nGood\n")
  }

  @Test("output that cannot be written is an I/O failure")
  func fullDevice() throws {
    try ToolRunner.seed(3)
    for command in [
      "list", "list --json", "export", "actors", "show 1", "stats", "path", "--help", "--version",
      "list --format ids",
    ] {
      let outcome = try ToolRunner.shell(#""$MOVIES" \#(command) > /dev/full"#)
      #expect(outcome.status == 74, "\(command)")
      #expect(
        outcome.error
          == "Error: cannot write 'standard output': No space left on device. "
          + "Free some space and try again.\n")
    }
  }

  @Test("reports a large change as successful if its output cannot be written")
  func fullDeviceInChange() throws {
    try ToolRunner.seed(1_000)
    let outcome = try ToolRunner.shell(
      #""$MOVIES" delete --all --yes > /dev/full; echo $?; "$MOVIES" list | wc -l"#)
    #expect(outcome.output == "74\n0\n")
    #expect(outcome.error.hasSuffix("No space left on device. The command itself succeeded.\n"))
  }

  @Test(
    "reports every change as successful if its output cannot be written",
    arguments: ["add New", "edit 1 --title New", "favorite 1", "delete 1"])
  func fullDeviceInEveryChange(command: String) throws {
    try ToolRunner.seed(1)
    let before = try ToolRunner.tool("export").run().output
    let outcome = try ToolRunner.shell(#""$MOVIES" \#(command) > /dev/full"#)
    #expect(outcome.status == 74)
    #expect(outcome.error.contains("No space left on device. The command itself succeeded.\n"))
    #expect(try ToolRunner.tool("export").run().output != before)
  }

  @Test(
    "reports a backup, restore or migration as successful if its output cannot be written",
    arguments: ["backup k.db --json", "restore b.db --yes --json", "migrate --to 5 --no-backup"])
  func fullDeviceAfterWork(command: String) throws {
    try ToolRunner.seed(1)
    let outcome = try ToolRunner.shell(
      #""$MOVIES" backup b.db -q; "$MOVIES" \#(command) > /dev/full"#)
    #expect(outcome.status == 74)
    #expect(outcome.error.contains("No space left on device. The command itself succeeded.\n"))
  }

  @Test("ends a list early when the reader closes the pipe later")
  func pipeClosedLater() throws {
    try ToolRunner.seed(1_500)
    let outcome = try ToolRunner.shell(
      #""$MOVIES" list --sort added --json | { sleep 0.3; head -c 10 > /dev/null; }; echo "${PIPESTATUS[0]}""#
    )
    #expect(outcome.output == "0\n")
    #expect(outcome.error == "")
  }

  @Test("messages that cannot be written are an I/O failure, but the change is committed")
  func fullError() throws {
    let outcome = try ToolRunner.shell(#""$MOVIES" add x -q; "$MOVIES" add y 2> /dev/full"#)
    #expect(outcome.status == 74)
    #expect(try ToolRunner.tool("list").run().output == "1\t\tx\t\n2\t\ty\t\n")
  }

  @Test("a message that cannot be printed does not hide the error of the command")
  func failedCommand() throws {
    let outcome = try ToolRunner.shell(#"echo 'no;list' | "$MOVIES" import - 2> /dev/full"#)
    #expect(outcome.status == 65)
  }

  @Test(
    "output to a closed descriptor never reaches the database file",
    arguments: [
      [1], [2], [0, 1, 2],
    ] as [Set<Int32>])
  func closedDescriptors(closed: Set<Int32>) throws {
    try ToolRunner.seed(3)
    for arguments in [["add", "x"], ["list"], ["show", "99"], ["delete", "1"], ["list", "-v"]] {
      var tool = Tool(arguments, environment: ToolRunner.environment)
      tool.closed = closed
      let outcome = try tool.run()
      #expect([0, 1, 66, 74].contains(outcome.status), "\(arguments) \(outcome)")
      if closed.contains(1), arguments[0] == "list" { #expect(outcome.status == 74) }
    }
    let bytes = try #require(ToolRunner.content(ToolRunner.database))
    #expect(bytes.starts(with: "SQLite format 3\0".utf8))
    // What the commands print.
    let message = try ToolRunner.tool("show", "99").run().error
    #expect(message.contains("no movie has the id 99"))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("no movie has the id 99"))
    let check = try ToolRunner.shell(#""$SQL" movies.db 'PRAGMA integrity_check'"#)
    #expect(check.output == "ok\n")
  }

  @Test("names a limit of the process that is reached")
  func limits() throws {
    try ToolRunner.seed(9)
    for (limit, command, message) in [
      ("-f 8", "seed 3000", "the file size limit is reached; raise it (ulimit -f)"),
      ("-f 8", "backup b.db", "the file size limit is reached; raise it (ulimit -f)"),
      ("-n 4", "add x", "too many open files; raise the limit (ulimit -n)"),
      ("-n 4", "doctor", "too many open files; raise the limit (ulimit -n)"),
      ("-n 4", "export e.json", "too many open files; raise the limit (ulimit -n)"),
    ] {
      let outcome = try ToolRunner.shell(#"ulimit \#(limit); exec "$MOVIES" \#(command)"#)
      #expect(outcome.status == 74, "\(command)")
      #expect(outcome.error.contains(message), "\(outcome.error)")
      #expect(!outcome.error.contains("Check the"), "\(outcome.error)")
    }
  }

  @Test("a migration that cannot write the file leaves it unchanged, and keeps the backup")
  func keptBackup() throws {
    try ToolRunner.seed(500)
    let outcome = try ToolRunner.shell(
      #"""
      "$MOVIES" migrate --to 1 --accept-loss --no-backup -q; "$SQL" movies.db VACUUM
      cp movies.db before.db
      (ulimit -f $(($(stat -c %s movies.db) / 1024 + 1)); exec "$MOVIES" migrate -q); echo $?
      cmp movies.db before.db && for file in movies.db.v1-*.backup; do
        "$SQL" "$file" 'PRAGMA user_version; SELECT count(*) FROM Movie'
      done
      """#)
    #expect(outcome.output.hasSuffix("74\n1\n500\n"), "\(outcome.output)\(outcome.error)")
  }

  @Test("imports a named pipe to its end, once")
  func namedPipe() throws {
    let outcome = try ToolRunner.shell(
      #"""
      mkfifo input; { echo title; for i in {1..500}; do echo "Movie $i"; done; } > input &
      timeout 20 "$MOVIES" import input -q; echo $?; wait
      "$MOVIES" import <(printf 'title\nLast\n') -q; "$MOVIES" list | wc -l
      """#)
    #expect(outcome.output == "0\n501\n")
    #expect(outcome.error == "")
  }

  @Test("rejects a directory as standard input")
  func directoryAsInput() throws {
    let outcome = try ToolRunner.shell(#""$MOVIES" import - < /tmp"#)
    #expect(outcome.status == 74)
    #expect(outcome.error == "Error: cannot read 'standard input': Is a directory.\n")
  }
}
