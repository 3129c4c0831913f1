import Foundation
import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// If a read fails, the error states the reason, the files are unchanged, and no copy remains.
@Suite(.limited, .fullTier, .temporaryDirectory) struct UntouchedFailureTests {
  /// Returns the error of a read, after checking that nothing was changed.
  private static func error(
    at fixture: DatabaseFixture, timeout milliseconds: Int32 = 2_000,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> StoreError.Problem {
    let before = try DirectorySnapshot(fixture.directory)
    let error = try storeProblem(sourceLocation: sourceLocation) {
      var database = try fixture.open(timeout: milliseconds)
      _ = try database.committedRows()
    }
    #expect(try DirectorySnapshot(fixture.directory) == before, sourceLocation: sourceLocation)
    #expect(try fixture.temporaryNames().isEmpty, sourceLocation: sourceLocation)
    return error
  }

  @Test("A missing file is reported and not created")
  func missing() throws {
    let fixture = try DatabaseFixture()
    #expect(try Self.error(at: fixture) == .fileNotFound(path: fixture.path))
  }

  @Test("Files that are not regular are not opened")
  func special() throws {
    let fixture = try DatabaseFixture()
    for path in [fixture.directory, "/dev/zero", TemporaryDirectory.path("pipe")] {
      mkfifo(TemporaryDirectory.path("pipe"), 0o600)
      let error = try storeProblem { _ = try UntouchedDatabase(path: path) }
      guard case .notAMovieDatabase(path, _) = error else { throw error }
    }
  }

  @Test(
    "Files that are not databases are rejected",
    arguments: [
      Array("x".utf8), Array("hello, world\n".utf8), Array("SQLite format 3\0".utf8),
      [UInt8](repeating: 2, count: 10_000), [UInt8](repeating: 1, count: 10_000),
    ])
  func notADatabase(bytes: [UInt8]) throws {
    let fixture = try DatabaseFixture()
    try Files.write(bytes, to: fixture.path)
    #expect(
      try Self.error(at: fixture)
        == .notAMovieDatabase(path: fixture.path, reason: "it is not an SQLite database"))
  }

  @Test(
    "A truncated file is reported as damaged",
    arguments: [DatabaseState.rollback, .log], [4_097, 8_192])
  func truncated(state: DatabaseState, length: Int) throws {
    let fixture = try DatabaseFixture()
    try state.create(fixture.path).kill()
    try Files.write(Array(try Files.bytes(fixture.path).prefix(length)), to: fixture.path)
    let error = try Self.error(at: fixture)
    guard case .damaged(fixture.path, _) = error else { throw error }
  }

  @Test("The error for a symbolic link names the link")
  func link() throws {
    let fixture = try DatabaseFixture()
    try Files.write([UInt8](repeating: 1, count: 5_000), to: TemporaryDirectory.path("target"))
    symlink(TemporaryDirectory.path("target"), fixture.path)
    #expect(
      try Self.error(at: fixture)
        == .notAMovieDatabase(path: fixture.path, reason: "it is not an SQLite database"))
  }

  @Test("A file without read permission is reported")
  func unreadable() throws {
    let fixture = try DatabaseFixture()
    try DatabaseState.rollback.create(fixture.path).kill()
    Files.setMode(0, of: fixture.path)
    let error = try withoutPrivileges { try storeProblem { _ = try fixture.open() } }
    switch error {
    case .unreadable(fixture.path, _), .inputOutput(fixture.path, _): break
    default: throw error
    }
  }

  @Test(
    "An exclusive lock is reported as busy after the timeout",
    arguments: [DatabaseState.rollback, .hotJournal])
  func busy(state: DatabaseState) throws {
    let fixture = try DatabaseFixture()
    try state.create(fixture.path).kill()
    let shell = try SQLProcess(fixture.path)
    try shell.run("BEGIN EXCLUSIVE")
    let start = ContinuousClock.now
    #expect(try Self.error(at: fixture, timeout: 100) == .busy(path: fixture.path))
    let elapsed = ContinuousClock.now - start
    #expect(elapsed >= .milliseconds(100) && elapsed < .seconds(5))
    shell.kill()
  }

  @Test("Waits for a writer that ends before the timeout")
  func waiting() throws {
    let fixture = try DatabaseFixture()
    try DatabaseState.rollback.create(fixture.path).kill()
    let shell = try SQLProcess(fixture.path)
    try shell.run("BEGIN EXCLUSIVE", "DELETE FROM t WHERE rowid > 10")
    try shell.send(".sleep 200\nCOMMIT;\n")
    var database = try fixture.open(timeout: 30_000)
    #expect(try database.committedRows() == Array(DatabaseState.committed.prefix(10)))
    shell.kill()
  }

  @Test("A file without a lock that changes during the read is reported as busy")
  func changed() throws {
    let fixture = try DatabaseFixture()
    try DatabaseState.log.create(fixture.path).kill()
    var database = try fixture.open()
    let shell = try SQLProcess(fixture.path)
    #expect(throws: StoreError(.busy(path: fixture.path))) {
      try database.read { transaction in
        try shell.run("DELETE FROM t", "PRAGMA wal_checkpoint(TRUNCATE)")
        _ = try transaction.fetchTexts("SELECT a FROM t")
      }
    }
    var reopened = try fixture.open()
    #expect(try reopened.committedRows().isEmpty)
    shell.kill()
  }

  @Test("A file that changes during every copy is reported as busy")
  func changesDuringCopies() throws {
    let fixture = try DatabaseFixture()
    try DatabaseState.abandonedLogWithoutIndex.create(fixture.path).kill()
    // So large that no copy ends between two changes.
    try #require(truncate(fixture.path, 64 << 20) == 0)
    let (log, end) = (fixture.path + "-wal", TemporaryDirectory.path("end"))
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
    #expect(throws: StoreError(.busy(path: fixture.path))) { _ = try fixture.open() }
    try Files.touch(end)
    #expect(try fixture.temporaryNames().isEmpty)
  }

  @Test("A side file that is a pipe is rejected without blocking")
  func irregularSideFile() throws {
    let fixture = try DatabaseFixture()
    try DatabaseState.log.create(fixture.path).kill()
    mkfifo(fixture.path + "-wal", 0o600)
    let error = try storeProblem { _ = try fixture.open() }
    #expect(
      error == .unreadable(path: fixture.path + "-wal", reason: "it is not a regular file"))
    #expect(try fixture.temporaryNames().isEmpty)
  }

  @Test("A copy that does not fit on the disk is not started")
  func diskFull() throws {
    let fixture = try DatabaseFixture()
    try DatabaseState.abandonedLogWithoutIndex.create(fixture.path).kill()
    // A sparse file that is larger than any disk.
    try #require(truncate(fixture.path, 8 << 40) == 0)
    #expect(throws: StoreError(.diskFull(path: fixture.temporaryDirectory))) {
      _ = try fixture.open()
    }
    #expect(try fixture.temporaryNames().isEmpty)
  }

  @Test("The error names a missing directory for temporary copies")
  func noTemporaryDirectory() throws {
    let fixture = try DatabaseFixture()
    try DatabaseState.hotJournal.create(fixture.path).kill()
    let missing = TemporaryDirectory.path("missing")
    #expect(
      throws: StoreError(.cannotCreate(path: missing, reason: "No such file or directory"))
    ) {
      _ = try UntouchedDatabase(path: fixture.path, copyingInto: missing)
    }
  }
}
