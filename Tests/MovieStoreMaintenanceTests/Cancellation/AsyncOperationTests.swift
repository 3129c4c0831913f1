import Foundation
import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Migrations, backups, restorations and checks in asynchronous code.
@Suite(.limited, .temporaryDirectory) struct AsyncOperationTests {
  enum Operation: String, CaseIterable, CustomTestStringConvertible {
    case apply, downgrade, rehearse, verify, backup, backupOfWAL, restore, create
    case check, repair

    var testDescription: String { rawValue }

    /// Creates the files that the operation needs.
    ///
    /// - Returns: The file that the operation reads first.
    func prepare() throws -> String {
      switch self {
      case .apply, .rehearse, .verify: return try OldCatalog.large()
      case .repair:
        let path = try BrokenCatalog.make()
        try OtherProgram.run(
          path, "PRAGMA foreign_keys = OFF", "DELETE FROM ActorModel WHERE name = 'Al Pacino'")
        return path
      case .restore, .create:
        if self == .restore { _ = try Catalog.file(holding: ["A", "B"]) }
        return try Catalog.file("backup.db", holding: ["C"])
      case .backupOfWAL:
        let path = try Catalog.file(holding: ["A", "B"])
        try OtherProgram.run(
          path, "PRAGMA journal_mode = WAL", "DELETE FROM MovieModel WHERE id = 1")
        return path
      case .downgrade, .backup, .check:
        return try Catalog.file(holding: ["A", "B"])
      }
    }

    /// - Parameter onProgress: Called with each report of progress.
    func run(_ onProgress: @escaping @Sendable () -> Void = {}) async throws {
      let directory = TemporaryDirectory.current
      try await runInBackground { try runBlocking(in: directory, onProgress) }
    }

    private func runBlocking(in directory: String, _ onProgress: () -> Void) throws {
      let path = directory + "/movies.db"
      let migrator = try Migrator(path: path)
      switch self {
      case .apply: try migrator.apply { _ in onProgress() }
      case .downgrade: try migrator.apply(to: .v5) { _ in onProgress() }
      case .rehearse: _ = try migrator.rehearse { _ in onProgress() }
      case .verify: _ = try migrator.verify { _ in onProgress() }
      case .backup, .backupOfWAL:
        try Backup(of: path).write(to: directory + "/copy.db") { _ in onProgress() }
      case .restore, .create:
        _ = try Restoration(of: path, from: directory + "/backup.db").run { _ in
          onProgress()
        }
      case .check: _ = try Doctor(path: path).check { _ in onProgress() }
      case .repair: _ = try Doctor(path: path).repair { _ in onProgress() }
      }
    }
  }

