import Foundation
import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// Looks that fail: the error says why, nothing was touched, and no copy stays.
@Suite(.limited, .fullTier, .temporaryDirectory) struct LookingFailureTests {
  /// The error of a look and of a copy, which are the same.
  private static func error(
    at place: Place, waiting milliseconds: Int32 = 2_000,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> StoreError {
    let before = try FolderSnapshot(place.folder)
    let error = try storeError(sourceLocation: sourceLocation) {
      var database = try place.look(waiting: milliseconds)
      _ = try database.committed()
    }
    #expect(try FolderSnapshot(place.folder) == before, sourceLocation: sourceLocation)
    #expect(try place.temporaryNames().isEmpty, sourceLocation: sourceLocation)
    return error
  }

  @Test("a missing file is missing, and stays so")
  func missing() throws {
    let place = try Place()
    #expect(try Self.error(at: place) == .fileNotFound(path: place.path))
  }

  @Test("what is no regular file is not opened")
  func special() throws {
    let place = try Place()
    for path in [place.folder, "/dev/zero", TemporaryDirectory.path("pipe")] {
      mkfifo(TemporaryDirectory.path("pipe"), 0o600)
      let error = try storeError { _ = try ReadOnlyDatabase(path: path) }
      guard case .notAMovieDatabase(path, _) = error else { throw error }
    }
  }

  @Test(
    "a file that is no database is refused",
    arguments: [
      Array("x".utf8), Array("hello, world\n".utf8), Array("SQLite format 3\0".utf8),
      [UInt8](repeating: 2, count: 10_000), [UInt8](repeating: 1, count: 10_000),
    ])
  func foreign(bytes: [UInt8]) throws {
    let place = try Place()
    try Files.write(bytes, to: place.path)
    #expect(
      try Self.error(at: place)
        == .notAMovieDatabase(path: place.path, reason: "it is not an SQLite database"))
  }

  @Test(
    "a file that was cut off is damaged",
    arguments: [DatabaseCase.rollback, .log], [4_097, 8_192])
  func truncated(state: DatabaseCase, length: Int) throws {
    let place = try Place()
    try state.make(place.path).kill()
    try Files.write(Array(try Files.bytes(place.path).prefix(length)), to: place.path)
    let error = try Self.error(at: place)
    guard case .damaged(place.path, _) = error else { throw error }
  }

  @Test("a link is named by its own name")
  func link() throws {
    let place = try Place()
    try Files.write([UInt8](repeating: 1, count: 5_000), to: TemporaryDirectory.path("target"))
    symlink(TemporaryDirectory.path("target"), place.path)
    #expect(
      try Self.error(at: place)
        == .notAMovieDatabase(path: place.path, reason: "it is not an SQLite database"))
  }

  @Test("a file that may not be read is told")
  func unreadable() throws {
    let place = try Place()
    try DatabaseCase.rollback.make(place.path).kill()
    Files.setMode(0, of: place.path)
    let error = try withoutPrivileges { try storeError { _ = try place.look() } }
    switch error {
    case .unreadable(place.path, _), .inputOutput(place.path, _): break
    default: throw error
    }
  }

  @Test(
    "a writer that keeps readers out makes the file busy, after the wait",
    arguments: [DatabaseCase.rollback, .hotJournal])
  func busy(state: DatabaseCase) throws {
    let place = try Place()
    try state.make(place.path).kill()
    let shell = try SQLProcess(place.path)
    try shell.run("BEGIN EXCLUSIVE")
    let start = ContinuousClock.now
    #expect(try Self.error(at: place, waiting: 100) == .busy(path: place.path))
    let taken = ContinuousClock.now - start
    #expect(taken >= .milliseconds(100) && taken < .seconds(5))
    shell.kill()
  }

  @Test("a writer that ends in time is waited for")
  func waiting() throws {
    let place = try Place()
    try DatabaseCase.rollback.make(place.path).kill()
    let shell = try SQLProcess(place.path)
    try shell.run("BEGIN EXCLUSIVE", "DELETE FROM t WHERE rowid > 10")
    try shell.send(".sleep 200\nCOMMIT;\n")
    var database = try place.look(waiting: 30_000)
    #expect(try database.committed() == Array(DatabaseCase.committed.prefix(10)))
    shell.kill()
  }

  @Test("a file that no lock protects, and that changes under the body, is busy")
  func changed() throws {
    let place = try Place()
    try DatabaseCase.log.make(place.path).kill()
    var database = try place.look()
    let shell = try SQLProcess(place.path)
    #expect(throws: StoreError.busy(path: place.path)) {
      try database.read { transaction in
        try shell.run("DELETE FROM t", "PRAGMA wal_checkpoint(TRUNCATE)")
        _ = try transaction.rows("SELECT a FROM t")
      }
    }
    var again = try place.look()
    #expect(try again.committed().isEmpty)
    shell.kill()
  }

  @Test("a file that changes whenever it is copied is busy")
  func restless() throws {
    let place = try Place()
    try DatabaseCase.abandonedLogWithoutIndex.make(place.path).kill()
    // So large that no copy is made between two changes.
    try #require(truncate(place.path, 64 << 20) == 0)
    let (log, end) = (place.path + "-wal", TemporaryDirectory.path("end"))
    let thread = Thread {
      var second = 0
      while access(end, F_OK) != 0 {
        second += 1
        utimensat(
          AT_FDCWD, log,
          [timespec(tv_sec: second, tv_nsec: 0), timespec(tv_sec: second, tv_nsec: 0)], 0)
      }
    }
    thread.start()
    #expect(throws: StoreError.busy(path: place.path)) { _ = try place.look() }
    try Files.touch(end)
    #expect(try place.temporaryNames().isEmpty)
  }

  @Test("a side file that SQLite never made is refused, and not waited for")
  func oddSideFile() throws {
    let place = try Place()
    try DatabaseCase.log.make(place.path).kill()
    mkfifo(place.path + "-wal", 0o600)
    let error = try storeError { _ = try place.look() }
    #expect(
      error == .unreadable(path: place.path + "-wal", reason: "it is not a regular file"))
    #expect(try place.temporaryNames().isEmpty)
  }

  @Test("a copy that the disk has no room for is not begun")
  func diskFull() throws {
    let place = try Place()
    try DatabaseCase.abandonedLogWithoutIndex.make(place.path).kill()
    // With a hole that is larger than disks are.
    try #require(truncate(place.path, 8 << 40) == 0)
    #expect(throws: StoreError.diskFull(path: place.temporary)) { _ = try place.look() }
    #expect(try place.temporaryNames().isEmpty)
  }

  @Test("a folder for copies that cannot be written is named")
  func noTemporaryFolder() throws {
    let place = try Place()
    try DatabaseCase.hotJournal.make(place.path).kill()
    let missing = TemporaryDirectory.path("missing")
    #expect(
      throws: StoreError.cannotCreate(path: missing, reason: "No such file or directory")
    ) {
      _ = try ReadOnlyDatabase(path: place.path, copyingInto: missing)
    }
  }
}
