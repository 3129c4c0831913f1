import Foundation
import TestSupport
import Testing

/// The built program's `migrate`: killed, without room, and several times at once.
@Suite(.limited, .temporaryDirectory) struct MigrateFaultTests {
  @Test("killed at any moment, it leaves the catalog whole, and the next run brings it up")
  func killed() throws {
    let said = try Self.make(movies: 2_000)
    let start = ContinuousClock.now
    #expect(try Workbench.shell(#"cp old.db movies.db; "$MOVIES" migrate -q"#).status == 0)
    let microseconds = (ContinuousClock.now - start) / .microseconds(1)
    var random = RandomSource(seed: 20)
    var killed = 0
    for _ in 0..<20 {
      #expect(try Workbench.shell("rm movies.db*; cp old.db movies.db").status == 0)
      let migration = try Workbench.tool("migrate", "-q").start()
      usleep(UInt32(Double.random(in: 0...microseconds, using: &random)))
      kill(migration.processID, SIGKILL)
      if try migration.outcome().status == 128 + SIGKILL { killed += 1 }
      #expect(try Self.said() == said)
      #expect(try Workbench.tool("migrate", "-q").run().status == 0)
      #expect(try Self.said() == said)
      #expect(try Self.version() == "6\n")
      let names = try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.current)
      #expect(names.filter { !$0.hasPrefix("movies.db.v1-") }.sorted() == ["movies.db", "old.db"])
    }
    #expect(killed > 5)
  }

  @Test(
    "where files may grow to so many bytes and no more, it says so, and the catalog is whole",
    arguments: [1, 6])
  func limited(start: Int) throws {
    let said = try Self.make(movies: 60)
    if start == 6 {
      #expect(
        try Workbench.shell(
          #"mv old.db movies.db; "$MOVIES" migrate -q --no-backup; mv movies.db old.db"#
        )
        .status == 0)
    }
    // Of journal, backup and database, each is the first to grow too large at some limit. Without a
    // folder for them, a thread sanitizer makes no files of its own, which could not grow either.
    let outcome = try Workbench.shell(
      #"""
      for kilobytes in {0..148..4}; do
        cp old.db movies.db
        (ulimit -f $kilobytes; exec "$MOVIES" migrate -q --to $1 --accept-loss) 2>/dev/null >&2
        echo "$? $(\#(Self.saying))"
        rm -f movies.db* .movies-*
      done
      """#, "\(7 - start)", environment: ["TEST_TMPDIR": "/dev/null"])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 38)
    #expect(Set(lines) == ["0 \(said)", "74 \(said)"], "\(outcome.output)")
  }

  @Test("of four at once one works, and the others say that it is done")
  func atOnce() throws {
    let said = try Self.make(movies: 2_000)
    #expect(try Workbench.shell("mv old.db movies.db").status == 0)
    let running = try (0..<4).map { _ in try Workbench.tool("migrate").start() }
    let outcomes = try running.map { try $0.outcome() }
    #expect(outcomes.allSatisfy { $0.status == 0 || $0.status == 75 })
    #expect(outcomes.count { $0.output.hasPrefix("v2\t") } == 1)
    let others = outcomes.filter { $0.output.isEmpty }
    #expect(others.count == 3)
    #expect(
      others.allSatisfy { $0.error.contains($0.status == 0 ? "already" : "is busy") },
      "\(others.map(\.error))")
    #expect(try Self.said() == said)
    let log = try Workbench.shell(
      "sqlite3 movies.db 'SELECT group_concat(version) FROM migrationLog'; ls -A | wc -l")
    #expect(log.output == "1,2,3,4,5,6\n2\n")
  }

  /// Makes `old.db`, a catalog of v1, by the `sqlite3` shell.
  private static func make(movies: Int) throws -> String {
    let outcome = try Workbench.shell(
      #"""
      { "$MOVIES" migrate schema 1; cat << END
        WITH RECURSIVE number(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number LIMIT $1)
        INSERT INTO Movie(id, title, "cast")
        SELECT printf('%036d', n), 'The Film ' || n,
          json_array('Actor ' || (n % 97), 'Extra ' || n, 'Star ' || (n % 7))
        FROM number;
      END
      } | sqlite3 old.db && ln old.db movies.db && \#(saying); rm movies.db
      """#, "\(movies)")
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.output.trimmingCharacters(in: .newlines)
  }

  /// A script that prints a hash of what `movies.db` says, at v1 or at v6, and of what SQLite finds
  /// wrong with it.
  private static let saying = #"""
    case $(sqlite3 movies.db 'PRAGMA user_version') in
      1) sqlite3 movies.db 'SELECT pk, hex(title) FROM Movie ORDER BY pk;
           SELECT pk, hex(value) FROM Movie, json_each("cast") ORDER BY pk, json_each.key;
           PRAGMA integrity_check; PRAGMA foreign_key_check' ;;
      6) sqlite3 movies.db 'SELECT id, hex(title) FROM MovieModel ORDER BY id;
           SELECT movieID, hex(name) FROM MovieActor JOIN ActorModel ON id = actorID
           ORDER BY movieID, position;
           PRAGMA integrity_check; PRAGMA foreign_key_check' ;;
      *) echo neither ;;
    esac | sha256sum
    """#

  private static func said() throws -> String {
    try Workbench.shell(saying).output.trimmingCharacters(in: .newlines)
  }

  private static func version() throws -> String {
    try Workbench.shell("sqlite3 movies.db 'PRAGMA user_version'").output
  }
}
