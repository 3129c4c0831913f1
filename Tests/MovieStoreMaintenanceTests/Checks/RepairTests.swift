import Foundation
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Findings of a `Doctor`, and the file after their repair.
@Suite(.limited, .temporaryDirectory) struct RepairTests {
  @Test("Finds and repairs broken rows", arguments: Corruption.ofRows)
  func rows(corruption: Corruption) throws { try expectRepaired(corruption) }

  @Test(
    "Repairs stale indexes and a stale search index",
    arguments: Corruption.ofStructure + (Tier.isFull ? Corruption.ofIndexes : []))
  func structure(corruption: Corruption) throws { try expectRepaired(corruption) }

  private func expectRepaired(_ corruption: Corruption) throws {
    let path = try BrokenCatalog.make()
    let movies = try BrokenCatalog.movies(path, without: corruption.changed)
    try corruption.apply(to: path)
    let broken = try DirectorySnapshot(TemporaryDirectory.current)
    let doctor = try Doctor(path: path)
    let found = try doctor.check()
    #expect(found.findings.withoutDuplicates.map(\.problem) == corruption.codes)
    #expect(found.isHealthy == (corruption.codes == [.missingSearchIndex]))
    #expect(try DirectorySnapshot(TemporaryDirectory.current) == broken)

    let report = try doctor.repair()
    #expect(report.before.findings == found.findings)
    #expect(report.after.findings == [])
    #expect(!report.repairs.isEmpty)
    let backup = try #require(report.backup)
    #expect(try Doctor(path: backup).check().findings == found.findings)
    #expect(Files.mode(backup) == 0o600)
    #expect(
      try BrokenCatalog.movies(path, without: corruption.changed)
        == movies.filter {
          corruption.codes != [.orphanCredits] || $0[0] != "2" || !corruption.changed.isEmpty
        })
    #expect(try OtherProgram.texts(path, corruption.outcome.query) == corruption.outcome.rows)
    try Self.expectInOrder(path)
  }

  /// Checks the file without a doctor.
  private static func expectInOrder(_ path: String) throws {
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
    #expect(try OtherProgram.texts(path, "PRAGMA foreign_key_check") == [])
    #expect(try Migrator(path: path).verify().findings == [])
    try SearchIndexState.expectCurrent(path)
    var store = try Catalog(path: path, access: .writing)
    #expect(try store.found("am\u{E9}l") == [4])
    try store.add("The Godfather", "Al Pacino")
  }

  @Test("Rebuilds a search index that has lost the index of its pages")
  func lostPageIndex() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try store.seed(300, seed: 3)
    try OtherProgram.run(path, "DELETE FROM movieSearch_idx")
    let report = try Doctor(path: path).repair()
    #expect(
      report.before.findings.withoutDuplicates.map(\.problem) == [.damagedSearchIndex])
    #expect(report.after.findings.withoutDuplicates == [])
  }

  @Test("Repairs all problems together")
  func together() throws {
    let path = try BrokenCatalog.make()
    for corruption in Corruption.ofRows + Corruption.ofStructure.prefix(3) {
      try corruption.apply(to: path)
    }
    let report = try Doctor(path: path).repair()
    #expect(Set(report.before.findings.map(\.problem)).count >= 7)
    #expect(report.after.findings == [])
    try Self.expectInOrder(path)
  }

  @Test("Writes nothing if there is nothing to repair", arguments: [false, true])
  func nothing(hasNote: Bool) throws {
    let path = try BrokenCatalog.make()
    if hasNote { try OtherProgram.run(path, "CREATE TABLE theirs(a)") }
    let before = try DirectorySnapshot(TemporaryDirectory.current)
    let report = try Doctor(path: path).repair()
    #expect(report.backup == nil && report.repairs == [])
    #expect(report.after == report.before)
    #expect(try DirectorySnapshot(TemporaryDirectory.current) == before)
  }

  @Test(
    "Repairs nothing in a file that is too damaged or too different",
    arguments: [
      ("ALTER TABLE MovieModel ADD COLUMN year INTEGER", Finding.Code.changedTable),
      ("DROP TABLE MovieActor", .missingTable),
      (
        "CREATE TRIGGER t AFTER DELETE ON ActorModel BEGIN DELETE FROM MovieModel; END",
        .thirdPartyTrigger
      ),
    ])
  func unrepairable(sql: String, code: Finding.Code) throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Jane Doe')", sql)
    let before = try DirectorySnapshot(TemporaryDirectory.current)
    let report = try Doctor(path: path).repair()
    #expect(report.after.findings.first?.problem == code)
    #expect(report.after.repairable == [] && report.backup == nil)
    #expect(!report.after.isHealthy)
    #expect(try DirectorySnapshot(TemporaryDirectory.current) == before)
  }

  @Test(
    "Repairs the rows of an older version without migrating the file",
    arguments: [SchemaVersion.v3, .v4, .v5])
  func older(version: SchemaVersion) throws {
    let path = try BrokenCatalog.make(version)
    let names = Schema(version)
    try OtherProgram.run(path, "UPDATE \(names.movies) SET sortableTitle = 'zzz', title = ''")
    let report = try Doctor(path: path).repair()
    #expect(
      report.before.findings.map(\.problem) == [
        .olderSchema, .staleSortableTitles, .invalidTitles,
      ])
    #expect(report.after.findings.map(\.problem) == [.olderSchema])
    #expect(report.after.version == version && report.after.isHealthy)
    #expect(
      try OtherProgram.texts(path, "SELECT title FROM \(names.movies) LIMIT 1")
        == ["Title unknown (1)"])
    #expect(try Migrator(path: path).verify().isSound)
  }

  @Test("Rebuilds an index of another program that does not match its table")
  func thirdPartyIndex() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "CREATE TABLE theirs(a)", #"CREATE INDEX "their ""index" ON theirs(a)"#,
      "INSERT INTO theirs VALUES (1), (2)")
    let sql = #"CREATE INDEX "their ""index" ON theirs(a)"#
    try BrokenCatalog.rewrite(
      path, #"UPDATE sqlite_schema SET sql = '\#(sql) WHERE a > 1' WHERE name LIKE 'their _index'"#)
    try OtherProgram.run(path, #"REINDEX "their ""index""#)
    try BrokenCatalog.rewrite(
      path, "UPDATE sqlite_schema SET sql = '\(sql)' WHERE name LIKE 'their _index'")
    let report = try Doctor(path: path).repair()
    #expect(
      report.before.findings.map(\.problem) == [.thirdPartyTable, .thirdPartyIndex, .damagedIndex])
    #expect(report.after.findings.map(\.problem) == [.thirdPartyTable, .thirdPartyIndex])
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
  }

  @Test(
    "Four concurrent repairs: one repairs and writes a backup; the others find nothing to repair")
  func concurrent() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Jane Doe')")
    let examined = Atomic(0)
    let results = Mutex<[Result<RepairReport, any Error>]>([])
    let done = DispatchGroup()
    for _ in 0..<4 {
      done.enter()
      Thread.detachNewThread {
        let result = Result {
          var hasWaited = false
          return try Doctor(path: path).repair { progress in
            // All begin the last check before one starts the repair.
            guard progress.phase == "data", !hasWaited else { return }
            hasWaited = true
            examined.add(1, ordering: .relaxed)
            while examined.load(ordering: .relaxed) < 4 { usleep(500) }
          }
        }
        results.withLock { $0.append(result) }
        done.leave()
      }
    }
    done.wait()
    // A repair that times out fails.
    let reports = try results.withLock { results in
      try results.compactMap { result in
        do { return try result.get() } catch let error as StoreError where error.category == .busy {
          return nil
        }
      }
    }
    let repairs = reports.filter { !$0.repairs.isEmpty }
    #expect(repairs.count == 1)
    let others = reports.filter { $0.repairs.isEmpty }
    #expect(others.allSatisfy { $0.backup == nil && $0.after.findings == [] })
    let backup = try #require(repairs.first?.backup)
    let names = try Files.names(in: TemporaryDirectory.current)
    #expect(Set(names) == ["movies.db", String(backup.split(separator: "/").last ?? "")])
  }

  @Test("A repair that a unique index of another program rejects changes nothing")
  func refused() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = 'Heat', sortableTitle = 'x' WHERE id = 2",
      "CREATE UNIQUE INDEX one ON MovieModel(sortableTitle)")
    let before = try DirectorySnapshot(TemporaryDirectory.current)
    let error = try storeProblem { _ = try Doctor(path: path).repair() }
    #expect(
      error == .refused(path: path, detail: "UNIQUE constraint failed: MovieModel.sortableTitle"))
    #expect(try DirectorySnapshot(TemporaryDirectory.current).names == before.names)
    #expect(try Doctor(path: path).check().repairable.map(\.problem) == [.staleSortableTitles])
  }
}
