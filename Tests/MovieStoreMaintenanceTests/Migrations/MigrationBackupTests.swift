import Foundation
import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// The backup that a migration writes.
@Suite(.limited, .temporaryDirectory) struct MigrationBackupTests {
  private struct Stop: Error {}

  @Test(
    "A backup contains the catalog before the migration, readable only by its owner",
    arguments: SchemaVersion.allCases)
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

  @Test("Writes the backup to the given path, or none")
  func location() throws {
    let path = try Self.file(.v2)
    let backup = TemporaryDirectory.path("backup")
    let report = try Migrator(path: path).apply(to: .v3, Migrator.Options(backup: .file(backup)))
    #expect(report.backup == backup)
    #expect(try CatalogReading(backup).version == .v2 && Files.mode(backup) == 0o600)
    #expect(try Migrator(path: path).apply(Migrator.Options(backup: .none)).backup == nil)
    #expect(try Self.names() == ["backup", "movies.db"])
  }

  @Test("Two backups of one version within a second have different names")
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

  @Test(
    "A link with the name of a backup is left alone, and another name is used",
    arguments: [false, true])
  func link(isDangling: Bool) throws {
    let path = try Self.file(.v2)
    let target = isDangling ? TemporaryDirectory.path("missing") : path
    // The name contains the second in which the migration starts.
    var time = time(nil)
    for _ in 0..<30 {
      var text = [CChar](repeating: 0, count: 32)
      var date = tm()
      gmtime_r(&time, &date)
      strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &date)
      let name = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      symlink(target, "\(path).v2-\(String(decoding: name, as: UTF8.self)).backup")
      time += 1
    }
    let before = try CatalogReading(path)
    let backup = try #require(try Migrator(path: path).apply().backup)
    #expect(backup.hasSuffix("Z-2.backup"))
    #expect(try CatalogReading(backup) == before)
    #expect(!FileManager.default.fileExists(atPath: TemporaryDirectory.path("missing")))
  }

  @Test("The backup appears only when the migration is complete, so that a kill leaves none")
  func appearance() throws {
    let path = try Self.file(.v2)
    var phases: [String] = []
    let report = try Migrator(path: path).apply { progress throws in
      if progress.phase != phases.last { phases.append(progress.phase) }
      let names = try Self.names()
      #expect(!names.contains { $0.hasSuffix(".backup") })
    }
    #expect(phases == ["backup", "check", "v3", "v4", "v5", "v6"])
    #expect(report.backup != nil)
    #expect(try Self.names().filter { $0.hasSuffix(".backup") }.count == 1)
  }

  @Test("Keeps the newest automatic backups, and no other file is deleted")
  func newest() throws {
    let path = try Self.file(.v2)
    let others = [
      "movies.db.v5.backup", "movies.db.v2-20200101T000000Z.backup.txt", "other.v2-1.backup",
      "movies.db.v2-20200101T000000Z-x.backup", "movies.db.vx-20200101T000000Z.backup",
      // Of a repair.
      "movies.db.v6-20200101T000000Z.backup",
    ]
    for name in others { try Files.write([1], to: TemporaryDirectory.path(name)) }
    for (version, number) in [(1, 1), (2, 1), (2, 2)] {
      let suffix = number == 1 ? "" : "-\(number)"
      let name = "movies.db.v\(version)-20200101T00000\(version)Z\(suffix).backup"
      try Files.write([1], to: TemporaryDirectory.path(name))
    }
    expectInvalid("at least one backup must be kept, not 0", .argument) {
      try Catalog.open(path, .migrating, backup: .newest(0))
    }
    let store = try Catalog(path: path, access: .migrating, backup: .newest(2))
    #expect(store.path == path)
    expectInvalid("at least one backup must be kept, not -1", .argument) {
      try Catalog.open(path, .migrating, backup: .newest(-1))
    }
    let left = try Self.names().filter { !others.contains($0) && $0 != "movies.db" }
    #expect(left.count == 2 && left.contains("movies.db.v2-20200101T000002Z-2.backup"))
    #expect(try Set(others).isSubset(of: Self.names()))
  }

  @Test("Writes no backup of an empty file")
  func empty() throws {
    let path = TemporaryDirectory.path("movies.db")
    try Files.touch(path)
    #expect(try Migrator(path: path).apply().backup == nil)
    #expect(try Self.names() == ["movies.db"])
  }

  @Test(
    "A backup replaces no file, and without it nothing is migrated",
    arguments: ["existing", "directory", "none/backup"])
  func rejected(name: String) throws {
    let path = try Self.file(.v2)
    try Files.write([1, 2, 3], to: TemporaryDirectory.path("existing"))
    try Files.makeDirectory(TemporaryDirectory.path("directory"))
    let (before, names) = (try Files.bytes(path), try Self.names())
    let target = TemporaryDirectory.path(name)
    let error = try storeProblem {
      try Migrator(path: path).apply(Migrator.Options(backup: .file(target)))
    }
    expectRefused(target, error)
    #expect(try Files.bytes(path) == before)
    #expect(try Files.bytes(TemporaryDirectory.path("existing")) == [1, 2, 3])
    #expect(try Self.names() == names)
  }

  @Test("A migration that fails leaves no backup")
  func stopped() throws {
    let path = try Self.file(.v2)
    let before = try Files.bytes(path)
    var statements = 0
    #expect(throws: (any Error).self) {
      try Migrator(path: path).apply { _ in
        statements += 1
        if statements == 9 { throw Stop() }
      }
    }
    #expect(statements == 9)
    #expect(try Files.bytes(path) == before)
    #expect(try Self.names() == ["movies.db"])
  }

  @Test(
    "A reader makes the file busy; nothing is changed and no backup remains",
    // The steps to v3 and v4 write rows; a step that only renames writes at the commit.
    arguments: [SchemaVersion.v2, .v5])
  func busy(version: SchemaVersion) throws {
    let path = try Self.file(version)
    let before = try Files.bytes(path)
    let reader = try Connection(.file(path))
    try reader.read { transaction throws in
      #expect(try transaction.fetchInt("SELECT count(*) FROM Movie") == 2)
      let error = try storeProblem {
        do {
          let connection = try ConnectionSetup.connection(
            to: .file(path), timeout: LockTimeout(milliseconds: 20))
          _ = try Migrator(path: path).apply(to: .newest, on: connection)
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

  @Test("A migration needs no more disk space than planned", arguments: [2, 120])
  func space(movies: Int) throws {
    let rows = try (0..<movies).map {
      try OldCatalog.Row("The \($0)", ["A\($0)", "B\($0 % 7)", "C"])
    }
    let path = try OldCatalog.make(rows)
    for target in [SchemaVersion.v6, .v3, .v4, .v1] {
      let backup = MigrationBackup.file(TemporaryDirectory.path("v\(target.rawValue)"))
      let options = Migrator.Options(backup: backup, acceptsLosses: true)
      let plan = try Migrator(path: path).plan(to: target, options)
      let before = try Self.length()
      var peak: Int64 = 0
      try Migrator(path: path).apply(to: target, options) { _ in
        peak = max(peak, try Self.length() - before)
      }
      // The commit writes the remaining pages.
      peak = max(peak, try Self.length() - before)
      #expect(peak > 0 && plan.bytesNeeded < plan.bytesFree)
      #expect(peak <= plan.bytesNeeded)
    }
  }

  private static func file(_ version: SchemaVersion) throws -> String {
    try OldCatalog.make(
      [try OldCatalog.Row("one", ["A", "B"]), try OldCatalog.Row("two", ["B"])], version: version)
  }

  private static func names() throws -> [String] { try Files.names(in: TemporaryDirectory.current) }

  /// The size of all files in bytes.
  private static func length() throws -> Int64 {
    try names().reduce(0) { try $0 + Int64(Files.bytes(TemporaryDirectory.path($1)).count) }
  }
}
