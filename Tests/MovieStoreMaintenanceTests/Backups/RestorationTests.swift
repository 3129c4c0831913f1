import Foundation
import MovieSQLite
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct RestorationTests {
  private struct Stop: Error {}

  /// Replaces the database at the path with `backup.db`.
  @discardableResult
  private static func restore(
    _ path: String, from source: String = TemporaryDirectory.path("backup.db")
  ) throws -> Restoration.Report {
    let restoration = try Restoration(of: path, from: source)
    return try restoration.run()
  }

  /// Creates a database with two movies, and `backup.db` with the first of them.
  private static func createFiles() throws -> String {
    let path = try Catalog.file(holding: ["A"])
    try Backup(of: path).write(to: TemporaryDirectory.path("backup.db"))
    var store = try Catalog(path: path, access: .writing)
    try store.add("B")
    return path
  }

  private static func titles(_ path: String) throws -> [String] {
    let store = try Catalog(path: path, access: .reading)
    return try store.titles()
  }

  @Test("Replaces the database and saves a copy of it next to it")
  func restored() throws {
    let path = try Self.createFiles()
    Files.setMode(0o640, of: path)
    let kept = try #require(try Self.restore(path).kept)
    #expect(try Self.titles(path) == ["A"])
    #expect(try Self.titles(kept) == ["A", "B"])
    #expect(kept.hasPrefix(path + ".replaced-") && kept.hasSuffix("Z.backup"))
    #expect(Files.mode(kept) == 0o600 && Files.mode(path) == 0o640)
    #expect(try CatalogReading.faults(path) == [])
    #expect(try Files.names(in: TemporaryDirectory.current).count == 3)
  }

  @Test("Reports that WAL mode could not be restored after a change of the page size")
  func leftWAL() throws {
    let path = try Self.createFiles()
    let backup = TemporaryDirectory.path("backup.db")
    try OtherProgram.run(backup, "PRAGMA page_size = 8192", "VACUUM")
    for isPossible in [true, false] {
      try OtherProgram.run(
        path, "PRAGMA journal_mode = DELETE", "PRAGMA page_size = 4096", "VACUUM",
        "PRAGMA journal_mode = WAL")
      let restoration = try Restoration(
        of: path, from: backup, timeout: LockTimeout(milliseconds: 200))
      // SQLite cannot create the log.
      let report = try restoration.run { _ in
        if !isPossible, Files.mode(path + "-wal") == nil {
          try Files.makeDirectory(path + "-wal")
        }
      }
      #expect(report.leftWAL != isPossible)
      rmdir(path + "-wal")
      let mode = try OtherProgram.texts(path, "PRAGMA journal_mode")
      #expect(mode == [isPossible ? "wal" : "delete"])
      #expect(try Self.titles(path) == ["A"])
    }
  }

  @Test("Creates a missing or empty database and saves no copy", arguments: [false, true])
  func new(exists: Bool) throws {
    _ = try Self.createFiles()
    let path = TemporaryDirectory.path("new.db")
    if exists { try Files.touch(path) }
    #expect(try Self.restore(path).kept == nil)
    #expect(try Self.titles(path) == ["A"])
    #expect(Files.mode(path) == (exists ? Files.mode(path) : 0o600))
  }

  @Test(
    "Begins a new history, and reports the sizes of the old ones",
    arguments: ["DELETE", "WAL"])
  func history(mode: String) throws {
    let path = try Self.createFiles()
    try OtherProgram.run(path, "PRAGMA journal_mode = \(mode)")
    let backup = TemporaryDirectory.path("backup.db")
    let bytes = try Files.bytes(backup)
    let report = try Self.restore(path)
    #expect(report.historyEntries == 1 && report.replacedHistoryEntries == 2)
    #expect(try Files.bytes(backup) == bytes)
    var store = try Catalog(path: path, access: .writing)
    #expect(try store.history() == [] && store.undo() == nil)
    #expect(try store.titles() == ["A"])
    try store.add("C")
    #expect(try store.undo()?.summary == "added 'C'")
    let previous = try Catalog(path: #require(report.kept), access: .reading)
    #expect(try previous.history().count == 2)
    #expect(try OtherProgram.texts(path, "PRAGMA journal_mode") == [mode.lowercased()])
    #expect(try Doctor(path: path).check().isHealthy)
  }

  @Test(
    "A new or damaged database gets no history", arguments: [false, true], ["DELETE", "WAL"])
  func newHistory(isDamaged: Bool, mode: String) throws {
    var path = try Self.createFiles()
    try OtherProgram.run(
      TemporaryDirectory.path("backup.db"), "PRAGMA journal_mode = \(mode)")
    if isDamaged {
      try Damage.wrongPageSize.apply(to: path)
    } else {
      path = TemporaryDirectory.path("new.db")
    }
    let report = try Self.restore(path)
    #expect(report.historyEntries == 1 && report.replacedHistoryEntries == 0)
    #expect(try Files.names(in: TemporaryDirectory.current).allSatisfy { !$0.hasSuffix("-wal") })
    let store = try Catalog(path: path, access: .reading)
    #expect(try store.history() == [] && store.titles() == ["A"])
  }

  @Test("Restores a backup without a history")
  func withoutHistory() throws {
    let path = try Catalog.file(holding: ["A"])
    try Migrator(path: path).apply(to: .v5, Migrator.Options(backup: .none))
    try Backup(of: path).write(to: TemporaryDirectory.path("backup.db"))
    let new = TemporaryDirectory.path("new.db")
    let report = try Self.restore(new)
    #expect(report.historyEntries == 0 && report.replacedHistoryEntries == 0)
  }

  @Test("A failed restoration to a new path leaves no file")
  func failedNew() throws {
    _ = try Self.createFiles()
    let names = try Files.names(in: TemporaryDirectory.current)
    let path = TemporaryDirectory.path("new.db")
    let restoration = try Restoration(
      of: path, from: TemporaryDirectory.path("backup.db"))
    #expect(throws: Stop.self) { try restoration.run { _ in throw Stop() } }
    #expect(try Files.names(in: TemporaryDirectory.current) == names)
    #expect(try restoration.run().kept == nil)
    #expect(try Self.titles(path) == ["A"])
  }

  @Test("Replaces a database that another process creates meanwhile, and saves a copy of it")
  func createdMeanwhile() throws {
    _ = try Self.createFiles()
    let path = TemporaryDirectory.path("new.db")
    let restoration = try Restoration(of: path, from: TemporaryDirectory.path("backup.db"))
    var isFirst = true
    let report = try restoration.run { _ in
      if isFirst { _ = try Catalog.file("new.db", holding: ["Other"]) }
      isFirst = false
    }
    #expect(try Self.titles(path) == ["A"])
    #expect(try Self.titles(#require(report.kept)) == ["Other"])
  }

  @Test("An open store reads and changes the restored catalog")
  func openStore() throws {
    let path = try Self.createFiles()
    var store = try Catalog(path: path, access: .writing)
    #expect(try store.titles() == ["A", "B"])
    try Self.restore(path)
    #expect(try store.titles() == ["A"])
    #expect(try store.add("C").id.rawValue == 2)
    #expect(try store.titles() == ["A", "C"])
  }

  @Test("Restores a backup of any schema version", arguments: SchemaVersion.allCases)
  func versions(version: SchemaVersion) throws {
    let path = try Self.createFiles()
    let old = try OldCatalog.make([.init("Old", ["x"])], version: version, named: "old.db")
    let restoration = try Restoration(of: path, from: old)
    #expect(restoration.version == version && restoration.movieCount == 1)
    try Self.restore(path, from: old)
    #expect(try CatalogReading(path) == CatalogReading(old))
  }

  @Test("Backs up and restores a UTF-16 catalog with a warning", arguments: ["DELETE", "WAL"])
  func encoding(journalMode: String) throws {
    let path = try Catalog.file(holding: ["A"])
    try OtherProgram.run(path, "PRAGMA journal_mode = \(journalMode)")
    let shell = try SQLProcess(TemporaryDirectory.path("utf16.db"))
    try shell.run("PRAGMA encoding = 'UTF-16le'", Migrator.schema(of: .newest))
    try shell.run("INSERT INTO MovieModel(title, sortableTitle) VALUES ('Zo\u{EB}', 'zoe')")
    try shell.quit()
    let backup = TemporaryDirectory.path("backup.db")
    let report = try Backup(of: TemporaryDirectory.path("utf16.db")).write(to: backup)
    #expect(report.findings.count == 1)
    let restoration = try Restoration(of: path, from: backup)
    #expect(restoration.findings.map(\.severity) == [.warning])
    #expect(restoration.findings.map(\.message) == report.findings.map(\.message))
    let kept = try #require(try Self.restore(path).kept)
    #expect(try Self.titles(path) == ["Zo\u{EB}"] && Self.titles(kept) == ["A"])
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
    let mode = try OtherProgram.texts(path, "PRAGMA journal_mode")
    #expect(mode == [journalMode.lowercased()])
  }

  /// Damage to the pages of a file.
  enum Damage: String, CaseIterable {
    case wrongPageSize, randomFirstPage, truncated, randomInside

    func apply(to path: String) throws {
      var bytes = try Files.bytes(path)
      var random = RandomSource(seed: 4)
      switch self {
      case .wrongPageSize: bytes[16] = 7
      case .randomFirstPage:
        for offset in 16..<4_096 { bytes[offset] = UInt8.random(in: 0...255, using: &random) }
      case .truncated: bytes.removeLast(bytes.count - 8_192)
      case .randomInside:
        for offset in 16_384..<24_576 { bytes[offset] = UInt8.random(in: 0...255, using: &random) }
      }
      try Files.write(bytes, to: path)
    }
  }

  @Test("Replaces a damaged database and saves its bytes", arguments: Damage.allCases)
  func damaged(damage: Damage) throws {
    let path = try Self.createFiles()
    try damage.apply(to: path)
    let bytes = try Files.bytes(path)
    let kept = try #require(try Self.restore(path).kept)
    #expect(try Self.titles(path) == ["A"])
    #expect(try CatalogReading.faults(path) == [])
    // A copy by pages has a different change counter in its header.
    #expect(try Files.bytes(kept).dropFirst(100) == bytes.dropFirst(100))
  }

  @Test("Leaves a damaged database with a log unchanged, because the log would be applied")
  func damagedWithLog() throws {
    let path = try Self.createFiles()
    try Damage.wrongPageSize.apply(to: path)
    try Files.touch(path + "-wal")
    let bytes = try Files.bytes(path)
    let error = try storeProblem { try Self.restore(path) }
    guard case .cannotCreate(path, let reason) = error else { throw error }
    #expect(reason.contains("move both"))
    #expect(try Files.bytes(path) == bytes)
  }

  @Test(
    "Does not replace files that are not catalogs",
    arguments: ["text", "other", "newer", "directory"])
  func foreignTarget(kind: String) throws {
    _ = try Self.createFiles()
    let path = try Self.createForeignFile(kind)
    let bytes = kind == "directory" ? [] : try Files.bytes(path)
    #expect { try Self.restore(path) } throws: { Self.isRejection($0) }
    if kind != "directory" { #expect(try Files.bytes(path) == bytes) }
    #expect(try Files.names(in: TemporaryDirectory.current).count == 3)
  }

  @Test(
    "Rejects backups that are damaged or not catalogs",
    arguments: ["text", "other", "newer", "directory", "empty", "damaged", "trigger", "missing"])
  func foreignBackup(kind: String) throws {
    let path = try Self.createFiles()
    let source = try Self.createForeignFile(kind)
    let names = try Files.names(in: TemporaryDirectory.current)
    #expect { try Self.restore(path, from: source) } throws: { Self.isRejection($0) }
    #expect(try Self.titles(path) == ["A", "B"])
    #expect(try Files.names(in: TemporaryDirectory.current) == names)
  }

  private static func isRejection(_ error: any Error) -> Bool {
    switch (error as? StoreError)?.problem {
    case .notAMovieDatabase, .newerSchema, .damaged, .changedSchema, .fileNotFound: true
    default: false
    }
  }

  private static func createForeignFile(_ kind: String) throws -> String {
    let path = TemporaryDirectory.path("foreign.db")
    switch kind {
    case "text": try Files.write(Array("Dear diary".utf8), to: path)
    case "other": _ = try OtherProgram.make("foreign.db", ["CREATE TABLE x(y)"])
    case "directory": try Files.makeDirectory(path)
    case "empty": try Files.touch(path)
    case "missing": break
    default:
      _ = try Catalog.file("foreign.db", holding: ["F"])
      if kind == "newer" { try OtherProgram.run(path, "PRAGMA user_version = 7") }
      if kind == "damaged" { try Damage.randomInside.apply(to: path) }
      if kind == "trigger" {
        try OtherProgram.run(path, "CREATE VIEW v AS SELECT 1")
      }
    }
    return path
  }

  @Test("Does not replace a file without the header of a database")
  func otherPages() throws {
    _ = try Self.createFiles()
    let path = TemporaryDirectory.path("archive")
    var other = try Files.bytes(TemporaryDirectory.path("movies.db"))
    other[3] = 0x58
    for bytes in [[UInt8](repeating: 0x78, count: 51_200), other] {
      try Files.write(bytes, to: path)
      #expect { try Self.restore(path) } throws: { Self.isRejection($0) }
      #expect(try Files.bytes(path) == bytes)
    }
  }

  @Test("Rejects a backup that was changed or deleted after it was checked")
  func changedBackup() throws {
    let path = try Self.createFiles()
    let source = TemporaryDirectory.path("backup.db")
    let restoration = try Restoration(of: path, from: source)
    try OtherProgram.run(source, "DELETE FROM MovieModel")
    #expect(throws: StoreError(.replaced(path: source))) { try restoration.run() }
    #expect(try Self.titles(path) == ["A", "B"])
    #expect(try Files.names(in: TemporaryDirectory.current) == ["backup.db", "movies.db"])
    unlink(source)
    #expect(throws: StoreError(.replaced(path: source))) { try restoration.run() }
    #expect(try Self.titles(path) == ["A", "B"])
  }

  @Test("Ignores a journal without an interrupted change next to a damaged database")
  func coldJournal() throws {
    let path = try Self.createFiles()
    try Damage.wrongPageSize.apply(to: path)
    try Files.write(Array(repeating: 0, count: 1_024), to: path + "-journal")
    try Self.restore(path)
    #expect(try Self.titles(path) == ["A"])
  }

  @Test("An error of the progress closure rolls back and leaves no copy")
  func stopped() throws {
    let path = try Self.createFiles()
    let large = try Catalog.file("large.db")
    var store = try Catalog.withoutDurability(large)
    try store.seed(1_000)
    let restoration = try Restoration(of: path, from: large)
    #expect(throws: Stop.self) { try restoration.run { _ in throw Stop() } }
    #expect(try Self.titles(path) == ["A", "B"])
    #expect(
      try Files.names(in: TemporaryDirectory.current) == ["backup.db", "large.db", "movies.db"])
  }

  @Test("Waits for other processes, then reports the database as busy", .fullTier)
  func busy() throws {
    let path = try Self.createFiles()
    let other = try SQLProcess(path)
    try other.run("BEGIN", "SELECT * FROM MovieModel")
    #expect(throws: StoreError(.busy(path: path, holder: .reader))) { try Self.restore(path) }
    #expect(try Self.titles(path) == ["A", "B"])
    #expect(try Files.names(in: TemporaryDirectory.current) == ["backup.db", "movies.db"])
    try other.run("COMMIT")
    try Self.restore(path)
    #expect(try other.run("SELECT count(*) FROM MovieModel") == "1\n")
  }

  @Test("Preserves WAL mode, also if the page size changes", arguments: [4_096, 8_192])
  func preservesWAL(pageSize: Int) throws {
    _ = try Self.createFiles()
    let path = try OtherProgram.make("wal.db", ["PRAGMA page_size = \(pageSize)", "VACUUM"])
    var store = try Catalog(path: path, access: .writing)
    try store.add("Old")
    _ = consume store
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    let report = try Self.restore(path)
    let kept = try #require(report.kept)
    #expect(report.historyEntries == 1 && report.replacedHistoryEntries == 1)
    #expect(try OtherProgram.texts(path, "PRAGMA journal_mode") == ["wal"])
    #expect(try Self.titles(path) == ["A"] && Self.titles(kept) == ["Old"])
  }

  @Test("Rejects the database and a hard link to it as the backup")
  func itself() throws {
    let path = try Self.createFiles()
    link(path, TemporaryDirectory.path("same"))
    for source in [path, TemporaryDirectory.path("same")] {
      let error = try storeProblem { try Self.restore(path, from: source) }
      guard case .cannotCreate(path, _) = error else { throw error }
    }
    #expect(try Self.titles(path) == ["A", "B"])
  }

  @Test("Stops if the database is no longer the one that the user agreed to replace")
  func changedAfterAgreement() throws {
    let path = try Self.createFiles()
    let restoration = try Restoration(of: path, from: TemporaryDirectory.path("backup.db"))
    let agreed = try restoration.existingState
    var store = try Catalog(path: path, access: .writing)
    try store.add("C")
    _ = consume store
    #expect(throws: Restoration.ExistingDatabaseChanged.self) {
      try restoration.run(ifUnchanged: agreed) { _ in }
    }
    #expect(try Self.titles(path) == ["A", "B", "C"])
    _ = try restoration.run(ifUnchanged: restoration.existingState) { _ in }
    #expect(try Self.titles(path) == ["A"])
  }
}
