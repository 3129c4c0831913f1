import Foundation
import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Reading a database in any state returns the committed data and changes no file.
@Suite(.limited, .fullTier, .temporaryDirectory) struct UntouchedDatabaseTests {
  @Test("Reads the committed data and changes no file", arguments: DatabaseState.allCases)
  func states(state: DatabaseState) throws {
    let fixture = try DatabaseFixture()
    let shell = try state.create(fixture.path)
    let before = try DirectorySnapshot(fixture.directory)
    do {
      var database = try fixture.open()
      #expect(try database.committedRows() == DatabaseState.committed)
      #expect(database.isTemporaryCopy == state.needsCopy)
      #expect(database.isEmpty == false)
    }
    #expect(try DirectorySnapshot(fixture.directory) == before)
    #expect(try fixture.temporaryNames().isEmpty)
    shell.kill()
  }

  @Test("Ignores a log that contains only its header")
  func headerOnly() throws {
    let fixture = try DatabaseFixture()
    let shell = try DatabaseState.log.create(fixture.path)
    try Files.write([UInt8](repeating: 7, count: 32), to: fixture.path + "-wal")
    try Files.write([UInt8](repeating: 0, count: 32_768), to: fixture.path + "-shm")
    let before = try DirectorySnapshot(fixture.directory)
    do {
      var database = try fixture.open()
      #expect(try database.committedRows() == DatabaseState.committed)
      #expect(database.isTemporaryCopy == false)
    }
    #expect(try DirectorySnapshot(fixture.directory) == before)
    shell.kill()
  }

  @Test(
    "Reads a file or a directory without write permission",
    arguments: DatabaseState.allCases, [(0o444, 0o755), (0o644, 0o555), (0o444, 0o555)])
  func readOnly(state: DatabaseState, modes: (file: UInt32, directory: UInt32)) throws {
    let fixture = try DatabaseFixture()
    let shell = try state.create(fixture.path)
    for name in try Files.names(in: fixture.directory) {
      Files.setMode(modes.file, of: fixture.directory + "/" + name)
    }
    Files.setMode(modes.directory, of: fixture.directory)
    defer { Files.setMode(0o755, of: fixture.directory) }
    let before = try DirectorySnapshot(fixture.directory)
    try withoutPrivileges {
      var database = try fixture.open()
      #expect(try database.committedRows() == DatabaseState.committed)
      #expect(database.isTemporaryCopy == state.needsCopy)
    }
    #expect(try DirectorySnapshot(fixture.directory) == before)
    #expect(try fixture.temporaryNames().isEmpty)
    shell.kill()
  }

  @Test(
    "Reads files with any name",
    arguments: [
      DatabaseState.rollback, .log, .liveLog, .abandonedLogWithoutIndex, .hotJournal,
    ])
  func unusualName(state: DatabaseState) throws {
    let fixture = try DatabaseFixture(
      "a?b#c% é%41&=;+\u{301}\n'", name: "file:x?mode=memory#é%00.db")
    let shell = try state.create(fixture.path)
    let before = try DirectorySnapshot(fixture.directory)
    do {
      var database = try fixture.open()
      #expect(try database.committedRows() == DatabaseState.committed)
    }
    #expect(try DirectorySnapshot(fixture.directory) == before)
    shell.kill()
  }

  @Test(
    "Follows a symbolic link; the side files are next to its target",
    arguments: [DatabaseState.liveLog, .abandonedLogWithoutIndex, .hotJournal])
  func link(state: DatabaseState) throws {
    let fixture = try DatabaseFixture()
    let shell = try state.create(fixture.path)
    let link = TemporaryDirectory.path("link")
    symlink(fixture.path, link)
    let before = try DirectorySnapshot(fixture.directory)
    do {
      var database = try UntouchedDatabase(path: link, copyingInto: fixture.temporaryDirectory)
      #expect(try database.committedRows() == DatabaseState.committed)
      #expect(database.path == link)
    }
    #expect(try DirectorySnapshot(fixture.directory) == before)
    shell.kill()
  }

  @Test("Reading as root does not change the owner of the files", arguments: DatabaseState.allCases)
  func owners(state: DatabaseState) throws {
    let fixture = try DatabaseFixture()
    let shell = try state.create(fixture.path)
    for name in try Files.names(in: fixture.directory) {
      chown(fixture.directory + "/" + name, 65_534, 65_534)
    }
    let before = try DirectorySnapshot(fixture.directory)
    do {
      var database = try fixture.open()
      #expect(try database.committedRows() == DatabaseState.committed)
    }
    #expect(try DirectorySnapshot(fixture.directory) == before)
    shell.kill()
  }

  @Test("An empty file is an empty database and stays empty")
  func zeroBytes() throws {
    let fixture = try DatabaseFixture()
    try Files.touch(fixture.path)
    let before = try DirectorySnapshot(fixture.directory)
    do {
      var database = try fixture.open()
      #expect(database.isEmpty == true)
      #expect(database.isTemporaryCopy == false)
      #expect(try database.read { try $0.fetchInt("SELECT count(*) FROM sqlite_schema") } == 0)
    }
    #expect(try DirectorySnapshot(fixture.directory) == before)
  }

  @Test("Rejects changes", arguments: [DatabaseState.rollback, .liveLog, .hotJournal])
  func changes(state: DatabaseState) throws {
    let fixture = try DatabaseFixture()
    let shell = try state.create(fixture.path)
    var database = try fixture.open()
    #expect(throws: StoreError(.readOnly(path: fixture.path))) {
      try database.read { try $0.execute("DELETE FROM t") }
    }
    #expect(try database.committedRows() == DatabaseState.committed)
    shell.kill()
  }

  @Test("Rethrows errors of the closure unchanged")
  func bodyError() throws {
    struct TestError: Error {}
    let fixture = try DatabaseFixture()
    _ = try DatabaseState.log.create(fixture.path)
    var database = try fixture.open()
    #expect(throws: TestError.self) { try database.read { _ in throw TestError() } }
  }
}
