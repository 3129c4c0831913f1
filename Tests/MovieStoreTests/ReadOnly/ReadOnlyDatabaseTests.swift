import Foundation
import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// Looking at a database in whatever state: nothing is touched, and what is seen is what was committed.
@Suite(.limited, .fullTier, .temporaryDirectory) struct UntouchedDatabaseTests {
  @Test("what is committed is seen, and nothing is touched", arguments: DatabaseCase.allCases)
  func states(state: DatabaseCase) throws {
    let place = try Place()
    let shell = try state.make(place.path)
    let before = try FolderSnapshot(place.folder)
    do {
      var database = try place.look()
      #expect(try database.committed() == DatabaseCase.committed)
      #expect(database.isPrivateCopy == state.needsCopy)
      #expect(database.isEmpty == false)
    }
    #expect(try FolderSnapshot(place.folder) == before)
    #expect(try place.temporaryNames().isEmpty)
    shell.kill()
  }

  @Test("a log of which a killed program wrote the header alone is looked past")
  func headerAlone() throws {
    let place = try Place()
    let shell = try DatabaseCase.log.make(place.path)
    try Files.write([UInt8](repeating: 7, count: 32), to: place.path + "-wal")
    try Files.write([UInt8](repeating: 0, count: 32_768), to: place.path + "-shm")
    let before = try FolderSnapshot(place.folder)
    do {
      var database = try place.look()
      #expect(try database.committed() == DatabaseCase.committed)
      #expect(database.isPrivateCopy == false)
    }
    #expect(try FolderSnapshot(place.folder) == before)
    shell.kill()
  }

  @Test(
    "a file or a folder without write permission makes no difference",
    arguments: DatabaseCase.allCases, [(0o444, 0o755), (0o644, 0o555), (0o444, 0o555)])
  func readOnly(state: DatabaseCase, modes: (file: UInt32, folder: UInt32)) throws {
    let place = try Place()
    let shell = try state.make(place.path)
    for name in try Files.names(in: place.folder) {
      Files.setMode(modes.file, of: place.folder + "/" + name)
    }
    Files.setMode(modes.folder, of: place.folder)
    defer { Files.setMode(0o755, of: place.folder) }
    let before = try FolderSnapshot(place.folder)
    try withoutPrivileges {
      var database = try place.look()
      #expect(try database.committed() == DatabaseCase.committed)
      #expect(database.isPrivateCopy == state.needsCopy)
    }
    #expect(try FolderSnapshot(place.folder) == before)
    #expect(try place.temporaryNames().isEmpty)
    shell.kill()
  }

  @Test(
    "the name of the file may be anything",
    arguments: [
      DatabaseCase.rollback, .log, .liveLog, .abandonedLogWithoutIndex, .hotJournal,
    ])
  func oddName(state: DatabaseCase) throws {
    let place = try Place("a?b#c% é%41&=;+\u{301}\n'", name: "file:x?mode=memory#é%00.db")
    let shell = try state.make(place.path)
    let before = try FolderSnapshot(place.folder)
    do {
      var database = try place.look()
      #expect(try database.committed() == DatabaseCase.committed)
    }
    #expect(try FolderSnapshot(place.folder) == before)
    shell.kill()
  }

  @Test(
    "a link is followed, and the side files lie beside its target",
    arguments: [DatabaseCase.liveLog, .abandonedLogWithoutIndex, .hotJournal])
  func link(state: DatabaseCase) throws {
    let place = try Place()
    let shell = try state.make(place.path)
    let link = TemporaryDirectory.path("link")
    symlink(place.path, link)
    let before = try FolderSnapshot(place.folder)
    do {
      var database = try ReadOnlyDatabase(path: link, copyingInto: place.temporary)
      #expect(try database.committed() == DatabaseCase.committed)
      #expect(database.path == link)
    }
    #expect(try FolderSnapshot(place.folder) == before)
    shell.kill()
  }

  @Test("side files of another owner keep him, whoever looks", arguments: DatabaseCase.allCases)
  func owners(state: DatabaseCase) throws {
    let place = try Place()
    let shell = try state.make(place.path)
    chown(place.path, 65_534, 65_534)
    let before = try FolderSnapshot(place.folder)
    do {
      var database = try place.look()
      #expect(try database.committed() == DatabaseCase.committed)
    }
    #expect(try FolderSnapshot(place.folder) == before)
    shell.kill()
  }

  @Test("a file of no bytes is an empty database, and stays so")
  func zeroBytes() throws {
    let place = try Place()
    try Files.touch(place.path)
    let before = try FolderSnapshot(place.folder)
    do {
      var database = try place.look()
      #expect(database.isEmpty == true)
      #expect(database.isPrivateCopy == false)
      #expect(try database.read { try $0.fetchInt("SELECT count(*) FROM sqlite_schema") } == 0)
    }
    #expect(try FolderSnapshot(place.folder) == before)
  }

  @Test("nothing can be changed", arguments: [DatabaseCase.rollback, .liveLog, .hotJournal])
  func changes(state: DatabaseCase) throws {
    let place = try Place()
    let shell = try state.make(place.path)
    var database = try place.look()
    #expect(throws: StoreError.readOnly(path: place.path)) {
      try database.read { try $0.execute("DELETE FROM t") }
    }
    #expect(try database.committed() == DatabaseCase.committed)
    shell.kill()
  }

  @Test("what the body throws climbs as it is")
  func bodyError() throws {
    struct Odd: Error {}
    let place = try Place()
    _ = try DatabaseCase.log.make(place.path)
    var database = try place.look()
    #expect(throws: Odd.self) { try database.read { _ in throw Odd() } }
  }
}
