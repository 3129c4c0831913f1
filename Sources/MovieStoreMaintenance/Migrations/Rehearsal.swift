internal import MovieSQLite
public import MovieStore

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
  /// - Throws: Any error that `progress` throws; otherwise the errors of `status()`, and
  ///   `StoreError`: `storage` if there is not enough disk space. If the migration would fail, this
  ///   is reported as a finding, not as an error.
  public func rehearse(
    to target: SchemaVersion = .newest, progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> MigrationRehearsal {
    do {
      var rehearsal = try Rehearsal(of: path)
      return try rehearsal.run(to: target, progress: progress)
    } catch let error as StoreError {
      guard case .changedSchema(_, let findings) = error.problem else { throw error }
      return MigrationRehearsal(
        from: try status().version, to: target, steps: [], before: CatalogCounts(),
        after: CatalogCounts(), findings: findings, peakBytes: 0, peakMemory: nil, bytesBefore: 0,
        duration: .zero, historyEntries: 0)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }
}

/// A private copy of a file, which is migrated one or more times like the file itself, and then
/// checked.
struct Rehearsal: ~Copyable {
  private let copy: TemporaryCopy
  private var connection: Connection
  private var version: SchemaVersion?
  private var counts: CatalogCounts
  private var isSound: Bool

  /// - Parameter isSound: Whether the integrity of the file was checked.
  /// - Throws: `StoreError` if the file cannot be copied, or is not a catalog that can be migrated.
  init(of path: String, isSound: Bool = false) throws {
    let copy = try TemporaryCopy(of: path)
    let connection = try ConnectionSetup.connection(to: .file(copy.path))
    connection.reportsCommits = false
    (version, counts) = try connection.read { transaction throws in
      let inspection = try SchemaInspection(in: transaction, path: path)
      try inspection.requireNoDrift(path: path)
      return (inspection.version, try CatalogCounts(in: transaction, of: inspection.version))
    }
    self.copy = copy
    self.connection = connection
    self.isSound = isSound
  }

  /// Migrates the copy. If the migration would fail, this is a finding, not an error.
  mutating func run(
    to target: SchemaVersion, progress: (OperationProgress) throws -> Void
  ) throws -> MigrationRehearsal {
    let (start, before) = (version, counts)
    var report: MigrationReport?
    var findings: [Finding] = []
    var usage = try PeakUsage(bytes: copy.size)
    let bytesBefore = usage.bytes
    do {
      report = try Migrator(path: copy.path).apply(
        to: target, Migrator.Options(backup: .none, acceptsLosses: true), isSound: isSound,
        comparesCasts: true, on: connection
      ) { step in
        usage.record(bytes: try copy.size, in: step.phase)
        try progress(step)
      }
      usage.end(bytes: try copy.size)
      findings = try check(migratedTo: target)
    } catch let error as StoreError {
      findings = try error.migrationFindings()
    }
    return MigrationRehearsal(
      from: start, to: target, steps: (report?.steps ?? []).map(usage.added(to:)), before: before,
      after: counts, findings: findings, peakBytes: Int(usage.bytes), peakMemory: usage.memory,
      bytesBefore: Int(bytesBefore), duration: report?.duration ?? .zero,
      historyEntries: report?.historyEntries ?? 0)
  }

  /// Migrates the copy to the version that it has, which must change nothing.
  func runAgain() throws -> CheckReport.Check {
    guard let version else { return CheckReport.Check("again") { [] } }
    return try CheckReport.Check("again to v\(version.rawValue)") {
      let before = try copy.state
      let report = try Migrator(path: copy.path).apply(
        to: version, Migrator.Options(backup: .none), on: connection)
      return try report.steps.isEmpty && copy.state == before
        ? [] : [Finding(.migration, "a second migration to v\(version.rawValue) changes the file")]
    }
  }

  /// Checks the schema, the version and the integrity of the copy after a migration. The migration
  /// itself has compared the content and the references.
  private mutating func check(migratedTo target: SchemaVersion) throws -> [Finding] {
    version = target
    let (findings, counts) = try connection.read { transaction throws in
      let inspection = try SchemaInspection(in: transaction, path: copy.path)
      return (
        try inspection.findings
          + [IntegrityCheck.firstFinding(in: transaction)].compactMap(\.self),
        try CatalogCounts(in: transaction, of: target)
      )
    }
    self.counts = counts
    isSound = findings.isEmpty
    return findings
  }
}
