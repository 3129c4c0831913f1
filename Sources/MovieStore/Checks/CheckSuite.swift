internal import MovieSQLite
internal import MovieSystem

/// The checks of a file, one after the other.
struct CheckSuite {
  typealias Observer = (CheckProgress) throws -> Void

  private var checks: [CheckReport.Check] = []
  private var version: SchemaVersion?

  /// So many checks does a file of the newest version have.
  private static let total: Int64 = 9

  func diagnosis(of path: String) -> CheckReport {
    var checks = checks
    if checks.flatMap(\.symptoms).contains(where: \.code.forbidsMending) {
      for check in checks.indices {
        for symptom in checks[check].symptoms.indices {
          checks[check].symptoms[symptom].fix = nil
        }
      }
    }
    return CheckReport(path: path, version: version, checks: checks)
  }

  /// Looks at the file from outside.
  mutating func look(at path: String, timeout: LockTimeout, _ observe: Observer) throws {
    try add("file", observe) { try FileLook(path: path, timeout: timeout).symptoms }
  }

  /// Looks at what is in it, as long as that can be read.
  ///
  /// - Parameter location: where the database of the transaction is.
  mutating func look(
    in transaction: borrowing Transaction, at location: Connection.Location, path: String,
    _ observe: Observer
  ) throws {
    let stopwatch = Stopwatch()
    let look = try SchemaInspection(in: transaction, path: path)
    version = look.version
    try add("schema", since: stopwatch, observe) { look.symptoms }
    // SQLite would compute such an index, or fail to.
    if symptoms.contains(where: { [.costlyIndex, .unusableObject].contains($0.code) }) { return }
    try add("integrity", observe) {
      try IntegrityReport(in: transaction).symptoms(of: look.version)
    }
    guard let version, canBeReadOn else { return }
    try add("references", observe) { try Self.brokenReferences(in: transaction, version) }
    try add("log", observe) {
      try
        (MigrationLog.findings(in: transaction, of: version)
        + MigrationLog.unknownEventFindings(in: transaction))
        .map { Symptom(.unknownMigration, $0) }
    }
    for check in [CatalogRule.Check.actors, .titles, .data] {
      if check == .data, version == .newest {
        try add("search", observe) { [hasDamagedSearchPages] in
          try SearchIndexLook(
            look, at: location, hasDamagedPages: hasDamagedSearchPages, in: transaction
          ).symptoms
        }
      }
      try add(check.rawValue, observe) { [isIndexSuspect] in
        try CatalogRule.rules(of: version, distrustingIndexes: isIndexSuspect)
          .filter { $0.check == check }.compactMap { try $0.symptom(in: transaction) }
      }
    }
  }

  private static func brokenReferences(
    in transaction: borrowing Transaction, _ version: SchemaVersion
  ) throws -> [Symptom] {
    let findings = try ForeignKeyViolations(in: transaction, of: version).findings
    let foreign = findings.filter { $0.object == nil }.map { Symptom(.foreignReferences, $0) }
    if findings.count == foreign.count { return foreign }
    let orphans = CatalogRule.orphanCredits(VersionedSchema(version))
    return try [orphans.symptom(in: transaction)].compactMap { $0 } + foreign
  }

  private var symptoms: [Symptom] { checks.flatMap(\.symptoms) }

  var hasFoundDamage: Bool {
    symptoms.contains { $0.code == .damagedPages || $0.isOfSearchPages }
  }

  private var hasDamagedSearchPages: Bool { symptoms.contains(where: \.isOfSearchPages) }

  private var canBeReadOn: Bool {
    let obstacles: [Symptom.Code] = [.missingTable, .changedTable, .damagedPages, .wrongEncoding]
    return !symptoms.contains { obstacles.contains($0.code) }
  }

  /// Whether an index may not be asked what is in the table.
  private var isIndexSuspect: Bool {
    let signs: [Symptom.Code] = [.missingIndex, .changedIndex, .damagedIndex]
    return symptoms.contains { signs.contains($0.code) }
  }

  // MARK: One check

  private mutating func add(
    _ name: String, since stopwatch: Stopwatch = Stopwatch(), _ observe: Observer,
    _ look: () throws -> [Symptom]
  ) throws {
    let progress = CheckProgress(check: name, done: Int64(checks.count), total: Self.total)
    try observe(progress)
    let symptoms: [Symptom]
    do {
      symptoms = try look()
    } catch let error as SQLiteError where error.code.isOfDamage {
      symptoms = [
        Symptom(
          .damagedPages, .integrity, "some data cannot be read: \(error.message)",
          hint: IntegrityReport.hint)
      ]
    }
    checks.append(CheckReport.Check(name: name, symptoms: symptoms, seconds: stopwatch.seconds))
  }
}

extension ResultCode {
  /// Whether the bytes of the file are to blame.
  var isOfDamage: Bool { [.corrupt, .notADatabase, .tooBig].contains(primary) }
}
