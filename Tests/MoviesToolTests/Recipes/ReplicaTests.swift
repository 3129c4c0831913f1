import Foundation
import TestSupport
import Testing

/// The recipe for replicas: with Litestream if it is installed, and always with a reader of the log
/// that behaves like it.
@Suite(.limited, .needs(.sqlite3), .temporaryDirectory) struct ReplicaTests {
  /// Commands of every kind that changes a catalog, one commit each.
  private static let changes = [
    #""$MOVIES" seed 200 --seed 2"#,
    #""$MOVIES" add Ran --actor 'Tatsuya Nakadai' --favorite"#,
    #""$MOVIES" backup saved.db && "$MOVIES" delete 2..9 --yes"#,
    #""$MOVIES" edit 1 --title Heat --add-actor 'Al Pacino'"#,
    #""$MOVIES" favorite 20..30"#,
    #""$MOVIES" export movies.csv && "$MOVIES" import movies.csv --add"#,
    #""$MOVIES" migrate --to 4 --no-backup"#,
    #""$MOVIES" migrate --no-backup"#,
    #"sqlite3 movies.db "UPDATE MovieModel SET sortableTitle = 'x' WHERE id % 9 = 0""#,
    #""$MOVIES" doctor --fix"#,
    // Fails as busy if another process writes after the copy of the previous database.
    #"until "$MOVIES" restore saved.db --yes; do [ $? = 75 ]; done"#,
    #""$MOVIES" delete --where title:a --yes"#,
  ]

  /// Prepares the catalog like Litestream: write-ahead logging, its tables, and an open read transaction,
  /// so that no other process resets the log.
  private static func replicator() throws -> SQLProcess {
    let shell = try SQLProcess(ToolRunner.database)
    try shell.run(
      "PRAGMA journal_mode = WAL", "PRAGMA wal_autocheckpoint = 0",
      "CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
      "CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER)",
      "INSERT INTO _litestream_seq (id, seq) VALUES (1, 1)", "BEGIN",
      "SELECT COUNT(1) FROM _litestream_seq")
    return shell
  }

  private static func log() throws -> Data {
    try Data(contentsOf: URL(filePath: ToolRunner.database + "-wal"))
  }

  /// A digest of all tables of a file.
  private static func state(of file: String) throws -> String {
    let outcome = try ToolRunner.shell(#"sqlite3 "$1" 'PRAGMA integrity_check' .sha3sum"#, file)
    #expect(outcome.output.hasPrefix("ok\n"), "\(outcome.output)\(outcome.error)")
    return outcome.output
  }

  @Test("the log, truncated at any byte, has the state after a commit of any command")
  func truncatedLogs() throws {
    try ToolRunner.seed(100)
    let replicator = try Self.replicator()
    var logs = [try Self.log()]
    var states = [try Self.state(of: ToolRunner.database)]
    for change in Self.changes {
      let outcome = try ToolRunner.shell(change)
      #expect(outcome.status == 0, "\(change): \(outcome.error)")
      logs.append(try Self.log())
      states.append(try Self.state(of: ToolRunner.database))
    }
    for (old, new) in zip(states, states.dropFirst()) { #expect(old != new) }
    for (old, new) in zip(logs, logs.dropFirst()) { #expect(new.prefix(old.count) == old) }

    // Like the automatic checkpoint of any program. The pages that the reader has not seen stay in the log.
    let checkpoint = try ToolRunner.shell("sqlite3 movies.db 'PRAGMA wal_checkpoint'")
    #expect(checkpoint.status == 0, "\(checkpoint.error)")

    var random = RandomSource(seed: 11)
    let (log, database) = (try Self.log(), try Data(contentsOf: URL(filePath: ToolRunner.database)))
    let copy = URL(filePath: TemporaryDirectory.path("copy.db"))
    let copiedLog = URL(filePath: copy.path() + "-wal")
    for (index, whole) in logs.enumerated().dropFirst() {
      let start = logs[index - 1].count
      for cut in [Int.random(in: start..<whole.count, using: &random), whole.count] {
        try database.write(to: copy)
        try log.prefix(cut).write(to: copiedLog)
        #expect(try Self.state(of: copy.path()) == states[cut == whole.count ? index : index - 1])
      }
    }
    try replicator.quit()
  }

  @Test("preserves the log and the tables of a replicator, and doctor accepts them")
  func preserved() throws {
    try ToolRunner.seed(50)
    let replicator = try Self.replicator()
    let outcome = try ToolRunner.shell(
      """
      "$MOVIES" migrate --to 2 --no-backup && "$MOVIES" migrate --no-backup && "$MOVIES" doctor -q
      sqlite3 movies.db 'PRAGMA journal_mode; SELECT * FROM _litestream_seq, (
        SELECT count(*) FROM _litestream_lock)'
      """)
    #expect(outcome.output.hasSuffix("\nwal\n1|1|0\n"), "\(outcome.output)\(outcome.error)")
    try replicator.quit()
  }

  @Test("does not restore a backup that requires a reset of the log while a replicator reads it")
  func otherPages() throws {
    try ToolRunner.seed(50)
    let replicator = try Self.replicator()
    let outcome = try ToolRunner.shell(
      """
      "$MOVIES" backup other.db && sqlite3 other.db \
        'PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM' > mode
      cp movies.db before; "$MOVIES" restore other.db --yes; echo $?; cmp movies.db before
      """)
    #expect(outcome.output == "75\n", "\(outcome.error)")
    try replicator.quit()
  }

  @Test(
    "Litestream restores the latest catalog",
    .needs(.litestream))
  func litestream() throws {
    let recipe = try Recipe("A replica")
    try ToolRunner.seed(100)
    let outcome = try Recipe.run(
      """
      \(recipe.block("sh"))
      trap 'kill $! 2> end || :' EXIT
      until find replica -name '*.ltx' 2> begin | grep -q .; do sleep 0.05; done
      \(Self.changes.joined(separator: "\n"))
      kill $!; wait $! || :
      \(recipe.block("sh", 1))
      movies export > one; movies --db replica.db export > other; cmp one other
      """)
    #expect(outcome.status == 0, "\(outcome.error)")
  }
}
