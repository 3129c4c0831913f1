package import MovieSQLite
public import MovieStore
internal import MovieSystem

extension Migrator {
  /// Checks the file and rehearses its migrations, without changing it.
  ///
  /// The schema, log, integrity, references and data of the file are checked. If the version is not
  /// the newest one, a private copy is then migrated to the newest version and back, and its
  /// content is compared after each migration.
  ///
  /// - Parameter progress: A closure that is called with the progress of each rehearsal. An error
  ///   that it throws ends the checks and is rethrown.
  /// - Returns: The checks and their findings, and the steps of the rehearsals.
  /// - Throws: Any error that `progress` throws; otherwise the errors of `status()`, and
  ///   `StoreError`: `storage` if there is not enough disk space. Problems of the file are reported
  ///   as findings, not as errors.
  public func verify(
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> CheckReport {
    var report = try CheckSuite.run(at: path, for: .migration)
    guard report.isSound, let version = report.version, version != .newest else { return report }
    do {
      var rehearsal = try Rehearsal(of: path, isSound: true)
      for (name, target) in [("up to", SchemaVersion.newest), ("down to", version)] {
        let result = try rehearsal.run(to: target, progress: progress)
        report.checks.append(
          CheckReport.Check(
            name: "\(name) v\(target.rawValue)", findings: result.findings,
            duration: result.duration))
        report.steps += result.steps
        if result.findings.hasErrors { break }
      }
      return report
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }
}

extension Migrator {
  /// Creates a catalog of a version in a new database.
  package typealias Sample = (SchemaVersion, borrowing Connection) throws -> Void

  /// Checks migrations on sample catalogs, as `Migrator.verifyMigrations(progress:)` of
  /// MovieSamples.
  package static func verify(
    _ migrations: [Migration], on catalogs: [(name: String, create: Sample)],
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> CheckReport {
    do {
      var checks: [CheckReport.Check] = []
      let total = catalogs.count * SchemaVersion.allCases.count
      for catalog in catalogs {
        for start in SchemaVersion.allCases {
          let name = "\(catalog.name), from v\(start.rawValue)"
          try progress(
            OperationProgress(name, checks.count, of: total))
          checks.append(
            try CheckReport.Check(name) {
              try pairFindings(catalog.create, from: start, migrations)
            })
        }
      }
      return CheckReport(path: nil, version: nil, checks: checks)
    } catch let error as SQLiteError {
      throw StoreError(error, path: Catalog.memoryPath)
    }
  }

  private static func pairFindings(
    _ create: Sample, from start: SchemaVersion, _ migrations: [Migration]
  ) throws -> [Finding] {
    let base = try ConnectionSetup.connection(to: .memory)
    try create(start, base)
    return try SchemaVersion.allCases.filter { $0 != start }.flatMap { target throws in
      let copy = try ConnectionSetup.connection(to: .memory)
      try base.copy(to: copy)
      return try findings(migrating: copy, from: start, to: target, migrations).map { finding in
        Finding(finding.kind, "to v\(target.rawValue): \(finding.message)")
      }
    }
  }

  private static func findings(
    migrating connection: borrowing Connection, from start: SchemaVersion, to target: SchemaVersion,
    _ migrations: [Migration]
  ) throws -> [Finding] {
    try ConnectionSetup.prepareForMigration(connection)
    return try connection.write { transaction throws in
      do throws(any Error) {
        let steps = DirectedMigration.sequence(from: start, to: target, using: migrations)
        let violations = try FileMigration.violations(of: steps, from: start, in: transaction)
        if let violation = violations.first { throw StoreError(violation) }
        try MigrationExecutor.migrate(
          from: start, to: target, using: migrations, comparesCasts: true, in: transaction)
      } catch let error as StoreError {
        return try error.migrationFindings()
      }
      return try SchemaInspection(in: transaction, path: Catalog.memoryPath).findings
        + [IntegrityCheck.firstFinding(in: transaction)].compactMap(\.self)
        + BrokenReferences(in: transaction, of: target).findings
    }
  }
}
