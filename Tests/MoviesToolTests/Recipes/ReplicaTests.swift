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
    #""$MOVIES" backup kept.db && "$MOVIES" delete 2..9 --yes"#,
    #""$MOVIES" edit 1 --title Heat --add-actor 'Al Pacino'"#,
    #""$MOVIES" favorite 20..30"#,
    #""$MOVIES" export films.csv && "$MOVIES" import films.csv"#,
    #""$MOVIES" migrate --to 4 --no-backup"#,
    #""$MOVIES" migrate --no-backup"#,
    #"sqlite3 movies.db "UPDATE MovieModel SET sortableTitle = 'x' WHERE id % 9 = 0""#,
    #""$MOVIES" doctor --fix"#,
    // Busy where others write between what it keeps and what it does.
    #"until "$MOVIES" restore kept.db --yes; do [ $? = 75 ]; done"#,
    #""$MOVIES" delete --matching a --yes"#,
  ]

  /// Leaves the catalog as Litestream does once it has begun: with a log, with its tables, and behind
  /// a reader, so that nobody else empties the log.
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

  /// What is in every table of a file, in short.
  private static func state(of file: String) throws -> String {
    let outcome = try ToolRunner.shell(#"sqlite3 "$1" 'PRAGMA integrity_check' .sha3sum"#, file)
    #expect(outcome.output.hasPrefix("ok\n"), "\(outcome.output)\(outcome.error)")
    return outcome.output
  }

  @Test("the log, cut at any byte, is the catalog as of a commit, whatever command was under way")
  func cuts() throws {
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

    // As any program does after many pages: the reader keeps what it has not seen in the log.
    let checkpoint = try ToolRunner.shell("sqlite3 movies.db 'PRAGMA wal_checkpoint'")
    #expect(checkpoint.status == 0, "\(checkpoint.error)")

    var random = RandomSource(seed: 11)
    let (log, database) = (try Self.log(), try Data(contentsOf: URL(filePath: ToolRunner.database)))
    let copy = URL(filePath: TemporaryDirectory.path("copy.db"))
    let copiedLog = URL(filePath: copy.path() + "-wal")
    for (index, whole) in logs.enumerated().dropFirst() {
      let begun = logs[index - 1].count
      for cut in [Int.random(in: begun..<whole.count, using: &random), whole.count] {
        try database.write(to: copy)
        try log.prefix(cut).write(to: copiedLog)
        #expect(try Self.state(of: copy.path()) == states[cut == whole.count ? index : index - 1])
      }
    }
    try replicator.quit()
  }

  @Test("a catalog keeps its log and a replicator's tables, and no fault is found with it")
  func kept() throws {
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

  @Test("a backup for which the log must go is not restored while a replicator reads it")
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
    "Litestream has the catalog as it was when Litestream ended",
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
