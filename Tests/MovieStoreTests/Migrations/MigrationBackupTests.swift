import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// The file as it was, kept beside a migration that succeeds.
@Suite(.limited, .temporaryDirectory) struct MigrationBackupTests {
  private struct Stop: Error {}

  @Test(
    "a backup holds the catalog as it was, for its owner alone", arguments: SchemaVersion.allCases)
  func content(version: SchemaVersion) throws {
    let path = try Self.file(version)
    let before = try CatalogReading(path)
    let target: SchemaVersion = version == .newest ? .v5 : .newest
    let report = try Migrator(path: path).apply(to: target, Migrator.Options(acceptsLosses: true))
    let backup = try #require(report.backup)
    #expect(try CatalogReading(backup) == before)
    #expect(try CatalogReading.faults(backup) == [])
    #expect(Files.mode(backup) == 0o600)
    #expect(
      try Self.names() == [
        "movies.db", String(backup.dropFirst(TemporaryDirectory.current.count + 1)),
      ])
  }

  @Test("it goes where it was told to go, or nowhere")
  func wanted() throws {
    let path = try Self.file(.v2)
    let kept = TemporaryDirectory.path("kept")
    let report = try Migrator(path: path).apply(to: .v3, Migrator.Options(backup: .file(kept)))
    #expect(report.backup == kept)
    #expect(try CatalogReading(kept).version == .v2 && Files.mode(kept) == 0o600)
    #expect(try Migrator(path: path).apply(Migrator.Options(backup: .none)).backup == nil)
    #expect(try Self.names() == ["kept", "movies.db"])
  }

  @Test("two of the same version within a second are both kept")
  func sameSecond() throws {
    let path = try Self.file(.v2)
    let backups = try (0..<2).map { _ in
      let report = try Migrator(path: path).apply(to: .v3)
      try Migrator(path: path).apply(to: .v2, Migrator.Options(backup: .none))
      return report.backup
    }
    #expect(Set(backups).count == 2)
    #expect(try Self.names().count == 3)
  }

  @Test("a file not yet begun is not worth one")
  func empty() throws {
    let path = TemporaryDirectory.path("movies.db")
    try Files.touch(path)
    #expect(try Migrator(path: path).apply().backup == nil)
    #expect(try Self.names() == ["movies.db"])
  }

  @Test(
    "it replaces nothing, and without it nothing is migrated",
    arguments: ["there", "folder", "none/backup"])
  func refused(name: String) throws {
    let path = try Self.file(.v2)
    try Files.write([1, 2, 3], to: TemporaryDirectory.path("there"))
    try Files.makeFolder(TemporaryDirectory.path("folder"))
    let (before, names) = (try Files.bytes(path), try Self.names())
    let target = TemporaryDirectory.path(name)
    let error = try storeError {
      try Migrator(path: path).apply(Migrator.Options(backup: .file(target)))
    }
    expectRefused(target, error)
    #expect(try Files.bytes(path) == before)
    #expect(try Files.bytes(TemporaryDirectory.path("there")) == [1, 2, 3])
    #expect(try Self.names() == names)
  }

  @Test("it is taken away again where the migration stops in between")
  func stopped() throws {
    let path = try Self.file(.v2)
    let before = try Files.bytes(path)
    var statements = 0
    #expect(throws: (any Error).self) {
      try Migrator(path: path).apply { _ in
        statements += 1
        if statements == 9 {
          #expect(try Self.names().count { $0.hasSuffix(".backup") } == 1)
          throw Stop()
        }
      }
    }
    #expect(statements == 9)
    #expect(try Files.bytes(path) == before)
    #expect(try Self.names() == ["movies.db"])
  }

  @Test(
    "while somebody reads, the file is busy, and nothing is changed or left behind",
    // Rows are written on the way to v3 and v4; a mere renaming waits until the commit.
    arguments: [SchemaVersion.v2, .v5])
  func busy(version: SchemaVersion) throws {
    let path = try Self.file(version)
    let before = try Files.bytes(path)
    var reader = try Connection(.file(path))
    try reader.read { transaction throws in
      #expect(try transaction.fetchInt("SELECT count(*) FROM Movie") == 2)
      let error = try storeError {
        do {
          var connection = try ConnectionSetup.connection(
            to: .file(path), timeout: LockTimeout(milliseconds: 20))
          _ = try Migrator(path: path).apply(to: .newest, on: &connection)
        } catch {
          throw StoreError(error, path: path)
        }
      }
      #expect(error == .busy(path: path, holder: .reader))
      #expect(try transaction.fetchInt("SELECT count(*) FROM Movie") == 2)
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Self.names() == ["movies.db"])
    try Migrator(path: path).apply()
  }

  @Test("a migration takes no more room than was planned", arguments: [2, 400])
  func room(movies: Int) throws {
    let rows = try (0..<movies).map {
      try OldCatalog.Row("The \($0)", ["A\($0)", "B\($0 % 7)", "C"])
    }
    let path = try OldCatalog.make(rows)
    for target in [SchemaVersion.v6, .v3, .v4, .v1] {
      let backup = Migrator.Options.Backup.file(TemporaryDirectory.path("v\(target.rawValue)"))
      let options = Migrator.Options(backup: backup, acceptsLosses: true)
      let plan = try Migrator(path: path).plan(to: target, options)
      let before = try Self.length()
      var peak: Int64 = 0
      try Migrator(path: path).apply(to: target, options) { _ in
        peak = max(peak, try Self.length() - before)
      }
      // The pages still in memory come on top, when the commit writes them.
      peak = max(peak, try Self.length() - before)
      #expect(peak > 0 && peak <= plan.bytesNeeded && plan.bytesNeeded < plan.bytesFree)
    }
  }

  private static func file(_ version: SchemaVersion) throws -> String {
    try OldCatalog.make(
      [try OldCatalog.Row("one", ["A", "B"]), try OldCatalog.Row("two", ["B"])], version: version)
  }

  private static func names() throws -> [String] { try Files.names(in: TemporaryDirectory.current) }

  /// Bytes of all files.
  private static func length() throws -> Int64 {
    try names().reduce(0) { try $0 + Int64(Files.bytes(TemporaryDirectory.path($1)).count) }
  }
}
