import Foundation
import MovieStore
import Synchronization
import TestSupport
import Testing

/// What `Doctor` finds, and what is left of it once it is mended.
@Suite(.limited, .temporaryDirectory) struct RepairTests {
  @Test("broken rows are found and mended", arguments: Corruption.ofRows)
  func rows(ailment: Corruption) throws { try expectMended(ailment) }

  @Test("values that the schema forbids are found and mended", arguments: Corruption.ofValues)
  func values(ailment: Corruption) throws { try expectMended(ailment) }

  @Test(
    "indexes and the search index are found wanting and made anew",
    arguments: Corruption.ofStructure)
  func structure(ailment: Corruption) throws { try expectMended(ailment) }

  private func expectMended(_ ailment: Corruption) throws {
    let path = try BrokenCatalog.make()
    let films = try BrokenCatalog.films(path, without: ailment.changed)
    try ailment.befall(path)
    let broken = try FolderSnapshot(TemporaryDirectory.current)
    let doctor = try Doctor(path: path)
    let found = try doctor.examine()
    #expect(found.symptoms.map(\.code) == ailment.codes)
    #expect(found.isHealthy == (ailment.codes == [.missingSearchIndex]))
    #expect(try FolderSnapshot(TemporaryDirectory.current) == broken)

    let treatment = try doctor.mend()
    #expect(treatment.before.symptoms == found.symptoms)
    #expect(treatment.after.symptoms == [])
    #expect(!treatment.mends.isEmpty)
    let backup = try #require(treatment.backup)
    #expect(try Doctor(path: backup).examine().symptoms == found.symptoms)
    #expect(Files.mode(backup) == 0o600)
    #expect(
      try BrokenCatalog.films(path, without: ailment.changed)
        == films.filter {
          ailment.codes != [.orphanCredits] || $0[0] != "2" || !ailment.changed.isEmpty
        })
    #expect(try OtherProgram.texts(path, ailment.outcome.query) == ailment.outcome.rows)
    try Self.expectInOrder(path)
  }

  /// What can be told without a doctor.
  private static func expectInOrder(_ path: String) throws {
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
    #expect(try OtherProgram.texts(path, "PRAGMA foreign_key_check") == [])
    #expect(try Migrator(path: path).verify().findings == [])
    try SearchIndexState.expectCurrent(path)
    var store = try MovieStore(path: path, access: .writing)
    #expect(try store.found("am\u{E9}l") == [4])
    try store.add("The Godfather", "Al Pacino")
  }

  @Test(
    "a number that somebody stored as text is a number again, and nothing goes",
    arguments: ["movieID", "actorID", "position"])
  func numbersAsText(column: String) throws {
    let path = try BrokenCatalog.make()
    let films = try BrokenCatalog.films(path, without: [])
    let schema = try #require(
      try OtherProgram.texts(path, "SELECT sql FROM sqlite_schema WHERE name = 'MovieActor'").first)
    try BrokenCatalog.rewrite(
      path,
      """
      UPDATE sqlite_schema
      SET sql = replace(replace(sql, 'STRICT,', ''), '\(column) INTEGER NOT NULL', '\(column)')
      WHERE name = 'MovieActor'
      """)
    try OtherProgram.run(
      path, "UPDATE MovieActor SET \(column) = CAST(\(column) AS TEXT) WHERE movieID = 2")
    try BrokenCatalog.rewrite(
      path, "UPDATE sqlite_schema SET sql = '\(schema)' WHERE name = 'MovieActor'")
    let treatment = try Doctor(path: path).mend()
    #expect(!treatment.before.isHealthy && treatment.after.symptoms == [])
    #expect(try BrokenCatalog.films(path, without: []) == films)
  }

  @Test("a search index that has lost the way to its pages is found, and made anew")
  func lostWay() throws {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try store.seed(300, seed: 3)
    try OtherProgram.run(path, "DELETE FROM movieSearch_idx")
    let treatment = try Doctor(path: path).mend()
    #expect(treatment.before.symptoms.map(\.code) == [.damagedSearchIndex])
    #expect(treatment.after.symptoms == [])
  }

  @Test("all at once is mended in one go")
  func together() throws {
    let path = try BrokenCatalog.make()
    for ailment in Corruption.ofRows + Corruption.ofStructure.prefix(3) + Corruption.ofValues {
      try ailment.befall(path)
    }
    let treatment = try Doctor(path: path).mend()
    #expect(Set(treatment.before.symptoms.map(\.code)).count > 7)
    #expect(treatment.after.symptoms == [])
    try Self.expectInOrder(path)
  }

  @Test("where there is nothing to mend, nothing is written", arguments: [false, true])
  func nothing(hasNote: Bool) throws {
    let path = try BrokenCatalog.make()
    if hasNote { try OtherProgram.run(path, "CREATE TABLE theirs(a)") }
    let before = try FolderSnapshot(TemporaryDirectory.current)
    let treatment = try Doctor(path: path).mend()
    #expect(treatment.backup == nil && treatment.mends == [])
    #expect(treatment.after == treatment.before)
    #expect(try FolderSnapshot(TemporaryDirectory.current) == before)
  }

  @Test(
    "a file that nobody should write into is left alone, whatever else could be mended",
    arguments: [
      ("ALTER TABLE MovieModel ADD COLUMN year INTEGER", Symptom.Code.changedTable),
      ("DROP TABLE MovieActor", .missingTable),
      (
        "CREATE TRIGGER t AFTER DELETE ON ActorModel BEGIN DELETE FROM MovieModel; END",
        .foreignTrigger
      ),
    ])
  func hopeless(sql: String, code: Symptom.Code) throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Nobody')", sql)
    let before = try FolderSnapshot(TemporaryDirectory.current)
    let treatment = try Doctor(path: path).mend()
    #expect(treatment.after.symptoms.first?.code == code)
    #expect(treatment.after.symptoms.first?.finding.hint != nil)
    #expect(treatment.after.mendable == [] && treatment.backup == nil)
    #expect(!treatment.after.isHealthy)
    #expect(try FolderSnapshot(TemporaryDirectory.current) == before)
  }

  @Test(
    "rows of an older version are mended as far as it goes, and it stays at its version",
    arguments: [SchemaVersion.v3, .v4, .v5])
  func older(version: SchemaVersion) throws {
    let path = try BrokenCatalog.make(version)
    let names = VersionedSchema(version)
    try OtherProgram.run(path, "UPDATE \(names.movies) SET sortableTitle = 'zzz', title = ''")
    let treatment = try Doctor(path: path).mend()
    #expect(
      treatment.before.symptoms.map(\.code) == [
        .olderSchema, .staleSortableTitles, .unusableTitles,
      ])
    #expect(treatment.after.symptoms.map(\.code) == [.olderSchema])
    #expect(treatment.after.version == version && treatment.after.isHealthy)
    #expect(
      try OtherProgram.texts(path, "SELECT title FROM \(names.movies) LIMIT 1")
        == ["Title unknown (1)"])
    #expect(try Migrator(path: path).verify().isSound)
  }

  @Test("an index of another program that disagrees with its table is made anew")
  func strangersIndex() throws {
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
    let treatment = try Doctor(path: path).mend()
    #expect(treatment.before.symptoms.map(\.code) == [.foreignTable, .foreignIndex, .damagedIndex])
    #expect(treatment.before.symptoms.last?.finding.rows == [1])
    #expect(treatment.after.symptoms.map(\.code) == [.foreignTable, .foreignIndex])
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
  }

  @Test("Of four repairs at once, one repairs and leaves one backup; the others find nothing left")
  func concurrent() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Nobody')")
    let examined = Atomic(0)
    let results = Mutex<[Result<RepairReport, any Error>]>([])
    let done = DispatchGroup()
    for _ in 0..<4 {
      done.enter()
      Thread.detachNewThread {
        let result = Result {
          var hasWaited = false
          return try Doctor(path: path).mend { progress in
            // All begin the last check before one goes on to repair.
            guard progress.check == "data", !hasWaited else { return }
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
    // One that waits for too long gives up.
    let treatments = try results.withLock { results in
      try results.compactMap { result in
        do { return try result.get() } catch StoreError.busy { return nil }
      }
    }
    let repairs = treatments.filter { !$0.mends.isEmpty }
    #expect(repairs.count == 1)
    let others = treatments.filter { $0.mends.isEmpty }
    #expect(others.allSatisfy { $0.backup == nil && $0.after.symptoms == [] })
    let backup = try #require(repairs.first?.backup)
    let names = try Files.names(in: TemporaryDirectory.current)
    #expect(Set(names) == ["movies.db", String(backup.split(separator: "/").last ?? "")])
  }

  @Test("A repair that a unique index of another program refuses changes nothing")
  func refused() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = 'Heat', sortableTitle = 'x' WHERE id = 2",
      "CREATE UNIQUE INDEX one ON MovieModel(sortableTitle)")
    let before = try FolderSnapshot(TemporaryDirectory.current)
    let error = try storeError { _ = try Doctor(path: path).mend() }
    guard case .refused(path, let findings) = error else { throw error }
    #expect(findings.map(\.object) == ["one"])
    #expect(try FolderSnapshot(TemporaryDirectory.current).names == before.names)
    #expect(try Doctor(path: path).examine().mendable.map(\.code) == [.staleSortableTitles])
  }
}
