import Foundation
import MovieFormats
import MovieInterchange
import MovieSQLite
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// A new database file contains only its own content, whatever files are next to it.
@Suite("New databases", .limited, .temporaryDirectory) struct NewDatabaseTests {
  private static var source: String { TemporaryDirectory.path("movies.db") }
  private static var target: String { TemporaryDirectory.path("out.db") }

  /// Creates a catalog, and a database that another process was changing when it was killed, with a
  /// journal or log that changes every page.
  private static func createFiles(isWAL: Bool) throws {
    var store = try Catalog(path: source)
    try store.seed(300, seed: 1)
    var existing = try Catalog(path: target)
    try existing.seed(400, seed: 2)
    let sql = [
      "PRAGMA journal_mode = \(isWAL ? "WAL" : "DELETE")", "PRAGMA cache_size = 5",
      "PRAGMA wal_autocheckpoint = 0", "BEGIN IMMEDIATE",
      "UPDATE MovieModel SET title = title || ' X'", "UPDATE ActorModel SET name = name || ' Y'",
    ]
    let killed = try Connection(.file(target))
    for statement in sql + (isWAL ? ["COMMIT"] : []) { try killed.execute(SQL(raw: statement)) }
    // The files that remain if the process is killed now.
    let copies = ["", "-journal", "-wal", "-shm"].compactMap { suffix -> (String, [UInt8])? in
      guard let bytes = try? Files.bytes(target + suffix) else { return nil }
      return (target + suffix, bytes)
    }
    _ = consume killed
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(target + suffix) }
    for (path, bytes) in copies { try Files.write(bytes, to: path) }
    #expect(copies.count == (isWAL ? 3 : 2))
  }

  private static func content(_ path: String) throws -> [String] {
    try OtherProgram.texts(
      path,
      """
      SELECT title || group_concat(name) FROM MovieModel
      JOIN MovieActor ON movieID = MovieModel.id JOIN ActorModel ON actorID = ActorModel.id
      GROUP BY movieID ORDER BY movieID
      """)
  }

  @Test(
    "A backup that replaces a file with a hot journal or log has the content of its source",
    arguments: [false, true])
  func replacing(isWAL: Bool) throws {
    try Self.createFiles(isWAL: isWAL)
    try Backup(of: Self.source).write(to: Self.target, replacing: true)
    #expect(try Self.content(Self.target) == Self.content(Self.source))
    #expect(try CatalogReading.faults(Self.target) == [])
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db", "out.db"])
  }

  @Test(
    "Rejects the journal or log of a deleted file by name, and leaves it unchanged",
    arguments: [(false, "-journal"), (true, "-wal")])
  func leftover(isWAL: Bool, suffix: String) throws {
    try Self.createFiles(isWAL: isWAL)
    unlink(Self.target)
    unlink(Self.target + "-shm")
    let before = try Files.bytes(Self.target + suffix)
    try Files.write(Files.bytes(Self.source), to: TemporaryDirectory.path("backup.db"))
    let attempts: [(String, () throws -> Void)] = [
      ("backup", { try Backup(of: Self.source).write(to: Self.target) }),
      ("replacing", { try Backup(of: Self.source).write(to: Self.target, replacing: true) }),
      (
        "migration",
        {
          try Migrator(path: Self.source).apply(
            to: .v5, Migrator.Options(backup: .file(Self.target)))
        }
      ),
      ("new catalog", { _ = try Catalog(path: Self.target) }),
      (
        "restore",
        {
          let restoration = try Restoration(
            of: Self.target, from: TemporaryDirectory.path("backup.db"))
          _ = try restoration.run()
        }
      ),
    ]
    for (name, attempt) in attempts {
      let error = try storeProblem { try attempt() }
      guard case .cannotCreate(Self.target, let reason) = error else {
        Issue.record("\(name): \(error)")
        continue
      }
      #expect(reason.contains("out.db\(suffix)"))
    }
    #expect(access(Self.target, F_OK) != 0)
    #expect(try Files.bytes(Self.target + suffix) == before)
    #expect(try CatalogReading.faults(Self.source) == [])
  }

  @Test("Ignores an empty journal, as SQLite does")
  func emptyJournal() throws {
    var store = try Catalog(path: Self.source)
    try store.seed(3, seed: 1)
    try Files.touch(Self.target + "-journal")
    try Backup(of: Self.source).write(to: Self.target)
    #expect(try Self.content(Self.target) == Self.content(Self.source))
  }

  @Test("Does not replace a database while another connection changes it", .fullTier)
  func inUse() throws {
    try Catalog.open(try Catalog.file("out.db", holding: ["Old"]))
    _ = try Catalog.file(holding: ["New"])
    let writer = try Connection(.file(Self.target))
    try writer.execute("BEGIN IMMEDIATE")
    var connection = try Connection(.file(Self.target))
    _ = connection
    let before = try Files.bytes(Self.target)
    let error = try storeProblem {
      try Backup(of: Self.source).write(to: Self.target, replacing: true)
    }
    #expect(error == .busy(path: Self.target))
    #expect(try Files.bytes(Self.target) == before)
    try writer.execute("ROLLBACK")
    connection = try Connection(.file(Self.target))
  }

  @Test(
    "Rejects the names of side files of a database for every output",
    arguments: ["-journal", "-wal", "-shm"])
  func sideFileNames(suffix: String) throws {
    let path = try Catalog.file(holding: ["A"])
    let other = try Catalog.file("other.db", holding: ["B"])
    for target in [path + suffix, other + suffix] {
      for replacing in [false, true] {
        let backup = try storeProblem {
          try Backup(of: path).write(to: target, replacing: replacing)
        }
        let export = try storeProblem {
          let store = try Catalog(path: path, access: .reading)
          try store.exportMovies(to: target, as: .json, replacing: replacing)
        }
        let catalog = try storeProblem { try Catalog.open(target, .writing) }
        let restoration = try storeProblem {
          let restoration = try Restoration(of: target, from: other)
          _ = try restoration.run()
        }
        for error in [backup, export, catalog, restoration] {
          guard case .cannotCreate(target, _) = error else { throw error }
        }
      }
      #expect(access(target, F_OK) != 0)
    }
    // Without a database of that name, the name has no special meaning.
    let store = try Catalog(path: path, access: .reading)
    try store.exportMovies(to: TemporaryDirectory.path("export" + suffix), as: .json)
  }

  @Test("A failed backup leaves the existing file and its log unchanged")
  func failed() throws {
    struct Stop: Error {}
    try Self.createFiles(isWAL: true)
    let before = try Files.bytes(Self.target) + Files.bytes(Self.target + "-wal")
    #expect(throws: Stop.self) {
      try Backup(of: Self.source).write(to: Self.target, replacing: true) { _ in throw Stop() }
    }
    #expect(try Files.bytes(Self.target) + Files.bytes(Self.target + "-wal") == before)
  }

  @Test("Waits for a reader of the log of the file to replace")
  func readerOfLog() throws {
    _ = try Catalog.file(holding: ["New"])
    _ = try Catalog.file("out.db", holding: ["Old"])
    try OtherProgram.run(Self.target, "PRAGMA journal_mode = WAL")
    let (path, isReading) = (Self.target, DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      do {
        let reader = try Connection(.file(path))
        try reader.read { transaction throws in
          _ = try transaction.fetchInt("SELECT count(*) FROM MovieModel")
          isReading.signal()
          usleep(100_000)
        }
      } catch {
        Issue.record(error)
      }
    }
    isReading.wait()
    try Backup(of: Self.source).write(to: Self.target, replacing: true)
    #expect(try Self.content(Self.target) == Self.content(Self.source))
  }

  @Test("An export does not replace a file next to a journal")
  func export() throws {
    try Self.createFiles(isWAL: false)
    let before = try Files.bytes(Self.target)
    let error = try storeProblem {
      let store = try Catalog(path: Self.source, access: .reading)
      try store.exportMovies(to: Self.target, as: .json, replacing: true)
    }
    expectRefused(Self.target, error)
    #expect(try Files.bytes(Self.target) == before)
  }

  @Test("A restoration saves a catalog that another process creates meanwhile")
  func createdMeanwhile() throws {
    let backup = try Catalog.file("backup.db", holding: ["Restored"])
    let other = try Connection(.file(Catalog.file("other.db", holding: ["Other"])))
    let path = TemporaryDirectory.path("movies.db")
    try Files.touch(path)
    let creating = try Connection(.file(path))
    let kept = Mutex<String?>(nil)
    let hasEnded = DispatchSemaphore(value: 0)
    // The other process has locked the empty file, and commits while the restoration waits.
    try other.copy(
      to: creating,
      onceLocked: {
        Thread.detachNewThread {
          do {
            let restoration = try Restoration(of: path, from: backup)
            let report = try restoration.run()
            kept.withLock { $0 = report.kept }
          } catch {
            Issue.record(error)
          }
          hasEnded.signal()
        }
        usleep(100_000)
      })
    hasEnded.wait()
    let name = kept.withLock { $0 }
    #expect(
      try OtherProgram.texts(try #require(name), "SELECT title FROM MovieModel") == ["Other"])
    #expect(try OtherProgram.texts(path, "SELECT title FROM MovieModel") == ["Restored"])
  }

  @Test("Automatic backups in the same second get different names")
  func automaticNames() async throws {
    let path = try Catalog.file(holding: ["A"])
    let backup = try Catalog.file("other.db", holding: ["B"])
    // Concurrent restorations can fail as busy; they change nothing then.
    let kept = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do {
            let restoration = try Restoration(of: path, from: backup)
            return try restoration.run().kept
          } catch let error as StoreError where error.category == .busy {
            return nil
          } catch {
            Issue.record(error)
            return nil
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
    }
    #expect(kept.count > 1)
    #expect(Set(kept).count == kept.count)
    #expect(kept.allSatisfy { access($0, F_OK) == 0 })
    #expect(try Files.names(in: TemporaryDirectory.current).count == kept.count + 2)
  }
}
