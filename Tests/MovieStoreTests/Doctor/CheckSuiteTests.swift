import Foundation
import MovieStore
import TestSupport
import Testing

/// What an examination says of a file as a whole.
@Suite(.limited, .temporaryDirectory) struct ExaminationTests {
  private static let names = [
    "file", "schema", "integrity", "references", "log", "actors", "titles", "search", "data",
  ]

  @Test(
    "a catalog of any version is in order; an older one has a note, and less to look at",
    arguments: SchemaVersion.allCases)
  func versions(version: SchemaVersion) throws {
    let diagnosis = try Doctor(path: BrokenCatalog.make(version)).examine()
    #expect(diagnosis.version == version)
    #expect(diagnosis.isHealthy && diagnosis.mendable == [])
    #expect(diagnosis.symptoms.map(\.code) == (version < .newest ? [.olderSchema] : []))
    #expect(
      diagnosis.checks.map(\.name) == Self.names.filter { $0 != "search" || version == .newest })
  }

  @Test("a file of no bytes is in order; a missing one is missing")
  func empty() throws {
    let path = TemporaryDirectory.path("movies.db")
    #expect(try storeError { _ = try Doctor(path: path).mend() } == .fileNotFound(path: path))
    try Files.touch(path)
    Files.setMode(0o600, of: path)
    let diagnosis = try Doctor(path: path).examine()
    #expect(diagnosis.version == nil && diagnosis.symptoms == [])
    #expect(try Doctor(path: path).mend().backup == nil)
    #expect(try Files.bytes(path) == [])
  }

  @Test(
    "files of others and of newer programs are refused, and left alone",
    arguments: ["PRAGMA application_id = 7", "PRAGMA user_version = 7"])
  func refused(sql: String) throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, sql)
    let before = try Files.bytes(path)
    switch try storeError(of: { _ = try Doctor(path: path).mend() }) {
    case .notAMovieDatabase, .newerSchema: break
    case let error: Issue.record("\(error)")
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("each check is told before it begins")
  func progress() throws {
    var told: [CheckProgress] = []
    _ = try Doctor(path: BrokenCatalog.make()).examine { told.append($0) }
    #expect(told.map(\.check) == Self.names)
    #expect(told.map(\.done) == Array(0..<9) && told.allSatisfy { $0.total == 9 })
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try Doctor(path: TemporaryDirectory.path("movies.db")).examine { _ in throw Stop() }
    }
  }

  // MARK: The file

  @Test("what others may read is noted, a second name is warned of, a symbolic link is fine")
  func modesAndLinks() throws {
    let path = try BrokenCatalog.make()
    let link = TemporaryDirectory.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(try Doctor(path: link).examine().symptoms == [])
    Files.setMode(0o644, of: path)
    let readable = try Doctor(path: path).examine()
    #expect(readable.symptoms.map(\.code) == [.readableByOthers] && readable.isHealthy)
    Files.setMode(0o600, of: path)
    try FileManager.default.linkItem(atPath: path, toPath: TemporaryDirectory.path("other"))
    let linked = try Doctor(path: path).examine()
    #expect(linked.symptoms.map(\.code) == [.hardLinks] && !linked.isHealthy)
    #expect(linked.mendable == [])
  }

  @Test("a change that was interrupted is a note, and what is examined is the state before it")
  func interrupted() throws {
    let path = try BrokenCatalog.make()
    let shell = try SQLProcess(path)
    try shell.run(
      "PRAGMA cache_size = 1", "BEGIN", "DELETE FROM MovieActor", "DELETE FROM ActorModel",
      "UPDATE MovieModel SET sortableTitle = hex(randomblob(9000))",
      "CREATE TABLE ballast AS SELECT randomblob(90000) FROM MovieModel")
    shell.kill()
    let before = try FolderSnapshot(TemporaryDirectory.current)
    try #require(before.names == ["movies.db", "movies.db-journal"])
    let diagnosis = try Doctor(path: path).examine()
    #expect(diagnosis.symptoms.map(\.code) == [.interruptedChange] && diagnosis.isHealthy)
    #expect(try FolderSnapshot(TemporaryDirectory.current) == before)
    try MovieStore.open(path)
    #expect(try Doctor(path: path).examine().symptoms == [])
  }

  @Test("a write-ahead log is a note where SQLite can damage it, and stays as it is")
  func log() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    let before = try FolderSnapshot(TemporaryDirectory.current)
    let diagnosis = try Doctor(path: path).examine()
    #expect(diagnosis.symptoms.allSatisfy { $0.code == .writeAheadLog })
    #expect(diagnosis.isHealthy)
    #expect(try FolderSnapshot(TemporaryDirectory.current) == before)
  }

  @Test(
    "the versions that the fault is in are those from 3.7.0 to 3.51.2",
    arguments: [
      ("3.6.23", false), ("3.7.0", true), ("3.40.1", true), ("3.51.2", true), ("3.51.3", false),
      ("3.52.0", false), ("4.0.0", false),
    ])
  func affected(version: String, isAffected: Bool) {
    #expect(WALResetBug.affects(version) == isAffected)
  }

  @Test("a file that may be read and not written is examined; mending it is refused")
  func readOnly() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Nobody')")
    Files.setMode(0o444, of: path)
    Files.setMode(0o755, of: TemporaryDirectory.current)
    try withoutPrivileges {
      let doctor = try Doctor(path: path)
      #expect(try doctor.examine().mendable.map(\.code) == [.actorsWithoutMovies])
      #expect(try storeError { _ = try doctor.mend() } == .readOnly(path: path))
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  // MARK: The schema

  @Test(
    "tables and indexes of other programs are notes, but for those that SQLite and Litestream keep")
  func strangers() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "CREATE TABLE _litestream_seq(id)", "ANALYZE", "CREATE TABLE theirs(a)",
      "CREATE INDEX also_theirs ON MovieModel(favorite)")
    let diagnosis = try Doctor(path: path).examine()
    #expect(diagnosis.symptoms.map(\.code) == [.foreignTable, .foreignIndex])
    #expect(diagnosis.symptoms.map(\.finding.object) == ["theirs", "also_theirs"])
    #expect(diagnosis.isHealthy)
  }

  @Test("a view of another program is an error that others do not depend on")
  func view() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "CREATE VIEW v AS SELECT 1", "INSERT INTO ActorModel(name) VALUES ('Nobody')")
    let treatment = try Doctor(path: path).mend()
    #expect(treatment.before.symptoms.map(\.code) == [.foreignView, .actorsWithoutMovies])
    #expect(treatment.after.symptoms.map(\.code) == [.foreignView])
    #expect(treatment.after.symptoms[0].finding.hint?.contains(#"DROP VIEW "v";"#) == true)
  }

  @Test("a title that another program changes is no fault: it is noted until the next change")
  func noted() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "UPDATE MovieModel SET title = 'Cold', sortableTitle = 'cold' WHERE id = 1")
    #expect(try SearchIndexState.pendingChanges(path) == ["1"])
    #expect(try Doctor(path: path).examine().symptoms == [])
  }

  @Test(
    "rows of other programs that refer to nothing, and a version that nothing in the log led to, are warned of"
  )
  func warnings() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "CREATE TABLE theirs(m REFERENCES MovieModel(id))", "INSERT INTO theirs VALUES (99)",
      "DELETE FROM migrationLog WHERE version = 6")
    let diagnosis = try Doctor(path: path).examine()
    #expect(
      diagnosis.symptoms.map(\.code) == [.foreignTable, .foreignReferences, .unknownMigration])
    #expect(!diagnosis.isHealthy && diagnosis.mendable == [])
  }

  @Test("casts of the first versions are looked at", arguments: [SchemaVersion.v1, .v3])
  func casts(version: SchemaVersion) throws {
    let path = try BrokenCatalog.make(version)
    try OtherProgram.run(
      path, #"UPDATE Movie SET "cast" = '[1]' WHERE pk = 1"#,
      #"UPDATE Movie SET "cast" = '["a", "a"]' WHERE pk = 2"#)
    let diagnosis = try Doctor(path: path).examine()
    #expect(diagnosis.symptoms.map(\.code) == [.olderSchema, .wrongCasts, .repeatedNames])
    #expect(!diagnosis.isHealthy)
  }

  @Test(
    "what the checks of tables forbid is found without SQLite, which leaves them out where it reads"
  )
  func checks() throws {
    let path = try BrokenCatalog.make(.v4)
    try BrokenCatalog.forcing(
      path, "PRAGMA ignore_check_constraints = ON", "UPDATE Actor SET id = 'short' WHERE pk = 2",
      "UPDATE Movie SET id = 'x' WHERE pk = 1",
      "UPDATE migrationLog SET direction = 'sideways' WHERE id = 1")
    let diagnosis = try Doctor(path: path).examine()
    #expect(
      diagnosis.symptoms.map(\.code)
        == [.olderSchema, .unknownMigration, .wrongUUIDs, .wrongUUIDs])
    #expect(diagnosis.symptoms.map(\.finding.rows) == [[], [1], [1], [2]])
  }
}
