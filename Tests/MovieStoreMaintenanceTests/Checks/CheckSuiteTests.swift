import Foundation
import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Checks of a file as a whole.
@Suite(.limited, .temporaryDirectory) struct CheckSuiteTests {
  private static let names = [
    "file", "schema", "integrity", "references", "log", "history", "actors", "titles", "attributes",
    "search", "data", "duplicates",
  ]

  @Test(
    "A catalog of any version is healthy; an older version is a note",
    arguments: SchemaVersion.allCases)
  func versions(version: SchemaVersion) throws {
    let report = try Doctor(path: BrokenCatalog.make(version)).check()
    #expect(report.version == version)
    #expect(report.isHealthy && report.repairable == [])
    #expect(report.findings.map(\.problem) == (version < .newest ? [.olderSchema] : []))
    #expect(
      report.checks.map(\.name)
        == Self.names.filter {
          version == .newest || !["history", "search", "duplicates"].contains($0)
        })
  }

  @Test("An empty file is healthy; a missing file is an error")
  func empty() throws {
    let path = TemporaryDirectory.path("movies.db")
    #expect(try storeProblem { _ = try Doctor(path: path).repair() } == .fileNotFound(path: path))
    try Files.touch(path)
    Files.setMode(0o600, of: path)
    let report = try Doctor(path: path).check()
    #expect(report.version == nil && report.findings == [])
    #expect(try Doctor(path: path).repair().backup == nil)
    #expect(try Files.bytes(path) == [])
  }

  @Test(
    "Rejects files of other programs and of newer versions, and leaves them unchanged",
    arguments: ["PRAGMA application_id = 7", "PRAGMA user_version = 7"])
  func rejected(sql: String) throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, sql)
    let before = try Files.bytes(path)
    switch try storeProblem(of: { _ = try Doctor(path: path).repair() }) {
    case .notAMovieDatabase, .newerSchema: break
    case let error: Issue.record("\(error)")
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test(
    "A check of the migrations reports the findings of a doctor that concern migrations",
    arguments: Corruption.ofRows + Corruption.ofStructure.prefix(9))
  func sharedChecks(corruption: Corruption) throws {
    let path = try BrokenCatalog.make()
    try corruption.apply(to: path)
    let verification = try Migrator(path: path).verify()
    let shared: Set<Finding.Code> = [
      .missingIndex, .changedIndex, .changedSearchIndex, .orphanCredits, .actorsWithoutMovies,
      .staleSortableTitles, .invalidPositions,
    ]
    let expected = Set(corruption.codes).intersection(shared)
    #expect(expected.isSubset(of: verification.findings.compactMap(\.problem)))
    #expect(verification.isSound || !expected.isEmpty)
  }

  @Test(
    "A table with the name of the search index can be repaired only in the newest version",
    arguments: SchemaVersion.allCases)
  func nameOfSearchIndex(version: SchemaVersion) throws {
    let path = try BrokenCatalog.make(version)
    try OtherProgram.run(path, "DROP TABLE IF EXISTS movieSearch", "CREATE TABLE movieSearch(a)")
    let report = try Doctor(path: path).check()
    #expect(
      report.repairable.contains { $0.problem == .changedSearchIndex } == (version == .newest))
    let status = try Migrator(path: path).status()
    #expect((status.findings.first?.repair != nil) == (version == .newest))
  }

  @Test("The number of checks is right for every version", arguments: SchemaVersion.allCases)
  func total(version: SchemaVersion) throws {
    let path = try OldCatalog.make(version: version)
    var last: OperationProgress?
    _ = try Doctor(path: path).check { last = $0 }
    #expect(last.map { ($0.total ?? 0) - $0.completed } == 1)
  }

  @Test("Reports each check before it starts")
  func progress() throws {
    var reported: [OperationProgress] = []
    _ = try Doctor(path: BrokenCatalog.make()).check { reported.append($0) }
    #expect(reported.map(\.phase) == Self.names)
    #expect(reported.map(\.completed) == Array(0..<12) && reported.allSatisfy { $0.total == 12 })
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try Doctor(path: TemporaryDirectory.path("movies.db")).check { _ in throw Stop() }
    }
  }

  // MARK: The file

  @Test("Access for other users is a note, a hard link is a warning, a symbolic link is neither")
  func modesAndLinks() throws {
    let path = try BrokenCatalog.make()
    let link = TemporaryDirectory.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(try Doctor(path: link).check().findings == [])
    Files.setMode(0o644, of: path)
    let readable = try Doctor(path: path).check()
    #expect(readable.findings.map(\.problem) == [.readableByOthers] && readable.isHealthy)
    Files.setMode(0o600, of: path)
    try FileManager.default.linkItem(atPath: path, toPath: TemporaryDirectory.path("other"))
    let linked = try Doctor(path: path).check()
    #expect(linked.findings.map(\.problem) == [.hardLinks] && !linked.isHealthy)
    #expect(linked.repairable == [])
  }

  @Test("An interrupted change is a note, and the state before it is checked")
  func interrupted() throws {
    let path = try BrokenCatalog.make()
    let shell = try SQLProcess(path)
    try shell.run(
      "PRAGMA cache_size = 1", "BEGIN", "DELETE FROM MovieActor", "DELETE FROM ActorModel",
      "UPDATE MovieModel SET sortableTitle = hex(randomblob(9000))",
      "CREATE TABLE ballast AS SELECT randomblob(90000) FROM MovieModel")
    shell.kill()
    let before = try DirectorySnapshot(TemporaryDirectory.current)
    try #require(before.names == ["movies.db", "movies.db-journal"])
    let report = try Doctor(path: path).check()
    #expect(report.findings.map(\.problem) == [.interruptedChange] && report.isHealthy)
    #expect(try DirectorySnapshot(TemporaryDirectory.current) == before)
    try Catalog.open(path)
    #expect(try Doctor(path: path).check().findings == [])
  }

  @Test("In WAL mode, a migration by another process during the checks is no finding")
  func migratedMeanwhile() throws {
    let path = try BrokenCatalog.make()
    let writer = try Connection(.file(path))
    try writer.execute("PRAGMA journal_mode = WAL")
    // Keeps the log open.
    try writer.execute("UPDATE MovieModel SET favorite = favorite")
    let report = try Doctor(path: path).check { progress in
      guard progress.phase == "search" else { return }
      try Migrator(path: path).apply(
        to: .v5, Migrator.Options(backup: .none, acceptsLosses: true))
    }
    #expect(report.isHealthy && report.findings.allSatisfy { $0.severity == .note })
    #expect(try Doctor(path: path).check().version == .v5)
  }

  @Test("In WAL mode, changes during the checks do not make them fail", arguments: [false, true])
  func changedMeanwhile(isCheckpointed: Bool) throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    var checks: [String] = []
    let report = try Doctor(path: path).check { progress in
      if checks.count == 3 {
        try OtherProgram.run(
          path,
          ["UPDATE MovieModel SET favorite = 1"]
            + (isCheckpointed ? ["PRAGMA wal_checkpoint(TRUNCATE)"] : []))
      }
      checks.append(progress.phase)
    }
    #expect(report.findings.allSatisfy { $0.problem == .writeAheadLog })
    // A file that was changed by a checkpoint, at the latest of the closing process, is checked again.
    #expect(checks.count { $0 == "file" } == 2)
  }

  @Test("A write-ahead log is a note if SQLite can damage it, and is left unchanged")
  func log() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    let before = try DirectorySnapshot(TemporaryDirectory.current)
    let report = try Doctor(path: path).check()
    #expect(report.findings.allSatisfy { $0.problem == .writeAheadLog })
    #expect(report.isHealthy)
    #expect(try DirectorySnapshot(TemporaryDirectory.current) == before)
  }

  @Test(
    "SQLite 3.7.0 to 3.51.2 have the WAL-reset bug",
    arguments: [
      ("3.6.23", false), ("3.7.0", true), ("3.40.1", true), ("3.51.2", true), ("3.51.3", false),
      ("3.52.0", false), ("4.0.0", false),
    ])
  func affected(version: String, isAffected: Bool) {
    #expect(WALResetBug.affects(version) == isAffected)
  }

  @Test("Checks a read-only file, and rejects its repair")
  func readOnly() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Jane Doe')")
    Files.setMode(0o444, of: path)
    Files.setMode(0o755, of: TemporaryDirectory.current)
    try withoutPrivileges {
      let doctor = try Doctor(path: path)
      #expect(try doctor.check().repairable.map(\.problem) == [.actorsWithoutMovies])
      #expect(try storeProblem { _ = try doctor.repair() } == .readOnly(path: path))
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  // MARK: The schema

  @Test(
    "Tables and indexes of other programs are notes, except those of SQLite and Litestream")
  func thirdPartyObjects() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "CREATE TABLE _litestream_seq(id)", "ANALYZE", "CREATE TABLE theirs(a)",
      "CREATE INDEX also_theirs ON MovieModel(favorite)")
    let report = try Doctor(path: path).check()
    #expect(report.findings.map(\.problem) == [.thirdPartyTable, .thirdPartyIndex])
    #expect(report.findings.map(\.object) == ["theirs", "also_theirs"])
    #expect(report.isHealthy)
  }

  @Test("A view of another program is an error that does not prevent repairs")
  func view() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "CREATE VIEW v AS SELECT 1", "INSERT INTO ActorModel(name) VALUES ('Jane Doe')")
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.thirdPartyView, .actorsWithoutMovies])
    #expect(report.after.findings.map(\.problem) == [.thirdPartyView])
  }

  @Test("A title that another program changed is a pending change, not a finding")
  func pendingChange() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = 'Cold', sortableTitle = 'cold' WHERE id = 1")
    #expect(try SearchIndexState.pendingChanges(path) == ["1"])
    #expect(try Doctor(path: path).check().findings == [])
  }

  @Test(
    "Broken references of other programs and an unexpected version in the log are warnings"
  )
  func warnings() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "CREATE TABLE theirs(m REFERENCES MovieModel(id))", "INSERT INTO theirs VALUES (99)",
      "UPDATE migrationLog SET version = 5")
    let report = try Doctor(path: path).check()
    #expect(
      report.findings.map(\.problem) == [
        .thirdPartyTable, .thirdPartyReferences, .unknownMigration,
      ])
    #expect(!report.isHealthy && report.repairable == [])
  }

  @Test("Checks the casts of the first versions", arguments: [SchemaVersion.v1, .v3])
  func casts(version: SchemaVersion) throws {
    let path = try BrokenCatalog.make(version)
    try OtherProgram.run(
      path, #"UPDATE Movie SET "cast" = '[1]' WHERE pk = 1"#,
      #"UPDATE Movie SET "cast" = '["a", "a"]' WHERE pk = 2"#)
    let report = try Doctor(path: path).check()
    #expect(report.findings.map(\.problem) == [.olderSchema, .invalidCasts, .duplicateCastNames])
    #expect(!report.isHealthy)
  }

  @Test(
    "Finds violations of CHECK constraints, which SQLite does not check on a read-only connection"
  )
  func checks() throws {
    let path = try BrokenCatalog.make(.v4)
    try OtherProgram.run(
      path, "PRAGMA ignore_check_constraints = ON", "UPDATE Actor SET id = 'short' WHERE pk = 2",
      "UPDATE Movie SET id = 'x' WHERE pk = 1",
      "UPDATE migrationLog SET direction = 'sideways' WHERE id = 1")
    let report = try Doctor(path: path).check()
    #expect(
      report.findings.map(\.problem)
        == [.olderSchema, .unknownMigration, .invalidUUIDs, .invalidUUIDs])
    #expect(report.findings.map(\.rows) == [[], [1], [1], [2]])
  }
}
