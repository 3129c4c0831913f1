internal import MovieSQLite

extension Migrator {
  /// Returns the schema version of the file and its pending versions.
  ///
  /// - Throws: ``StoreError``: `fileNotFound`, `unreadable`, `notAMovieDatabase`, `newerSchema`, `busy`,
  ///   `damaged`, `diskFull`, `inputOutput`, `outOfMemory`, `interrupted`. A changed schema is
  ///   reported as a finding, not as an error.
  public func status() throws(StoreError) -> MigrationStatus {
    let look = try looking { transaction throws in try SchemaInspection(in: transaction, path: path)
    }
    return MigrationStatus(
      path: path, version: look.version,
      pending: SchemaVersion.allCases.filter { $0.rawValue > look.version?.rawValue ?? 0 },
      fingerprint: look.fingerprint,
      expectedFingerprint: look.version.map(ReleasedFingerprints.fingerprint),
      findings: look.findings)
  }

  /// Returns the plan of a migration: its steps with their row counts, and the data that it would
  /// lose.
  ///
  /// - Parameters:
  ///   - target: The version that the file would have.
  ///   - options: The options of the migration. The backup counts towards the disk space needed.
  /// - Throws: The errors of ``status()``.
  public func plan(
    to target: SchemaVersion = .newest, _ options: Options = Options()
  ) throws(StoreError) -> MigrationPlan {
    try looking { transaction throws in
      let look = try SchemaInspection(in: transaction, path: path)
      guard look.findings.isEmpty else {
        return MigrationPlan(
          from: look.version, to: target, steps: [], findings: look.findings, bytesNeeded: 0,
          bytesFree: try DiskSpace.free(at: path))
      }
      let preflight = try MigrationPreflight(
        from: look, to: target, path: path, options, in: transaction)
      return MigrationPlan(
        from: look.version, to: target, steps: preflight.steps, findings: preflight.findings,
        bytesNeeded: preflight.space.needed, bytesFree: preflight.space.free)
    }
  }

  /// Returns the entries of the file's migration log, oldest first.
  ///
  /// The array is empty if the file has no log.
  ///
  /// - Throws: The errors of ``status()``, and ``StoreError/changedSchema(path:findings:)`` if the
  ///   log itself was changed.
  public func log() throws(StoreError) -> [MigrationLogEntry] {
    try looking { transaction throws in
      let look = try SchemaInspection(in: transaction, path: path)
      let changes = look.findings.filter { $0.object == MigrationLog.table }
      if !changes.isEmpty { throw StoreError.changedSchema(path: path, findings: changes) }
      return try MigrationLog.entries(in: transaction)
    }
  }

  /// Returns the schema of the file as SQL, in a canonical form.
  ///
  /// Equal schemas have the same text. It contains both pragmas (`application_id` and
  /// `user_version`), tables, indexes and other objects, but neither the search index nor the log.
  ///
  /// - Throws: The errors of ``status()``.
  public func schema() throws(StoreError) -> String {
    try looking { transaction throws in
      let look = try SchemaInspection(in: transaction, path: path)
      return SchemaDump.sql(of: look.objects.filter { !$0.isAuxiliary }, version: look.version)
    }
  }

  /// Returns the schema of a version as SQL, in the same form as ``schema()``.
  ///
  /// - Throws: ``StoreError``: `outOfMemory`.
  public static func schema(of version: SchemaVersion) throws(StoreError) -> String {
    do {
      return SchemaDump.sql(of: try objects(of: version), version: version)
    } catch {
      throw StoreError(error, path: MovieStore.memoryPath)
    }
  }

  /// Looks at the file without touching it.
  func looking<Result>(
    _ body: (borrowing Transaction) throws -> Result
  ) throws(StoreError) -> Result {
    var database = try ReadOnlyDatabase(path: path)
    try database.prepareForChecks()
    do {
      return try database.read { transaction throws in try body(transaction) }
    } catch {
      throw StoreError(error, path: path)
    }
  }
}

extension SchemaDump {
  static func sql(of objects: [SchemaObject], version: SchemaVersion?) -> String {
    sql(
      of: objects, version: version?.rawValue ?? 0,
      applicationID: version == nil ? 0 : Migrator.applicationID)
  }
}

extension SchemaObject {
  /// Whether it stands beside the versions: derived, or the log.
  var isAuxiliary: Bool {
    SearchIndex.shadowTables.contains(name)
      || (SearchIndex.objects + [MigrationLog.object]).contains { hasSameName(as: $0) }
  }
}
