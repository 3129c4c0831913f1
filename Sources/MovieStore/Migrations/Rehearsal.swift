internal import MovieSQLite

/// A private copy of a file, on which migrations are run one after the other as they would be on the
/// file itself, and looked at afterwards.
struct Rehearsal: ~Copyable {
  private let copy: TemporaryCopy
  private var connection: Connection
  private(set) var version: SchemaVersion?

  /// - Throws: `StoreError` where the file cannot be copied, or is none that can be migrated.
  init(of path: String) throws {
    let copy = try TemporaryCopy(of: path)
    var connection = try ConnectionSetup.connection(to: .file(copy.path))
    let version = try connection.read { transaction throws in
      let look = try SchemaInspection(in: transaction, path: path)
      try look.requireNoDrift(path: path)
      return look.version
    }
    self.copy = copy
    self.connection = connection
    self.version = version
  }

  /// What is in the copy now, and how its references stand.
  private struct State {
    let counts: CatalogCounts
    let content: CatalogContent
    let brokenReferences: ForeignKeyViolations
  }

  /// Migrates the copy to the version.
  ///
  /// - Throws: what `progress` throws, and `StoreError` where the copy itself fails; that the
  ///   migration would fail is a finding.
  mutating func run(
    to target: SchemaVersion, progress: (MigrationProgress) throws -> Void
  ) throws -> MigrationRehearsal {
    let before = try state()
    let options = Migrator.Options(backup: .none, acceptsLosses: true)
    var peak: Int64 = 0
    let start = version
    do {
      let migrator = try Migrator(path: copy.path)
      let report = try migrator.apply(to: target, options, on: &connection) { step in
        peak = max(peak, copy.size)
        try progress(step)
      }
      version = report.to
      let after = try state()
      return MigrationRehearsal(
        from: start, to: report.to, steps: report.steps, before: before.counts,
        after: after.counts, findings: try findings(before, after),
        peakBytes: max(peak, copy.size), seconds: report.seconds)
    } catch let error as StoreError {
      return MigrationRehearsal(
        from: start, to: target, steps: [], before: before.counts, after: before.counts,
        findings: try error.migrationFindings(), peakBytes: max(peak, copy.size), seconds: 0)
    }
  }

  private mutating func state() throws -> State {
    let version = version
    return try connection.read { transaction throws in
      State(
        counts: try CatalogCounts(in: transaction, of: version),
        content: try CatalogContent(in: transaction, of: version),
        brokenReferences: try ForeignKeyViolations(in: transaction, of: version))
    }
  }

  /// What is wrong with the copy after a migration.
  private mutating func findings(_ before: State, _ after: State) throws -> [Finding] {
    var findings: [Finding] = []
    if let difference = before.content.difference(from: after.content) {
      findings.append(Finding(.migration, difference))
    }
    if after.brokenReferences.count > before.brokenReferences.count {
      findings += after.brokenReferences.findings
    }
    let version = version
    findings += try connection.read { transaction throws in
      let look = try SchemaInspection(in: transaction, path: copy.path)
      return try look.findings
        + (look.version == version
          ? [] : [Finding(.migration, "the schema version was not written")])
        + IntegrityCheck.findings(in: transaction)
    }
    return findings
  }
}

extension StoreError {
  /// The error as findings about a migration; errors that are not about one climb.
  func migrationFindings() throws(StoreError) -> [Finding] {
    switch self {
    case .changedSchema(_, let findings): findings
    case .unmigratableData(let version, let claim, let rows):
      [Finding(violating: Migration.Proof(claim, ""), of: version, rows: rows)]
    case .migrationFailed(let version, let detail):
      [Finding(.migration, "the migration to v\(version.rawValue) failed: \(detail)")]
    default: throw self
    }
  }
}
