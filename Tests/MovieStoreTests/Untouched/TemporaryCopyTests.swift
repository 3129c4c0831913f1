import Foundation
import MovieSQLite
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// Temporary copies are complete databases with the committed data, and are removed.
@Suite(.limited, .fullTier, .temporaryDirectory) struct TemporaryCopyTests {
  @Test("A copy is a complete database with the committed data", arguments: DatabaseState.allCases)
  func states(state: DatabaseState) throws {
    let fixture = try DatabaseFixture()
    let shell = try state.create(fixture.path)
    let before = try DirectorySnapshot(fixture.directory)
    do {
      let copy = try TemporaryCopy(of: fixture.path, in: fixture.temporaryDirectory)
      let mode = state.isWAL ? "wal" : "delete"
      #expect(try OtherProgram.texts(copy.path, "PRAGMA journal_mode") == [mode])
      #expect(try OtherProgram.texts(copy.path, "SELECT a FROM t") == DatabaseState.committed)
      #expect(try OtherProgram.texts(copy.path, "PRAGMA integrity_check") == ["ok"])
      try OtherProgram.run(copy.path, "DELETE FROM t")
      #expect(try OtherProgram.texts(copy.path, "SELECT count(*) FROM t") == ["0"])
    }
    #expect(try DirectorySnapshot(fixture.directory) == before)
    #expect(try fixture.temporaryNames().isEmpty)
    shell.kill()
  }

  @Test("Removes the copy of a killed process, but no copy in use and no directory of a user")
  func abandoned() throws {
    let fixture = try DatabaseFixture()
    _ = try DatabaseState.rollback.create(fixture.path)
    let (killed, mine, open) = (
      ".movies-0123456789abcdef", "movies-mine12", ".movies-fedcba9876543210"
    )
    for name in [killed, mine, open] {
      let directory = fixture.temporaryDirectory + "/" + name
      try Files.makeDirectory(directory)
      try Files.touch(directory + "/movies.db-journal")
      Files.setMode(name == open ? 0o755 : 0o700, of: directory)
    }
    let first = try TemporaryCopy(of: fixture.path, in: fixture.temporaryDirectory)
    let inUse = URL(filePath: first.path).deletingLastPathComponent().lastPathComponent
    let second = try TemporaryCopy(of: fixture.path, in: fixture.temporaryDirectory)
    let names = try fixture.temporaryNames()
    #expect(names.count == 4)
    #expect(Set(names).isSuperset(of: [mine, open, inUse]))
    #expect(second.path != first.path)
  }

  @Test("A copy is one file that only its owner can access", arguments: DatabaseState.allCases)
  func modes(state: DatabaseState) throws {
    let fixture = try DatabaseFixture()
    let shell = try state.create(fixture.path)
    let copy = try TemporaryCopy(of: fixture.path, in: fixture.temporaryDirectory)
    let path = copy.path
    let directory = URL(filePath: path).deletingLastPathComponent().path
    #expect(Files.mode(directory) == 0o700)
    #expect(Files.mode(path) == 0o600)
    #expect(try Files.names(in: directory) == ["movies.db"])
    #expect(try fixture.temporaryNames() == [URL(filePath: directory).lastPathComponent])
    withExtendedLifetime(shell) {}
    _ = copy.path
  }

  @Test("A copy is removed with all files in its directory")
  func removal() throws {
    let fixture = try DatabaseFixture()
    let shell = try DatabaseState.log.create(fixture.path)
    do {
      let copy = try TemporaryCopy(of: fixture.path, in: fixture.temporaryDirectory)
      let user = try SQLProcess(copy.path)
      try user.run("DELETE FROM t")
      user.kill()
      try Files.touch(copy.path + ".backup")
      let path = copy.path
      #expect(["", "-shm", "-wal"].allSatisfy { Files.mode(path + $0) != nil })
    }
    #expect(try fixture.temporaryNames().isEmpty)
    shell.kill()
  }

  @Test("The copy of an empty file is empty")
  func zeroBytes() throws {
    let fixture = try DatabaseFixture()
    try Files.touch(fixture.path)
    let copy = try TemporaryCopy(of: fixture.path, in: fixture.temporaryDirectory)
    let path = copy.path
    #expect(try Files.bytes(path).isEmpty)
    #expect(try OtherProgram.texts(path, "SELECT count(*) FROM sqlite_schema") == ["0"])
    _ = copy.path
  }

  @Test("Migrates a copy of a catalog of each version", arguments: SchemaVersion.allCases)
  func migration(version: SchemaVersion) throws {
    let fixture = try DatabaseFixture()
    let path = try OldCatalog.make(
      [try OldCatalog.Row("Heat", ["Al Pacino"])], version: version, named: "database/movies.db")
    let before = try DirectorySnapshot(fixture.directory)
    do {
      let copy = try TemporaryCopy(of: path, in: fixture.temporaryDirectory)
      #expect(try OldCatalog.migrate(copy.path).start == version)
      let store = try Catalog(path: copy.path, access: .reading)
      #expect(try store.titles() == ["Heat"])
      #expect(try store.cast(1) == ["Al Pacino"])
    }
    #expect(try DirectorySnapshot(fixture.directory) == before)
    #expect(try fixture.temporaryNames().isEmpty)
  }

  @Test("Copies of one database are independent")
  func independentCopies() throws {
    let fixture = try DatabaseFixture()
    let shell = try DatabaseState.rollback.create(fixture.path)
    let first = try TemporaryCopy(of: fixture.path, in: fixture.temporaryDirectory)
    let second = try TemporaryCopy(of: fixture.path, in: fixture.temporaryDirectory)
    try OtherProgram.run(first.path, "DELETE FROM t")
    #expect(try OtherProgram.texts(second.path, "SELECT a FROM t") == DatabaseState.committed)
    #expect(try fixture.temporaryNames().count == 2)
    shell.kill()
  }

  @Test(
    "Uses the directory in TMPDIR if it exists",
    arguments: [true, false])
  func temporaryDirectory(isUsable: Bool) async throws {
    let fixture = try DatabaseFixture()
    try DatabaseState.rollback.create(fixture.path).kill()
    let directory = isUsable ? fixture.temporaryDirectory : fixture.temporaryDirectory + "/missing"
    let expected = isUsable ? directory : "/var/tmp"
    for variable in isUsable ? [directory] : [directory, "relative", ""] {
      await #expect(processExitsWith: .success) {
        [
          path = fixture.path as String, variable = variable as String,
          expected = expected as String
        ]
        in
        setenv("TMPDIR", variable, 1)
        let copy = try TemporaryCopy(of: path)
        #expect(copy.path.hasPrefix(expected + "/.movies-"))
      }
    }
    #expect(try fixture.temporaryNames().isEmpty)
  }
}
