package import MovieSQLite
package import MovieStore
internal import MovieSystem

/// A sample catalog in every schema version.
package struct MigrationSample {
  let name: String
  /// Whether the catalog has casts before v4 that v4 cannot store.
  let hasInvalidCasts: Bool
  /// Creates the catalog of a version in a new database.
  let create: (SchemaVersion, borrowing Connection) throws -> Void

  package init(
    name: String, hasInvalidCasts: Bool = false,
    create: @escaping (SchemaVersion, borrowing Connection) throws -> Void
  ) {
    (self.name, self.hasInvalidCasts, self.create) = (name, hasInvalidCasts, create)
  }

  fileprivate func mustBeRefused(from start: SchemaVersion, to target: SchemaVersion) -> Bool {
    hasInvalidCasts && start < .v4 && target >= .v4
  }
}

/// The migration of a sample catalog from one version to another.
package struct MigrationPair: Hashable, Sendable, Codable {
  package enum Outcome: Hashable, Sendable, Codable {
    /// From a version to itself: a migrated catalog and a new one have the same schema.
    case equal
    case lossless
    /// The downgrade loses data that the older version cannot store.
    case loses([MigrationLoss])
    /// The data cannot be migrated, and nothing was changed.
    case refused
    case failed

    package var name: String {
      switch self {
      case .equal: "equal"
      case .lossless: "lossless"
      case .loses: "loses"
      case .refused: "refused"
      case .failed: "failed"
      }
    }

    package static let names = [equal, lossless, loses([]), refused, failed].map(\.name)
  }

  package let sample: String
  package let from: SchemaVersion
  package let to: SchemaVersion
  package let outcome: Outcome
  /// The problems; empty unless the migration failed.
  package let findings: [Finding]
}

extension Migrator {
  /// Checks migrations on sample catalogs, as `Migrator.verifyMigrations(progress:)` of
  /// MovieSamples.
  package static func verify(
    _ migrations: [Migration], on samples: [MigrationSample],
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> CheckReport {
    do {
      var report = CheckReport(path: nil, version: nil, checks: [])
      let total = samples.count * SchemaVersion.allCases.count
      for sample in samples {
        for start in SchemaVersion.allCases {
          let name = "\(sample.name), from v\(start.rawValue)"
          try progress(OperationProgress(name, report.checks.count, of: total))
          let check = try CheckReport.Check(name) {
            let pairs = try pairs(of: sample, from: start, migrations)
            report.pairs += pairs
            return pairs.flatMap(\.findings)
          }
          report.checks.append(check)
        }
      }
      return report
    } catch let error as SQLiteError {
      throw StoreError(error, path: Catalog.memoryPath)
    }
  }

  private static func pairs(
    of sample: MigrationSample, from start: SchemaVersion, _ migrations: [Migration]
  ) throws -> [MigrationPair] {
    let base = try ConnectionSetup.connection(to: .memory)
    try sample.create(start, base)
    return try SchemaVersion.allCases.map { target throws in
      var (outcome, findings) =
        start == target
        ? (.equal, try differences(of: sample, from: start, base, migrations))
        : try result(migrating: base, from: start, to: target, migrations)
      let mustBeRefused = sample.mustBeRefused(from: start, to: target)
      if mustBeRefused, outcome == .refused {
        findings = []
      } else if mustBeRefused {
        findings.append(Finding(.migration, "casts that v4 cannot store were not refused"))
      }
      if !findings.isEmpty { outcome = .failed }
      return MigrationPair(
        sample: sample.name, from: start, to: target, outcome: outcome,
        findings: findings.map { Finding($0.kind, "to v\(target.rawValue): \($0.message)") })
    }
  }

  private static func result(
    migrating base: borrowing Connection, from start: SchemaVersion, to target: SchemaVersion,
    _ migrations: [Migration]
  ) throws -> (MigrationPair.Outcome, [Finding]) {
    let connection = try ConnectionSetup.connection(to: .memory)
    try base.copy(to: connection)
    try ConnectionSetup.prepareForMigration(connection)
    return try connection.write { transaction throws in
      do throws(any Error) {
        let steps = DirectedMigration.sequence(from: start, to: target, using: migrations)
        let violations = try FileMigration.violations(of: steps, from: start, in: transaction)
        if let violation = violations.first {
          return (.refused, try StoreError(violation).migrationFindings())
        }
        let inspection = try SchemaInspection(in: transaction, path: Catalog.memoryPath)
        let losses = try steps.flatMap { step throws in
          try FileMigration.losses(of: step, in: inspection, transaction)
        }
        try MigrationExecutor.migrate(
          from: start, to: target, using: migrations, comparesCasts: true, in: transaction)
        return (losses.isEmpty ? .lossless : .loses(losses), try findings(target, in: transaction))
      } catch {
        let error = error as? StoreError ?? StoreError(error, path: Catalog.memoryPath)
        if error.category == .interrupted { throw error }
        return (.failed, [Finding(.migration, "\(error)")])
      }
    }
  }

  /// Returns the problems of a migrated catalog.
  private static func findings(
    _ version: SchemaVersion, in transaction: borrowing Transaction
  ) throws -> [Finding] {
    try SchemaInspection(in: transaction, path: Catalog.memoryPath).findings
      + [IntegrityCheck.firstFinding(in: transaction)].compactMap(\.self)
      + BrokenReferences(in: transaction, of: version).findings
  }

  /// Compares the schema of a migrated catalog with that of a new one.
  ///
  /// - Parameter base: The sample in the version. From v2 on, it was migrated from v1.
  private static func differences(
    of sample: MigrationSample, from version: SchemaVersion, _ base: borrowing Connection,
    _ migrations: [Migration]
  ) throws -> [Finding] {
    let new = try ConnectionSetup.connection(to: .memory)
    try ConnectionSetup.prepareForMigration(new)
    let expected = try new.write { transaction throws in
      try MigrationExecutor.create(version, in: transaction)
      return try fingerprint(in: transaction)
    }
    let found: String?
    if version == .v1 {
      let newer = try ConnectionSetup.connection(to: .memory)
      try sample.create(.v2, newer)
      try ConnectionSetup.prepareForMigration(newer)
      found = try newer.write { transaction throws in
        try MigrationExecutor.migrate(from: .v2, to: .v1, using: migrations, in: transaction)
        return try self.fingerprint(in: transaction)
      }
    } else {
      found = try base.read { transaction throws in try self.fingerprint(in: transaction) }
    }
    return found == expected
      ? [] : [Finding(.drift, "the schema is not that of a new catalog")]
  }

  private static func fingerprint(in transaction: borrowing Transaction) throws -> String? {
    try SchemaInspection(in: transaction, path: Catalog.memoryPath).fingerprint
  }
}
