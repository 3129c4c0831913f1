import TestSupport
import Testing

/// `history --follow`.
@Suite(.limited, .fullTier, .temporaryDirectory) struct FollowTests {
  @Test("Prints each change once, also after the history was cleared")
  func cleared() throws {
    try ToolRunner.seed(1)
    let outcome = try ToolRunner.shell(
      #"""
      "$MOVIES" history --follow --format tsv --columns summary > followed & follower=$!
      until [ -s followed ]; do "$MOVIES" add begin -q > /dev/null; done
      for i in 1 2 3; do
        "$MOVIES" history --clear --yes -q && "$MOVIES" add change$i -q > /dev/null
        for _ in $(seq 200); do grep -q change$i followed && break; sleep 0.02; done
      done
      kill $follower; grep -v begin followed
      """#)
    #expect(outcome.output == "added 'change1'\nadded 'change2'\nadded 'change3'\n")
  }

  @Test("Prints each change once after a restoration, which uses numbers again")
  func restored() throws {
    try ToolRunner.seed(1)
    let outcome = try ToolRunner.shell(
      #"""
      "$MOVIES" backup backup.db -q
      "$MOVIES" history --follow --format tsv --columns summary > followed & follower=$!
      until [ -s followed ]; do "$MOVIES" add begin -q > /dev/null; done
      sleep 0.3; last=$("$MOVIES" history --limit 1 --format tsv --columns id)
      kill -STOP $follower
      "$MOVIES" restore backup.db --yes -q
      for i in $(seq 2 $last); do "$MOVIES" add change$i -q > /dev/null; done
      kill -CONT $follower
      for _ in $(seq 200); do grep -q change$last followed && break; sleep 0.02; done
      kill $follower; test $(($(grep -c change followed) + 1)) = $last && echo all
      """#)
    #expect(outcome.output == "all\n")
  }
}
