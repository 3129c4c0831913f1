import Foundation
import MovieSQLite
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// Private copies: whole databases with what was committed, and nothing of them stays.
@Suite(.limited, .fullTier, .temporaryDirectory) struct PrivateCopyTests {
  @Test("a copy is a whole database of what is committed", arguments: DatabaseCase.allCases)
  func states(state: DatabaseCase) throws {
    let place = try Place()
    let shell = try state.make(place.path)
    let before = try FolderSnapshot(place.folder)
    do {
      let copy = try TemporaryCopy(of: place.path, in: place.temporary)
      let mode = state.isLogged ? "wal" : "delete"
      #expect(try OtherProgram.texts(copy.path, "PRAGMA journal_mode") == [mode])
      #expect(try OtherProgram.texts(copy.path, "SELECT a FROM t") == DatabaseCase.committed)
      #expect(try OtherProgram.texts(copy.path, "PRAGMA integrity_check") == ["ok"])
      try OtherProgram.run(copy.path, "DELETE FROM t")
      #expect(try OtherProgram.texts(copy.path, "SELECT count(*) FROM t") == ["0"])
    }
    #expect(try FolderSnapshot(place.folder) == before)
    #expect(try place.temporaryNames().isEmpty)
    shell.kill()
  }

  @Test("the copy of a killed program is cleared away; one in use and a folder of yours are not")
  func abandoned() throws {
    let place = try Place()
    _ = try DatabaseCase.rollback.make(place.path)
    let old = Date(timeIntervalSinceNow: -3_600)
    for (name, file) in [("movies-killed", "movies.db-journal"), ("movies-yours1", "thesis.txt")] {
      let folder = place.temporary + "/" + name
      try Files.makeFolder(folder)
      try Files.touch(folder + "/" + file)
      Files.setMode(0o700, of: folder)
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: folder)
    }
    let first = try TemporaryCopy(of: place.path, in: place.temporary)
    let inUse = URL(filePath: first.path).deletingLastPathComponent()
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: inUse.path)
    let second = try TemporaryCopy(of: place.path, in: place.temporary)
    #expect(try place.temporaryNames().count == 3)
    #expect(try place.temporaryNames().contains("movies-yours1"))
    #expect(try place.temporaryNames().contains(inUse.lastPathComponent))
    #expect(second.path != first.path)
  }

  @Test(
    "A directory that its program cannot have opened is removed if it is empty",
    arguments: [true, false])
  func unusable(isEmpty: Bool) throws {
    let parent = TemporaryDirectory.path("temporary")
    let directory = parent + "/movies-umask1"
    try Files.makeFolder(parent)
    try Files.makeFolder(directory)
    if !isEmpty { try Files.touch(directory + "/movies.db") }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: directory)
    // As after mkdtemp(3) under a umask of 0777.
    Files.setMode(0, of: directory)
    Files.setMode(0o777, of: parent)
    try withoutPrivileges { _ = try ScratchDirectory(in: parent) }
    #expect(try Files.names(in: parent) == (isEmpty ? [] : ["movies-umask1"]))
    Files.setMode(0o700, of: directory)
  }

  @Test("a copy is its owner's alone, and one file", arguments: DatabaseCase.allCases)
  func modes(state: DatabaseCase) throws {
    let place = try Place()
    let shell = try state.make(place.path)
    let copy = try TemporaryCopy(of: place.path, in: place.temporary)
    let path = copy.path
    let folder = URL(filePath: path).deletingLastPathComponent().path
    #expect(Files.mode(folder) == 0o700)
    #expect(Files.mode(path) == 0o600)
    #expect(try Files.names(in: folder) == ["movies.db"])
    #expect(try place.temporaryNames() == [URL(filePath: folder).lastPathComponent])
    withExtendedLifetime(shell) {}
    _ = copy.path
  }

  @Test("a copy vanishes with its journals, and with whatever else was put beside it")
  func vanishes() throws {
    let place = try Place()
    let shell = try DatabaseCase.log.make(place.path)
    do {
      let copy = try TemporaryCopy(of: place.path, in: place.temporary)
      let user = try SQLProcess(copy.path)
      try user.run("DELETE FROM t")
      user.kill()
      try Files.touch(copy.path + ".backup")
      let path = copy.path
      #expect(["", "-shm", "-wal"].allSatisfy { Files.mode(path + $0) != nil })
    }
    #expect(try place.temporaryNames().isEmpty)
    shell.kill()
  }

  @Test("a copy of a file of no bytes has none")
  func zeroBytes() throws {
    let place = try Place()
    try Files.touch(place.path)
    let copy = try TemporaryCopy(of: place.path, in: place.temporary)
    let path = copy.path
    #expect(try Files.bytes(path).isEmpty)
    #expect(try OtherProgram.texts(path, "SELECT count(*) FROM sqlite_schema") == ["0"])
    _ = copy.path
  }

  @Test("a catalog of each version is migrated in its copy", arguments: SchemaVersion.allCases)
  func migration(version: SchemaVersion) throws {
    let place = try Place()
    let path = try OldCatalog.make(
      [try OldCatalog.Row("Heat", ["Al Pacino"])], version: version, named: "folder/films.db")
    let before = try FolderSnapshot(place.folder)
    do {
      let copy = try TemporaryCopy(of: path, in: place.temporary)
      #expect(try Migrator(path: copy.path).apply().from == version)
      var store = try MovieStore(path: copy.path, access: .reading)
      #expect(try store.titles() == ["Heat"])
      #expect(try store.cast(1) == ["Al Pacino"])
    }
    #expect(try FolderSnapshot(place.folder) == before)
    #expect(try place.temporaryNames().isEmpty)
  }

  @Test("copies of one database do not meet")
  func several() throws {
    let place = try Place()
    let shell = try DatabaseCase.rollback.make(place.path)
    let first = try TemporaryCopy(of: place.path, in: place.temporary)
    let second = try TemporaryCopy(of: place.path, in: place.temporary)
    try OtherProgram.run(first.path, "DELETE FROM t")
    #expect(try OtherProgram.texts(second.path, "SELECT a FROM t") == DatabaseCase.committed)
    #expect(try place.temporaryNames().count == 2)
    shell.kill()
  }

  @Test(
    "the folder for temporary files is the one that TMPDIR names, where it can be used",
    arguments: [true, false])
  func place(isUsable: Bool) async throws {
    let place = try Place()
    try DatabaseCase.rollback.make(place.path).kill()
    let folder = isUsable ? place.temporary : place.temporary + "/missing"
    let expected = isUsable ? folder : "/var/tmp"
    for variable in isUsable ? [folder] : [folder, "relative", ""] {
      await #expect(processExitsWith: .success) {
        [path = place.path as String, variable = variable as String, expected = expected as String]
        in
        setenv("TMPDIR", variable, 1)
        let copy = try TemporaryCopy(of: path)
        #expect(copy.path.hasPrefix(expected + "/movies-"))
      }
    }
    #expect(try place.temporaryNames().isEmpty)
  }
}
