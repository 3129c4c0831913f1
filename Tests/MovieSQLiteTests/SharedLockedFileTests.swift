import MovieSQLite
import TestSupport
import Testing

/// Locations that are only read, and the file of a connection.
@Suite(.limited, .temporaryDirectory) struct SharedLockedFileTests {
  private static func database(_ name: String = "t.db", mode: String = "DELETE") throws -> String {
    let path = TemporaryDirectory.path(name)
    try Files.touch(path)
    let connection = try Connection(.file(path))
    try connection.execute("PRAGMA journal_mode = \(raw: mode)")
    try connection.run("CREATE TABLE t(a)", "INSERT INTO t VALUES ('here')")
    return path
  }

  private static func locked(_ path: String) throws -> SharedLockedFile {
    guard let file = try SharedLockedFile(path) else {
      throw SQLiteError(code: .busy, message: "no lock on \(path)")
    }
    return file
  }

  @Test(
    "Reads the bytes of the file, and zeros after its end",
    arguments: [0, 5, 4_096, 8_190, 9_000])
  func bytes(offset: Int) throws {
    let path = try Self.database()
    let whole = try Files.bytes(path)
    let file = try Self.locked(path)
    var chunk = [UInt8](repeating: 1, count: 100)
    try file.read(into: &chunk, at: Int64(offset))
    let zeros = [UInt8](repeating: 0, count: 2_000)
    #expect(chunk == Array((whole + zeros)[offset..<offset + 100]))
    let name = file.path
    var copied: [UInt8] = []
    try file.forEachChunk { copied += $0 }
    #expect(copied == whole)
    #expect(name == path)
  }

  @Test("While the lock is held, other processes can read but not commit")
  func held() throws {
    let path = try Self.database()
    let shell = try SQLProcess(path)
    do {
      let file = try Self.locked(path)
      #expect(try shell.run("SELECT a FROM t") == "here\n")
      #expect(try shell.run("DELETE FROM t").contains("database is locked"))
      _ = file.path
    }
    #expect(try shell.run("DELETE FROM t", "SELECT count(*) FROM t") == "0\n")
  }

  @Test("The lock is not available while a writer has an exclusive lock, which it keeps")
  func writer() throws {
    let path = try Self.database()
    let shell = try SQLProcess(path)
    let connection = try Connection(.file(path))
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    try connection.run("INSERT INTO t VALUES ('more')")
    let isLocked = try SharedLockedFile(path) == nil
    #expect(isLocked)
    #expect(try shell.run("SELECT a FROM t").contains("database is locked"))
  }

  @Test("A file that does not exist cannot be opened")
  func missing() throws {
    let error = try sqliteError { _ = try SharedLockedFile(TemporaryDirectory.path("no.db")) }
    #expect(error.code.primary == .cannotOpen)
    #expect(try Files.names(in: TemporaryDirectory.current).isEmpty)
  }

  @Test(
    "Any file name can be opened in both read-only modes",
    arguments: [
      "plain.db", "a b", "100%", "%41", "%00", "x?mode=rw", "x#y", "é", "e\u{301}", "日本", "\n", "+",
      "&a=b",
      "file:x", "\u{7F}\u{1}", "\u{FFFD}", "👩‍👧",
    ])
  func names(name: String) throws {
    let path = try Self.database(name)
    for mode in [Connection.ReadOnlyMode.locking, .immutable] {
      let connection = try Connection(.readOnly(path, mode))
      #expect(try connection.texts("SELECT a FROM t") == ["here"])
      let error = try sqliteError { try connection.run("DELETE FROM t") }
      #expect(error.code.primary == .readOnly)
    }
    #expect(try Files.names(in: TemporaryDirectory.current).map(\.bytes) == [name.bytes])
  }

  @Test("Reading a database in WAL mode as immutable creates no write-ahead log")
  func immutable() throws {
    let path = try Self.database(mode: "WAL")
    do {
      let connection = try Connection(.readOnly(path, .immutable))
      #expect(try connection.texts("SELECT a FROM t") == ["here"])
      #expect(try Files.names(in: TemporaryDirectory.current) == ["t.db"])
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["t.db"])
  }
}