  /// The names and bytes of the files of the test, without the shared memory of a write-ahead log.
  private static func files() throws -> [String: [UInt8]] {
    let names = try Files.names(in: TemporaryDirectory.current).filter { !$0.hasSuffix("-shm") }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Files.bytes(TemporaryDirectory.path($0))) })
  }

  @Test("A cancelled operation ends soon and changes no file", arguments: Operation.allCases)
  func cancelled(operation: Operation) throws {
    _ = try operation.prepare()
    let before = try Self.files()
    // The first report waits for the cancellation.
    let (isRunning, isCancelled) = (Latch(), Latch())
    let task = TimedTask {
      defer { isRunning.set() }
      try await operation.run {
        isRunning.set()
        #expect(isCancelled.isSet())
      }
    }
    #expect(isRunning.isSet())
    try task.expectCancellation { isCancelled.set() }
    #expect(try Self.files() == before)
  }

  @Test("An operation that waits for a lock can be cancelled", arguments: Operation.allCases)
  func waiting(operation: Operation) throws {
    let path = try operation.prepare()
    let other = try SQLProcess(path)
    try other.run(
      "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "SELECT * FROM sqlite_schema")
    let before = try Files.names(in: TemporaryDirectory.current)
    let task = TimedTask { try await operation.run() }
    usleep(50_000)
    try task.expectCancellation()
    #expect(try Files.names(in: TemporaryDirectory.current) == before)
    other.kill()
  }

  @Test("A cancelled task does not start an operation", arguments: Operation.allCases)
  func alreadyCancelled(operation: Operation) async throws {
    _ = try operation.prepare()
    let before = try Self.files()
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await operation.run() }
    }.value
    #expect(try Self.files() == before)
  }

  @Test("Reads of a migrator that wait for a lock can be cancelled")
  func waitingReads() throws {
    let path = try Catalog.file(holding: ["A"])
    let migrator = try Migrator(path: path)
    let other = try SQLProcess(path)
    try other.run("BEGIN EXCLUSIVE")
    let reads: [@Sendable () throws -> Void] = [
      { _ = try migrator.status() }, { _ = try migrator.plan(to: .v1) },
      { _ = try migrator.log() }, { _ = try migrator.schema() },
    ]
    for read in reads {
      let task = TimedTask { try await runInBackground(read) }
      usleep(10_000)
      try task.expectCancellation()
    }
    try other.run("COMMIT")
    #expect(try migrator.status().version == .newest)
  }

  @Test("Errors other than the cancellation are thrown unchanged")
  func errors() async throws {
    let path = TemporaryDirectory.path("movies.db")
    await #expect(throws: StoreError(.fileNotFound(path: path))) {
      try await runInBackground { try Migrator(path: path).apply() }
    }
    await #expect(throws: StoreError(.fileNotFound(path: path))) {
      try await runInBackground { try Doctor(path: path).check() }
    }
  }

  @Test(
    "Progress of copies increases to the size of the database",
    arguments: Tier.isFull ? ["delete", "wal"] : ["wal"])
  func copyProgress(journal: String) throws {
    let path = try LargeCatalog.file()
    try OtherProgram.run(path, "PRAGMA journal_mode = \(journal)")
    let backup = TemporaryDirectory.path("backup.db")
    var (copied, restored): ([OperationProgress], [OperationProgress]) = ([], [])
    let size = try Backup(of: path).write(to: backup) { copied.append($0) }.bytes
    _ = try Restoration(of: path, from: backup).run { restored.append($0) }
    for list in [copied, restored] {
      #expect(list.count > 1 && list.allSatisfy { $0.total == Int(size) && $0.phase == "copy" })
      #expect(list.map(\.completed) == list.map(\.completed).sorted())
      #expect(list.allSatisfy { $0.completed <= size })
    }
  }

  @Test("A restoration can be copied, and run on another thread and again")
  func sendable() async throws {
    let path = try Catalog.file(holding: ["A", "B"])
    let source = try Catalog.file("backup.db", holding: ["C"])
    let restoration = try Restoration(of: path, from: source)
    let copy = restoration
    for _ in 0..<2 { _ = try await runInBackground { try copy.run() } }
    #expect(try Catalog(path: path).movies().map(\.title) == ["C"])
    #expect(restoration.source == copy.source)
  }

  @Test("Operations that wait do not block the threads of other tasks")
  func blockedOperations() async throws {
    let doctor = try Doctor(path: try Catalog.file(holding: ["a"]))
    // Longer than other tests can block the threads.
    let isReleased = Latch()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount + 2 {
        group.addTask {
          _ = try await runInBackground {
            try doctor.check { _ in #expect(isReleased.isSet(within: 120)) }
          }
        }
      }
      // If the operations blocked the threads, these tasks would not run before the release.
      for number in 0..<50 { #expect(await Task.detached { number }.value == number) }
      isReleased.set()
      try await group.waitForAll()
    }
  }
}

extension OldCatalog {
  /// A v1 catalog with many movies.
  static func large(rows: Int = 3_000) throws -> String {
    let path = try make()
    try OtherProgram.run(
      path,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      INSERT INTO Movie(pk, id, title, "cast")
      SELECT i, printf('00000000-0000-4000-8000-%012X', i), 'Movie ' || i,
        json_array('Actor ' || (i % 97), 'Actor ' || ((i + 1) % 97))
      FROM n
      """)
    return path
  }
}
