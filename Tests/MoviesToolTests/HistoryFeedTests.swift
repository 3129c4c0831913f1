import TestSupport
import Testing

/// `history --follow` while other processes change the catalog.
@Suite(.limited, .fullTier, .temporaryDirectory) struct HistoryFeedTests {
  /// Waits until the output has a number of lines.
  private static let functions = """
    lines() { # <number> <file>
      for i in $(seq 500); do [ "$(wc -l < "$2")" -ge "$1" ] && return; sleep 0.02; done
      echo "not $1 lines: $(cat "$2")"
    }
    """

  @Test(
    "prints each change of other processes as it is committed, until a signal",
    arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func follow(signal: String, status: Int) throws {
    try ToolRunner.seed(3)
    // Without job control, the shell starts processes in the background that ignore SIGINT.
    let outcome = try ToolRunner.shell(
      #"""
      \#(Self.functions)
      set -m
      "$MOVIES" history --json --since 1 --follow > feed & feed=$!
      "$MOVIES" add One -q > /dev/null; lines 1 feed
      "$MOVIES" add Two -q > /dev/null; lines 2 feed
      "$MOVIES" undo -q > /dev/null; lines 3 feed
      kill -\#(signal) $feed; wait $feed; echo $?
      "$MOVIES" history --format ndjson --since 1 > now
      cmp <(tail -n 1 feed) <(tail -n 1 now) && wc -l < feed
      """#)
    #expect(outcome.output == "\(status)\n3\n", "\(outcome)")
  }

  @Test("begins with the next change, and ends after the number of changes")
  func limit() throws {
    try ToolRunner.seed(3)
    let outcome = try ToolRunner.shell(
      #"""
      "$MOVIES" history --follow --limit 2 --columns id,summary > feed & feed=$!
      until ls -l /proc/$feed/fd | grep -q movies.db; do sleep 0.02; done; sleep 0.2
      for title in A B C; do "$MOVIES" add $title -q > /dev/null; done
      wait $feed; echo $?; cat feed
      """#)
    #expect(outcome.output == "0\n2\tadded 'A'\n3\tadded 'B'\n", "\(outcome)")
  }

  @Test("ends when the reader closes the pipe, also while nothing changes")
  func closedPipe() throws {
    try ToolRunner.seed(3)
    let outcome = try ToolRunner.shell(
      #""$MOVIES" history --since 0 --follow | head -n 1 | wc -l; echo "${PIPESTATUS[0]}""#)
    #expect(outcome.output == "1\n0\n")
    #expect(outcome.error == "")
  }

  @Test("every change of concurrent writers is printed once, in order, in both journal modes")
  func concurrent() throws {
    for mode in ["DELETE", "WAL"] {
      let outcome = try ToolRunner.shell(
        #"""
        rm -f movies.db*; "$MOVIES" seed 3 -q; "$SQL" movies.db 'PRAGMA journal_mode = \#(mode)' > mode
        "$MOVIES" history --since 0 --follow --limit 61 --format ids > feed & feed=$!
        for writer in 1 2 3; do
          for i in $(seq 20); do "$MOVIES" add "$writer $i" -q > /dev/null || echo failed; done &
        done
        wait $feed; seq 61 | cmp - feed && echo complete; wait
        """#)
      #expect(outcome.output == "complete\n", "\(mode): \(outcome)")
    }
  }

  @Test("a lock of another process is waited for")
  func locked() throws {
    try ToolRunner.seed(3)
    let outcome = try ToolRunner.shell(
      #"""
      \#(Self.functions)
      "$MOVIES" history --since 0 --follow --limit 2 --format ids > feed 2>&1 & feed=$!
      lines 1 feed
      mkfifo hold; { echo 'BEGIN EXCLUSIVE;'; cat hold; } | "$SQL" movies.db & exec 9> hold
      sleep 6
      echo 'COMMIT;' >&9; exec 9>&-; "$MOVIES" add A -q > /dev/null
      wait $feed; echo $?; cat feed
      """#)
    #expect(outcome.output == "0\n1\n2\n", "\(outcome)")
  }

  @Test(
    "ends with an error when the catalog is migrated, set back or replaced",
    arguments: [
      (#""$MOVIES" migrate --to 5 --no-backup -q > plan"#, 78, "Run: movies migrate"),
      (#""$MOVIES" restore b.db -y -q"#, 1, "continue with '--since 1'."),
      ("cp b.db c.db; mv c.db movies.db", 74, "was replaced or removed"),
      ("rm movies.db", 74, "was replaced or removed"),
    ] as [(String, Int32, String)])
  func replaced(change: String, status: Int32, message: String) throws {
    try ToolRunner.seed(3)
    let outcome = try ToolRunner.shell(
      #"""
      \#(Self.functions)
      "$MOVIES" backup b.db -q; "$MOVIES" add A -q > /dev/null
      "$MOVIES" history --since 0 --follow --format ids > feed & feed=$!
      lines 2 feed
      \#(change)
      wait $feed; echo $?
      """#)
    #expect(outcome.output == "\(status)\n", "\(change): \(outcome)")
    #expect(outcome.error.contains(message), "\(outcome.error)")
  }

  @Test("clearing the history does not end the feed")
  func cleared() throws {
    try ToolRunner.seed(3)
    let outcome = try ToolRunner.shell(
      #"""
      \#(Self.functions)
      "$MOVIES" history --since 0 --follow --limit 2 --format ids > feed & feed=$!
      lines 1 feed
      "$MOVIES" history clear -y -q; sleep 0.3; "$MOVIES" add A -q > /dev/null
      wait $feed; cat feed
      """#)
    #expect(outcome.output == "1\n2\n", "\(outcome)")
  }
}
