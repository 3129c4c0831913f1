internal import MovieSQLite
public import MovieStore

extension Migrator {
  /// Returns the schema version of the file and its pending versions.
  ///
  /// - Throws: `StoreError`: `unreadableFile`, `incompatibleFile`, `busy`, `storage`,
  ///   `interrupted`. A changed schema is reported as a finding, not as an error.
  public func status() throws(StoreError) -> MigrationStatus {
    let inspection = try inspect()
    return MigrationStatus(
      path: path, version: inspection.version,
      pending: SchemaVersion.allCases.filter { $0.rawValue > inspection.version?.rawValue ?? 0 },
      fingerprint: inspection.fingerprint,
      expectedFingerprint: inspection.version.map { Schema($0).fingerprint },
      findings: inspection.findings)
  }

  /// Returns the plan of a migration: its steps with their row counts, and the data that it would
  /// lose.
  ///
  /// - Parameters:
  ///   - target: The version that the file would have.
  ///   - options: The options of the migration. The backup counts towards the disk space needed.
  /// - Throws: The errors of `status()`.
  public func plan(
    to target: SchemaVersion = .newest, _ options: Options = Options()
  ) throws(StoreError) -> MigrationPlan {
    try readUnchanged { transaction throws in
      let inspection = try SchemaInspection(in: transaction, path: path)
      guard inspection.findings.isEmpty else {
        return MigrationPlan(
          from: inspection.version, to: target, steps: [], findings: inspection.findings,
          bytesNeeded: 0, bytesFree: try FileMigration.availableBytes(at: path), historyEntries: 0)
      }
      let migration = try FileMigration(
        of: path, from: inspection, to: target, backup: options.backup,
        acceptsLosses: true, in: transaction)
      return MigrationPlan(
        from: inspection.version, to: target, steps: migration.steps.map(MigrationStep.init),
        findings: try migration.findings(),
        bytesNeeded: migration.bytesNeeded, bytesFree: migration.bytesFree,
        historyEntries: migration.historyEntries)
    }
  }

  /// Returns the entries of the file's migration log, oldest first.
  ///
  /// The array is empty if the file has no log.
  ///
  /// - Throws: The errors of `status()`, and `incompatibleFile` if the
  ///   log itself was changed.
  public func log() throws(StoreError) -> [MigrationLogEntry] { try logAndVersion().entries }

  package func logAndVersion() throws(StoreError) -> (
    entries: [MigrationLogEntry], version: SchemaVersion?
  ) {
    try readUnchanged { transaction throws in
      let inspection = try SchemaInspection(in: transaction, path: path)
      let changes = inspection.findings.filter { $0.object == MigrationLog.table }
      if !changes.isEmpty { throw StoreError(.changedSchema(path: path, findings: changes)) }
      return (try MigrationLog.entries(in: transaction), inspection.version)
    }
  }

  /// Returns the schema of the file as SQL, as the file stores it.
  ///
  /// The text contains both pragmas (`application_id` and `user_version`), tables, indexes and
  /// other objects, but not the search index, the log, the history and the attributes. SQLite
  /// changes the stored text when it alters a table. To compare schemas, compare the fingerprints
  /// of `status()`.
  ///
  /// - Throws: The errors of `status()`.
  public func schema() throws(StoreError) -> String { try schemaAndVersion().sql }

  package func schemaAndVersion() throws(StoreError) -> (sql: String, version: SchemaVersion?) {
    let inspection = try inspect()
    let sql = SchemaDump.sql(
      of: inspection.objects.filter { !$0.isAuxiliary }, version: inspection.version)
    return (sql, inspection.version)
  }

  /// Returns the schema of a version as SQL, as a new file of the version stores it.
  public static func schema(of version: SchemaVersion) -> String {
    SchemaDump.sql(of: Schema(version).objects, version: version)
  }

  func inspect() throws(StoreError) -> SchemaInspection {
    try readUnchanged { transaction throws in try SchemaInspection(in: transaction, path: path) }
  }

  /// Reads the file without changing its content or modification time, or leaving a file next to
  /// it.
  private func readUnchanged<Value>(
    _ body: (borrowing Transaction) throws -> Value
  ) throws(StoreError) -> Value {
    do {
      return try UntouchedDatabase.read(path, timeout: LockTimeout()) {
        database throws in
        try database.prepareForChecks()
        return try database.read { transaction throws in try body(transaction) }
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }
}
