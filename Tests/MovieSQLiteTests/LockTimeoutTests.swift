import Foundation
import MovieSQLite
import TestSupport
import Testing

@Suite("Waiting for locks", .limited, .temporaryDirectory) struct LockTimeoutTests {
  private static var path: String { TemporaryDirectory.path("t.db") }

  private static func connection(_ timeout: LockTimeout) throws -> Connection {
    try Connection(.file(path), timeout: timeout)
  }

  /// Creates the file with a table.
  private static func makeFile() throws {
    try Files.touch(path)
    let connection = try connection(LockTimeout(milliseconds: 0))
    try connection.execute("CREATE TABLE t(a)")
  }

  /// The duration of the body in milliseconds.
  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let taken = try ContinuousClock().measure(body)
    return Double(taken.components.attoseconds) / 1e15 + Double(taken.components.seconds) * 1e3
  }

  @Test("Connections that share a timeout wait for its time in total")
  func total() throws {
    try Self.makeFile()
    let timeout = LockTimeout(milliseconds: 120)
    let first = try Self.connection(timeout)
    let second = try Self.connection(timeout)
    let holder = try Self.connection(LockTimeout(milliseconds: 0))
    try holder.execute("BEGIN IMMEDIATE")
    var times: [Double] = []
    for _ in 0..<3 {
      times.append(
        try Self.milliseconds {
          let error = try sqliteError { try first.run("INSERT INTO t VALUES (1)") }
          #expect(error.code == .busy)
        })
      times.append(
        try Self.milliseconds {
          _ = try sqliteError { try second.run("INSERT INTO t VALUES (1)") }
        })
    }
    #expect(times[0] > 80)
    #expect(times.dropFirst().allSatisfy { $0 < 80 }, "\(times)")
  }

  @Test("A renewed timeout is the time of each transaction")
  func renewed() throws {
    try Self.makeFile()
    let connection = try Self.connection(LockTimeout(milliseconds: 60, isRenewed: true))
    let holder = try Self.connection(LockTimeout(milliseconds: 0))
    try holder.execute("BEGIN IMMEDIATE")
    for _ in 0..<2 {
      let time = try Self.milliseconds {
        _ = try sqliteError { try connection.run("INSERT INTO t VALUES (1)") }
      }
      #expect(time > 40)
    }
  }

  @Test(
    "A large change fails while a reader holds its lock, in bounded memory, and names the reader")
  func reader() throws {
    try Self.makeFile()
    let writer = try Self.connection(LockTimeout(milliseconds: 50))
    try writer.execute("PRAGMA cache_size = 10")
    let reader = try Self.connection(LockTimeout(milliseconds: 0))
    try reader.read { reading throws in
      _ = try reading.fetchInt("SELECT count(*) FROM t")
      let error = try sqliteError {
        try writer.write { transaction throws in
          try transaction.execute(
            """
            WITH RECURSIVE number(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number)
            INSERT INTO t SELECT zeroblob(1000) FROM number
            """)
        }
      }
      #expect(error.code == .busyWithReaders)
    }
    try writer.run("INSERT INTO t VALUES (1)")
    #expect(try reader.texts("SELECT count(*) FROM t") == ["1"])
  }

  @Test("A change waits for a short lock and succeeds")
  func shortLock() throws {
    try Self.makeFile()
    let writer = try Self.connection(LockTimeout(milliseconds: 20_000))
    // The task-local directory of the test is not available in the thread.
    let (path, isReading) = (Self.path, DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      do {
        let reader = try Connection(.file(path))
        try reader.read { transaction throws in
          _ = try transaction.fetchInt("SELECT count(*) FROM t")
          isReading.signal()
          usleep(30_000)
        }
      } catch {
        Issue.record(error)
      }
    }
    isReading.wait()
    try writer.run("INSERT INTO t VALUES (1)")
  }

  @Test(
    "A change of a file that was moved, removed or replaced meanwhile is not committed",
    arguments: ["move", "remove", "replace"])
  func moved(how: String) throws {
    try Self.makeFile()
    let other = TemporaryDirectory.path("other.db")
    try Files.write(Files.bytes(Self.path), to: other)
    let connection = try Self.connection(LockTimeout(milliseconds: 0))
    let error = try sqliteError {
      try connection.write { transaction throws in
        try transaction.execute("INSERT INTO t VALUES (1)")
        switch how {
        case "move": rename(Self.path, TemporaryDirectory.path("moved.db"))
        case "remove": unlink(Self.path)
        default: rename(other, Self.path)
        }
      }
    }
    #expect(error.code == .readOnlyMoved)
    for name in try Files.names(in: TemporaryDirectory.current) {
      let file = try Connection(.file(TemporaryDirectory.path(name)))
      #expect(try file.texts("SELECT count(*) FROM t") == ["0"], "\(name)")
    }
  }
}
