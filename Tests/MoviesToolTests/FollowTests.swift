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
      for i in 1 2 3 4 5 6; do
        "$MOVIES" history --clear --yes -q && "$MOVIES" add change$i -q > /dev/null; done
      "$MOVIES" add end -q > /dev/null
      for i in $(seq 100); do grep -q end followed && break; sleep 0.05; done
      kill $follower; grep -v begin followed
      """#)
    #expect(
      outcome.output
        == (1...6).map { "added 'change\($0)'\n" }.joined() + "added 'end'\n")
  }
}
