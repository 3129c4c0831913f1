internal import MovieSQLite

extension Migrator {
  /// Migrates a private copy of the file, and checks the result.
  ///
  /// The content, schema, integrity and references of the copy are checked. Losses of a downgrade
  /// are accepted and reported.
  ///
  /// - Parameters:
  ///   - target: The version to migrate the copy to.
  ///   - progress: A closure that is called with the progress. An error that it throws ends the
  ///     rehearsal and is rethrown.
  /// - Returns: The steps that were run, the row counts before and after, and the findings.
  /// - Throws: Any error that `progress` throws; otherwise the errors of ``status()``, and
  ///   ``StoreError``: `insufficientDiskSpace`. If the migration would fail, this is reported as a finding, not as
  ///   an error.
  public func rehearse(
    to target: SchemaVersion = .newest, progress: (MigrationProgress) throws -> Void = { _ in }
  ) throws -> MigrationRehearsal {
    let inspection = try inspect()
    if !inspection.findings.isEmpty {
      return MigrationRehearsal(
        from: inspection.version, to: target, steps: [], before: CatalogCounts(),
        after: CatalogCounts(), findings: inspection.findings, peakBytes: 0, seconds: 0)
    }
    do {
      var rehearsal = try Rehearsal(of: path)
      return try rehearsal.run(to: target, progress: progress)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }
}

/// A private copy of a file, which is migrated one or more times like the file itself, and then checked.
struct Rehearsal: ~Copyable {
  private let copy: TemporaryCopy
  private var connection: Connection
  private var version: SchemaVersion?
  private var isSound: Bool

  /// - Parameter isSound: Whether the integrity of the file was checked.
  /// - Throws: `StoreError` if the file cannot be copied, or is not a catalog that can be migrated.
  init(of path: String, isSound: Bool = false) throws {
    let copy = try TemporaryCopy(of: path)
    var connection = try ConnectionSetup.connection(to: .file(copy.path))
    let version = try connection.read { transaction throws in
      let inspection = try SchemaInspection(in: transaction, path: path)
      try inspection.requireNoDrift(path: path)
      return inspection.version
    }
    self.copy = copy
    self.connection = connection
    self.version = version
    self.isSound = isSound
  }

  /// Migrates the copy. If the migration would fail, this is a finding, not an error.
  mutating func run(
    to target: SchemaVersion, progress: (MigrationProgress) throws -> Void
  ) throws -> MigrationRehearsal {
    let options = Migrator.Options(backup: .none, acceptsLosses: true)
    let checks = Migrator.Checks(isSound: isSound, comparesCasts: true)
    var peak: Int64 = 0
    let start = version
    do {
      let migrator = try Migrator(path: copy.path)
      let result = try migrator.migrate(to: target, options, checks, on: &connection) { step in
        peak = max(peak, copy.size)
        try progress(step)
      }
      version = result.report.to
      let findings = try findings()
      isSound = findings.isEmpty
      let counts = try counts()
      return MigrationRehearsal(
        from: start, to: result.report.to, steps: result.report.steps,
        before: result.outcome?.before?.counts ?? counts,
        after: result.outcome?.after?.counts ?? counts, findings: findings,
        peakBytes: max(peak, copy.size), seconds: result.report.seconds)
    } catch let error as StoreError {
      let counts = try counts()
      return MigrationRehearsal(
        from: start, to: target, steps: [], before: counts, after: counts,
        findings: try error.migrationFindings(), peakBytes: max(peak, copy.size), seconds: 0)
    }
  }

  private mutating func counts() throws -> CatalogCounts {
    let version = version
    return try connection.read { transaction throws in
      try CatalogCounts(in: transaction, of: version)
    }
  }

  /// Checks the schema, the version and the integrity of the copy after a migration. The migration itself
  /// has compared the content and the references.
  private mutating func findings() throws -> [Finding] {
    let version = version
    return try connection.read { transaction throws in
      let inspection = try SchemaInspection(in: transaction, path: copy.path)
      let versionFindings =
        inspection.version == version
        ? [] : [Finding(.migration, "the schema version was not written")]
      return try inspection.findings + versionFindings
        + IntegrityCheck.firstFindings(in: transaction)
    }
  }
}

extension StoreError {
  func migrationFindings() throws(StoreError) -> [Finding] {
    switch self {
    case .changedSchema(_, let findings): findings
    case .unmigratableData(let version, let description, let keys):
      [Finding(unmigratable: (description, version, keys))]
    case .migrationFailed(let version, let detail):
      [Finding(.migration, "the migration to v\(version.rawValue) failed: \(detail)")]
    default: throw self
    }
  }
}
