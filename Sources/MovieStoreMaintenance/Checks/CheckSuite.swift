internal import MovieCuration
internal import MovieSQLite
package import MovieStore
package import MovieSystem

/// Runs the checks of a file in order, as far as earlier findings allow.
struct CheckSuite {
  enum Purpose {
    /// All checks, with the repairs of their findings.
    case doctor
    /// The checks of what a migration relies on.
    case migration
  }

  typealias Observer = (OperationProgress) throws -> Void

  private let path: String
  private let purpose: Purpose
  private let timeout: LockTimeout
  private var version: SchemaVersion?
  private var checks: [CheckReport.Check] = []

  /// The functions that checks call.
  static let functions = SyncChecks.functions + HistoryChecks.functions

  private var findings: [Finding] { checks.flatMap(\.findings) }

  /// Checks a file without changing it.
  ///
  /// - Throws: Any error that the observer throws; otherwise `StoreError`, except for the damage
  ///   that is a finding.
  static func run(
    at path: String, for purpose: Purpose, timeout: LockTimeout = LockTimeout(),
    _ observe: Observer = { _ in }
  ) throws -> CheckReport {
    try UntouchedDatabase.read(path, timeout: timeout) { database throws in
      var suite = CheckSuite(path: path, purpose: purpose, timeout: timeout)
      if purpose == .doctor {
        suite.checks.append(
          try suite.check("file", observe) { try FileChecks.findings(at: path) })
      }
      try database.prepareForChecks(adding: Self.functions)
      let location = database.location
      do {
        try database.read { transaction throws in
          try suite.checkContent(in: transaction, at: location, observe)
        }
      } catch {
        // After damage, SQLite may even refuse to end the transaction.
        guard suite.hasFoundDamage, case .damaged = (error as? StoreError)?.problem else {
          throw error
        }
      }
      return suite.report
    }
  }

  // MARK: Content

  private mutating func checkContent(
    in transaction: borrowing Transaction, at location: Connection.Location, _ observe: Observer
  ) throws {
    let stopwatch = Stopwatch()
    let schema = try SchemaInspection(in: transaction, path: path)
    version = schema.version
    checks.append(
      try check("schema", since: stopwatch, observe) {
        purpose == .doctor ? schema.findingsAndNotes : schema.findings
      })
    // An integrity check would fail, or compute the expressions of a changed schema.
    if purpose == .migration, !schema.findings.isEmpty { return }
    checks.append(
      try check("integrity", observe) {
        try IntegrityCheck.findings(in: transaction, at: location, path: path)
      })
    guard let version,
      !hasFound([
        .missingTable, .changedTable, .invalidSchema, .damagedData, .invalidEncoding,
      ])
    else { return }
    let rules = Check.all(
      schema, trustsIndexes: !hasFound(Finding.Code.damagedIndexes))
    for group in groups {
      checks.append(
        try check(group.rawValue, observe) {
          switch group {
          case .references: return try BrokenReferences(in: transaction, of: version).findings
          case .search where hasFound([.damagedSearchIndex]): return []
          case .search:
            return try SearchIndexChecks.findings(
              schema, at: location, path: path, timeout: timeout, in: transaction)
          case .duplicates: return try DuplicateGroup.findings(in: transaction)
          case .log, .history, .actors, .titles, .attributes, .data:
            let steps =
              group == .log ? try MigrationLog.findings(in: transaction, of: version) : []
            return try steps
              + rules.filter { selects($0, for: group) }.compactMap { rule in
                try rule.finding(in: transaction)
              }
          }
        })
    }
  }

  /// As far as the version is known.
  private var groups: [Check.Group] {
    switch purpose {
    case .doctor:
      Check.Group.allCases.filter {
        (version ?? .newest) == .newest || ![.history, .search, .duplicates].contains($0)
      }
    case .migration: [.log, .references, .data]
    }
  }

  private func selects(_ rule: Check, for group: Check.Group) -> Bool {
    purpose == .doctor ? rule.group == group : group == .data && rule.concernsMigrations
  }

  // MARK: Report

  private var report: CheckReport {
    var report = CheckReport(path: path, version: version, checks: checks)
    if findings.preventRepairs {
      for index in checks.indices {
        report.checks[index].findings = checks[index].findings.map(\.withoutRepair)
      }
    }
    return report
  }

  /// Whether damage was found, after which SQLite may be unable to end the transaction.
  private var hasFoundDamage: Bool {
    hasFound([.damagedData]) || findings.contains(where: \.isInRemovablePages)
  }

  private func hasFound(_ codes: Set<Finding.Code>) -> Bool {
    findings.contains { $0.problem.map(codes.contains) ?? false }
  }

  private func check(
    _ name: String, since stopwatch: Stopwatch = Stopwatch(), _ observe: Observer,
    _ findings: () throws -> [Finding]
  ) throws -> CheckReport.Check {
    // The file, the schema and the integrity are checked before the groups of rows.
    let total = 3 + groups.count
    try observe(OperationProgress(name, checks.count, of: total))
    if Interruption.isRequested { throw StoreError(.interrupted) }
    return try CheckReport.Check(name, since: stopwatch) {
      do {
        return try findings()
      } catch let error as SQLiteError where error.code.isDamage {
        // A query may need pages that a repair removes.
        return self.findings.contains(where: \.isInRemovablePages)
          ? [] : [IntegrityCheck.damagedData("some data cannot be read: \(error.message)")]
      }
    }
  }
}

extension CheckReport.Check {
  package init<Failure: Error>(
    _ name: String, since stopwatch: Stopwatch = Stopwatch(),
    _ findings: () throws(Failure) -> [Finding]
  ) throws(Failure) {
    self.init(name: name, findings: try findings(), duration: stopwatch.duration)
  }
}
