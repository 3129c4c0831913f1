internal import MovieSQLite

extension Migrator {
  /// Checks the built-in migrations on built-in sample catalogs, in memory.
  ///
  /// A new file must have the same schema as a migrated one, and a migration from any version to
  /// any other, up or down, must lose only the data that its steps declare.
  ///
  /// - Parameter progress: A closure that is called before each check. An error that it throws ends
  ///   the checks and is rethrown.
  /// - Returns: The checks and their findings.
  /// - Throws: Any error that `progress` throws; otherwise ``StoreError``: `outOfMemory`,
  ///   `diskFull`. Problems of the migrations are reported as findings, not as errors.
  public static func verifyMigrations(
    progress: (CheckProgress) throws -> Void = { _ in }
  ) throws -> MigrationVerification {
    try verify(Migration.all, on: SampleCatalog.all, progress: progress)
  }

  package static func verify(
    _ migrations: [Migration], on catalogs: [SampleCatalog],
    progress: (CheckProgress) throws -> Void = { _ in }
  ) throws -> MigrationVerification {
    do {
      var checks: [CheckReport.Check] = []
      let schemas = try SchemaVersion.allCases.compactMap(schemaFinding)
      checks.append(CheckReport.Check("released steps") { stepFindings(migrations) + schemas })
      let total = Int64(1 + catalogs.count * SchemaVersion.allCases.count)
      // The executor rejects a schema that is not released.
      for catalog in schemas.isEmpty ? catalogs : [] {
        for start in SchemaVersion.allCases {
          let name = "\(catalog.name), from v\(start.rawValue)"
          try progress(
            CheckProgress(check: name, done: Int64(checks.count), total: total))
          checks.append(
            try CheckReport.Check(name) { try pairFindings(catalog, from: start, migrations) })
        }
      }
      return MigrationVerification(path: nil, version: nil, checks: checks, steps: [])
    } catch let error as SQLiteError {
      throw StoreError(error, path: MovieStore.memoryPath)
    }
  }

  private static func stepFindings(_ migrations: [Migration]) -> [Finding] {
    let steps =
      DirectedMigration.sequence(from: nil, to: .newest, using: migrations)
      + DirectedMigration.sequence(from: .newest, to: .v1, using: migrations)
    return steps.filter { !ReleasedFingerprints.checksums.contains($0.checksum) }.map { step in
      Finding(
        .migration,
        "the step \(step.direction) to v\(step.end.rawValue) differs from the released one: "
          + "its checksum is \(step.checksum)")
    }
  }

  private static func schemaFinding(_ version: SchemaVersion) throws -> Finding? {
    let fingerprint = SchemaFingerprint.of(try SchemaObject.all(of: version))
    if fingerprint == ReleasedFingerprints.fingerprint(of: version) { return nil }
    return Finding(
      .migration,
      "the schema of v\(version.rawValue) differs from the released one: "
        + "its fingerprint is \(fingerprint)")
  }

  private static func pairFindings(
    _ catalog: SampleCatalog, from start: SchemaVersion, _ migrations: [Migration]
  ) throws -> [Finding] {
    var base = try ConnectionSetup.connection(to: .memory)
    try catalog.create(start, in: &base)
    return try SchemaVersion.allCases.filter { $0 != start }.flatMap { target throws in
      var copy = try ConnectionSetup.connection(to: .memory)
      try base.backUp(to: &copy)
      return try findings(migrating: &copy, from: start, to: target, migrations).map { finding in
        Finding(finding.kind, "to v\(target.rawValue): \(finding.message)")
      }
    }
  }

  private static func findings(
    migrating connection: inout Connection, from start: SchemaVersion, to target: SchemaVersion,
    _ migrations: [Migration]
  ) throws -> [Finding] {
    try ConnectionSetup.prepareForMigration(&connection)
    return try connection.write { transaction throws in
      do throws(any Error) {
        try MigrationExecutor.migrate(
          from: start, to: target, using: migrations, comparesCasts: true, in: transaction)
      } catch let error as StoreError {
        return try error.migrationFindings()
      }
      return try SchemaInspection(in: transaction, path: MovieStore.memoryPath).findings
        + IntegrityCheck.firstFindings(in: transaction)
        + ForeignKeyViolations(in: transaction, of: target).findings
    }
  }
}
