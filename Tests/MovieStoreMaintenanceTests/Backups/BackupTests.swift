import Foundation
import MovieSQLite
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct BackupTests {
  private struct Stop: Error {}

  private static func write(
    _ path: String, to name: String = "backup.db", replacing: Bool = false
  ) throws -> Backup.Report {
    try Backup(of: path).write(to: TemporaryDirectory.path(name), replacing: replacing)
  }

  @Test(
    "A backup has the content of the database and is accessible only to its owner",
    arguments: SchemaVersion.allCases)
  func content(version: SchemaVersion) throws {
    let path = try OldCatalog.make([.init("A", ["x", "y"]), .init("B", ["x"])], version: version)
    let before = try CatalogReading(path)
    let report = try Self.write(path)
    #expect(report.version == version && report.findings == [])
    #expect(report.file == TemporaryDirectory.path("backup.db"))
    #expect(try CatalogReading(report.file) == before)
    #expect(try CatalogReading.faults(report.file) == [])
    #expect(Files.mode(report.file) == 0o600)
    #expect(try Int64(Files.bytes(report.file).count) == report.bytes)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["backup.db", "movies.db"])
  }

  @Test("Contains each concurrent commit completely or not at all")
  func concurrentWrites() throws {
    let path = try Catalog.file(holding: (0..<400).map { "Movie \($0)" })
    let (hasStarted, mustStop, hasStopped) = (Latch(), Latch(), Latch())
    BackgroundThread.run {
      do {
        var store = try Catalog(path: path, access: .writing)
        while !mustStop.isSet(within: 0) {
          try store.seed(2)
          hasStarted.set()
        }
      } catch {
        Issue.record("the writer failed: \(error)")
      }
      hasStopped.set()
    }
    #expect(hasStarted.isSet())
    var counts: Set<Int> = []
    for number in 0..<12 {
      let backup = try Self.write(path, to: "\(number).db").file
      let store = try Catalog(path: backup, access: .reading)
      counts.insert(try store.movieCount())
      #expect(try CatalogReading.faults(backup) == [])
    }
    mustStop.set()
    #expect(hasStopped.isSet())
    #expect(counts.count > 1 && counts.allSatisfy { $0.isMultiple(of: 2) })
  }

  @Test("The report states the schema version of the copy", arguments: ["delete", "wal"])
  func version(mode: String) throws {
    let path = try OldCatalog.make([.init("A", ["x"])], version: .v5)
    let connection = try Connection(.file(path))
    try connection.execute("PRAGMA journal_mode = \(raw: mode)")
    let (mustStop, hasStopped) = (Latch(), Latch())
    BackgroundThread.run {
      do {
        let writer = try ConnectionSetup.connection(to: .file(path))
        try writer.execute("PRAGMA synchronous = OFF")
        while !mustStop.isSet(within: 0) {
          for version in [6, 5] { try writer.execute("PRAGMA user_version = \(raw: version)") }
        }
      } catch {
        Issue.record("the writer failed: \(error)")
      }
      hasStopped.set()
    }
    for number in 0..<30 {
      let report = try Self.write(path, to: "\(number).db")
      let copy = try Connection(.file(report.file))
      let version = try copy.read { transaction throws in
        try transaction.fetchInt("PRAGMA user_version")
      }
      #expect(report.version.rawValue == Int(version))
    }
    mustStop.set()
    #expect(hasStopped.isSet())
  }

  @Test(
    "Replaces no file without permission, no symbolic link and never the database",
    arguments: [
      "existing", "link", "directory", "same", "movies.db", "movies.db-journal", "missing/file",
    ])
  func targets(name: String) throws {
    let path = try Catalog.file(holding: ["A"])
    try Files.write(Array("text".utf8), to: TemporaryDirectory.path("existing"))
    try Files.makeDirectory(TemporaryDirectory.path("directory"))
    symlink("existing", TemporaryDirectory.path("link"))
    link(path, TemporaryDirectory.path("same"))
    let names = try Files.names(in: TemporaryDirectory.current)
    for replacing in [false, true] where !replacing || name != "existing" {
      let error = try storeProblem { _ = try Self.write(path, to: name, replacing: replacing) }
      expectRefused(TemporaryDirectory.path(name), error)
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == names)
    #expect(try Files.bytes(TemporaryDirectory.path("existing")) == Array("text".utf8))
    #expect(try CatalogReading(path).movies.count == 1)
  }

  @Test("Replaces an existing file atomically if requested")
  func replacing() throws {
    let path = try Catalog.file(holding: ["A"])
    let file = TemporaryDirectory.path("backup.db")
    try Files.write(Array("old".utf8), to: file)
    #expect(throws: Stop.self) {
      try Backup(of: path).write(to: file, replacing: true) { _ in throw Stop() }
    }
    #expect(try Files.bytes(file) == Array("old".utf8))
    _ = try Self.write(path, replacing: true)
    #expect(try CatalogReading(file).movies.count == 1)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["backup.db", "movies.db"])
  }

  @Test("Reports increasing progress; an error of the progress closure leaves no file")
  func progress() throws {
    let path = try LargeCatalog.file()
    var reported: [Double] = []
    let file = TemporaryDirectory.path("backup.db")
    try Backup(of: path).write(to: file) { progress in
      reported.append(progress.fraction ?? -1)
      #expect(0...1 ~= reported[reported.count - 1])
    }
    #expect(reported.count > 1 && reported == reported.sorted())
    #expect(throws: Stop.self) {
      try Backup(of: path).write(to: file + "2") { _ in throw Stop() }
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["backup.db", "movies.db"])
  }

  @Test("Rejects databases that are not catalogs, empty or missing")
  func rejected() throws {
    let other = try OtherProgram.make("other.db", ["CREATE TABLE x(y)"])
    let empty = TemporaryDirectory.path("empty.db")
    try Files.touch(empty)
    for path in [other, empty] {
      let error = try storeProblem { _ = try Self.write(path) }
      guard case .notAMovieDatabase(path, _) = error else { throw error }
    }
    let missing = TemporaryDirectory.path("missing.db")
    #expect(throws: StoreError(.fileNotFound(path: missing))) { try Self.write(missing) }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["empty.db", "other.db"])
  }

  @Test("Backs up a catalog with a changed schema and reports the change")
  func changed() throws {
    let path = try Catalog.file(holding: ["A"])
    try OtherProgram.run(
      path, "CREATE TRIGGER t AFTER INSERT ON MovieModel BEGIN SELECT 1; END")
    let report = try Self.write(path)
    #expect(report.findings.map(\.object) == ["t"])
    #expect(
      try OtherProgram.texts(report.file, "SELECT name FROM sqlite_schema WHERE name = 't'")
        == ["t"])
  }

  @Test("Copies the content of a write-ahead log")
  func writeAheadLog() throws {
    let path = try Catalog.file(holding: ["A"])
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    let other = try SQLProcess(path)
    try other.run("INSERT INTO MovieModel(title) VALUES ('B')")
    let report = try Self.write(path)
    other.kill()
    #expect(try CatalogReading(report.file).movies.count == 2)
  }
}
