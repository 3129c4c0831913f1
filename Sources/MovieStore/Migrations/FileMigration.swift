package import MovieSQLite
internal import MovieSystem

/// The migration of a file to another version: its steps, what they need, and what they lose.
package struct FileMigration {
  /// The version of the file, or `nil` before its first write.
  package let start: SchemaVersion?
  package private(set) var steps: [MigratedStep] = []
  /// The reasons why the file cannot be migrated.
  package private(set) var obstacles: [StoreError.Problem] = []
  package private(set) var bytesNeeded = 0
  package private(set) var bytesFree = 0
  /// The number of entries in the history of the file.
  package private(set) var historyEntries = 0
  /// The path of the backup, after the migration.
  package private(set) var backup: String?

  private let counts: CatalogCounts
  package let references: BrokenReferences

  // MARK: Planning

  /// Plans a migration. The schema of the file is the expected one.
  package init(
    of path: String, from inspection: SchemaInspection, to target: SchemaVersion,
    backup: MigrationBackup, acceptsLosses: Bool, in transaction: borrowing Transaction
  ) throws {
    start = inspection.version
    counts = try CatalogCounts(in: transaction, of: start)
    references = try BrokenReferences(in: transaction, of: start)
    let migrations = DirectedMigration.sequence(from: start, to: target)
    for migration in migrations {
      var step = MigratedStep(migration, counts)
      step.losses = try Self.losses(of: migration, in: inspection, transaction)
      steps.append(step)
    }
    if !migrations.isEmpty { historyEntries = try HistoryLog.count(in: transaction) }
    bytesFree = try Self.availableBytes(at: path)
    bytesNeeded = Int(
      try Self.bytesNeeded(for: migrations, at: path, backup, in: transaction))
    let collisions = inspection.collisions(with: migrations)
    if !collisions.isEmpty { obstacles.append(.changedSchema(path: path, findings: collisions)) }
    obstacles += try Self.violations(of: migrations, from: start, in: transaction)
    let losses = steps.flatMap(\.losses)
    if !losses.isEmpty, !acceptsLosses {
      obstacles.append(.lossesNotAccepted(path: path, target: target, losses: losses))
    }
    if bytesNeeded > bytesFree {
      obstacles.append(.insufficientDiskSpace(path: path, needed: bytesNeeded, free: bytesFree))
    }
  }

  /// Without steps: the file has the version already.
  private init(to version: SchemaVersion) {
    (start, counts, references) = (version, CatalogCounts(), BrokenReferences())
  }

  package static func losses(
    of migration: DirectedMigration, in inspection: SchemaInspection,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [MigrationLoss] {
    guard let version = inspection.version else { return [] }
    var losses: [MigrationLoss] = []
    for loss in migration.losses {
      if loss.readsLog, !inspection.hasTable(MigrationLog.table) { continue }
      guard let query = loss.count(Schema(version)) else { continue }
      let count = try transaction.fetchInt("SELECT coalesce((\(raw: query)), 0)")
      if count > 0 {
        losses.append(MigrationLoss(loss.singular, plural: loss.plural, count: Int(count)))
      }
    }
    return losses
  }

  /// Returns the requirements of the upgrades that the data of the file violates.
  ///
  /// - Parameter start: `nil` before the first write: there are no tables.
  package static func violations(
    of migrations: [DirectedMigration], from start: SchemaVersion?,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [StoreError.Problem] {
    guard let start else { return [] }
    var violations: [StoreError.Problem] = []
    for migration in migrations where migration.direction == .up {
      for invariant in migration.migration.requirements(Schema(start)) {
        if let violation = try invariant.violation(before: migration.end, in: transaction) {
          violations.append(violation)
        }
      }
    }
    return violations
  }

  private static func bytesNeeded(
    for migrations: [DirectedMigration], at path: String, _ backup: MigrationBackup,
    in transaction: borrowing Transaction
  ) throws -> Int64 {
    let size = try transaction.databaseSize
    let isRewritten = migrations.contains { $0.cost == .rewrite }
    let isRebuilt = migrations.contains {
      Schema($0.migration.version).hasActors && $0.cost == .rewrite
    }
    // Measured with a million movies: 1 for the journal, 1.4 of growth and 1 of temporary files to
    // v4.
    let journal = isRewritten ? size : 0
    let growth = isRebuilt ? size / 2 * 5 : isRewritten ? size : 0
    let isBackupOnSameDevice =
      switch backup {
      case .automatic, .newest: true
      case .none: false
      case .file(let file): try CatalogFile(path).isOnSameDevice(as: file)
      }
    // A table has at least one page.
    let tables = Int64(Schema.auxiliaryObjects.count + SearchIndex.shadowTables.count) * 4_096
    return journal + growth + tables + (isBackupOnSameDevice ? size : 0)
  }

  package static func availableBytes(at path: String) throws(StoreError) -> Int {
    do throws(SystemError) {
      return Int(try Directory.availableBytes(at: path))
    } catch {
      throw StoreError(.unreadable(path: path, reason: error.reason))
    }
  }

  // MARK: Migrating

  /// Migrates a file, after a backup, in one transaction.
  ///
  /// - Parameters:
  ///   - chunk: The number of rows that one statement of a chunked action processes.
  ///   - isSound: Whether the integrity of the file was checked.
  ///   - comparesCasts: Whether to compare all casts after the migration, although its steps have
  ///     verified them.
  /// - Returns: The migration with the steps that were run: none if the file has the version.
  package static func run(
    on path: String, to target: SchemaVersion = .newest, backup: MigrationBackup = .automatic,
    acceptsLosses: Bool = false, by program: String = MigrationLog.defaultProgram,
    chunk: Int64 = 10_000, isSound: Bool = false, comparesCasts: Bool = false,
    with connection: borrowing Connection,
    progress: MigrationExecutor.Observer
  ) throws -> FileMigration {
    if case .newest(let count) = backup, count < 1 {
      throw StoreError.invalid(.argument, "at least one backup must be kept, not \(count)")
    }
    // Read first: if there is nothing to migrate, no other process is blocked.
    let found = try connection.read { transaction throws in
      try SchemaInspection(in: transaction, path: path)
    }
    try found.requireNoDrift(path: path)
    if found.version == target { return FileMigration(to: target) }
    try ConnectionSetup.configureDurability(on: connection)
    try ConnectionSetup.prepareForMigration(connection)
    let timeout = connection.timeout
    var copy: UncommittedCopy? = nil
    var backupPath: String?
    do {
      let migration = try connection.write { transaction throws in
        // Another process can have migrated the file before this one got the lock.
        let inspection = try SchemaInspection(in: transaction, path: path)
        try inspection.requireNoDrift(path: path)
        if inspection.version == target { return FileMigration(to: target) }
        var migration = try FileMigration(
          of: path, from: inspection, to: target, backup: backup, acceptsLosses: acceptsLosses,
          in: transaction)
        if let obstacle = migration.obstacles.first { throw StoreError(obstacle) }
        var executor = MigrationExecutor(
          migration.steps, from: inspection.version, counts: migration.counts,
          references: migration.references, program: program, chunk: chunk)
        if let target = backup.target(of: inspection.version) {
          copy = try CatalogFile(path).uncommittedCopy(
            to: target, timeout: timeout, ignoresSchemaErrors: true, inspecting: { _ in }
          ) { try executor.report(.backup, $0.fraction ?? 0, progress) }
        }
        try executor.report(.backup, 1, progress)
        // The migration rebuilds the search index or does not need it, so its damage does not
        // matter.
        try SearchIndex.drop(of: inspection.version, in: transaction)
        // The values in the history are those of the old version. Files of other versions have a
        // history if an older program, which does not know its tables, downgraded them.
        try HistoryTables.drop(in: transaction)
        if !isSound { try IntegrityCheck.requireIntact(in: transaction, path: path) }
        try executor.report(.check, 1, progress)
        try executor.migrate(comparesCasts: comparesCasts, in: transaction, observe: progress)
        migration.steps = executor.steps
        // From here on, the file can be the new one.
        backupPath = try copy?.commit()
        migration.backup = backupPath
        return migration
      }
      if case .newest(let count) = backup {
        // The migration is complete, also if former backups cannot be listed.
        do { try CatalogFile(path).removeMigrationBackups(except: count) } catch {}
      }
      return migration
    } catch {
      if BackupBeforeChange.isNeeded(after: error) {
        // The first error says more than one about the copy.
        if backupPath == nil { do { _ = try copy?.commit() } catch {} }
      } else if let backupPath {
        // The commit failed.
        Directory.removeFile(backupPath)
      }
      throw error
    }
  }
}

extension SchemaInspection {
  fileprivate func collisions(with migrations: [DirectedMigration]) -> [Finding] {
    guard let version else { return [] }
    let (names, needed) = (Schema(version), neededNames(by: migrations))
    return objects.filter { object in
      !names.includes(object) && needed.contains { object.name.hasSameName(as: $0) }
    }.map { object in
      Finding(
        .collision,
        "the \(object.type) '\(object.name)' is not part of the movies schema, but the migration "
          + "needs its name",
        object: object.name)
    }
  }

  private func neededNames(by migrations: [DirectedMigration]) -> [String] {
    let ends = migrations.map { Schema($0.end) }
    let tables = Set(SchemaVersion.allCases.flatMap { Schema($0).tables })
    let rebuilt = tables.map(Migration.rebuilt).filter { name in
      migrations.flatMap(\.actions).contains { $0.sql.contains(name) }
    }
    let createsIndex = migrations.last?.end == .newest && !hasTable(SearchIndex.objects[0].name)
    let shadows = createsIndex ? SearchIndex.shadowTables : []
    return ends.flatMap { $0.tables + $0.indexes } + rebuilt + shadows
  }
}
