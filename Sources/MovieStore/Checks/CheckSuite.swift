internal import MovieSQLite
internal import MovieSystem

struct CheckSuite {
  typealias Observer = (CheckProgress) throws -> Void

  private var runner = CheckRunner()
  private var version: SchemaVersion?

  /// The number of checks of a file of the newest version.
  private static let total: Int64 = 9

  private var findings: [Finding] { runner.all.flatMap(\.findings) }

  mutating func checkFile(at path: String, timeout: LockTimeout, _ observe: Observer) throws {
    try add("file", observe) { try FileChecks.findings(at: path, timeout: timeout) }
  }

  /// Checks the content of the file as far as it can be read.
  mutating func checkContent(
    in transaction: borrowing Transaction, at location: Connection.Location, path: String,
    _ observe: Observer
  ) throws {
    let stopwatch = Stopwatch()
    let schema = try SchemaInspection(in: transaction, path: path)
    version = schema.version
    try add("schema", since: stopwatch, observe) { schema.namedFindings }
    // An integrity check would fail.
    if hasFound([.unusableObject]) { return }
    try add("integrity", observe) { try IntegrityCheck.namedFindings(in: transaction) }
    guard let version,
      !hasFound([.missingTable, .changedTable, .damagedPages, .wrongValues, .wrongEncoding])
    else { return }
    try add("references", observe) { try Self.references(in: transaction, of: version) }
    try add("log", observe) {
      try MigrationLog.findings(in: transaction, of: version)
        + (schema.hasTable(MigrationLog.table)
          ? MigrationLog.unknownEventFindings(in: transaction) : [])
    }
    let checks = Check.all(
      for: version,
      trustsIndexes: !hasFound([.missingIndex, .changedIndex, .damagedIndex]))
    try add(.actors, checks, in: transaction, observe)
    try add(.titles, checks, in: transaction, observe)
    if version == .newest {
      let hasDamagedPages = findings.contains(where: \.isInSearchIndexPages)
      try add("search", observe) {
        hasDamagedPages
          ? [] : try SearchIndexChecks.findings(schema, at: location, in: transaction)
      }
    }
    try add(.data, checks, in: transaction, observe)
  }

  func report(for path: String) -> CheckReport {
    var checks = runner.all
    if findings.contains(where: { $0.code?.preventsRepair == true }) {
      for check in checks.indices {
        for finding in checks[check].findings.indices {
          checks[check].findings[finding].repair = nil
        }
      }
    }
    return CheckReport(path: path, version: version, checks: checks)
  }

  /// Whether damage was found, after which SQLite may be unable to end the transaction.
  var hasFoundDamage: Bool {
    hasFound([.damagedPages]) || findings.contains(where: \.isInSearchIndexPages)
  }

  private func hasFound(_ codes: Set<Finding.Code>) -> Bool {
    findings.contains { $0.code.map(codes.contains) ?? false }
  }

  private static func references(
    in transaction: borrowing Transaction, of version: SchemaVersion
  ) throws -> [Finding] {
    let violations = try ForeignKeyViolations(in: transaction, of: version).findings
    let foreign = violations.filter { $0.code == .foreignReferences }
    if violations.count == foreign.count { return foreign }
    let orphans = Check.orphanCredits(VersionedSchema(version))
    return try [orphans.finding(in: transaction)].compactMap { $0 } + foreign
  }

  private mutating func add(
    _ group: Check.Group, _ checks: [Check], in transaction: borrowing Transaction,
    _ observe: Observer
  ) throws {
    try add(group.rawValue, observe) {
      try checks.filter { $0.group == group }.compactMap { try $0.finding(in: transaction) }
    }
  }

  private mutating func add(
    _ name: String, since stopwatch: Stopwatch = Stopwatch(), _ observe: Observer,
    _ findings: () throws -> [Finding]
  ) throws {
    try observe(
      CheckProgress(check: name, done: Int64(runner.all.count), total: Self.total))
    do {
      runner.add(name, seconds: stopwatch.seconds, try findings())
    } catch let error as SQLiteError where error.code.isDamage {
      let finding = Finding(
        .integrity, "some data cannot be read: \(error.message)", code: .damagedPages,
        hint: IntegrityCheck.hint)
      runner.add(name, seconds: stopwatch.seconds, [finding])
    }
  }
}

struct CheckRunner {
  private(set) var all: [CheckReport.Check] = []

  var areSound: Bool { all.flatMap(\.findings).allSatisfy { $0.severity != .error } }

  mutating func add<Failure: Error>(
    _ name: String, _ findings: () throws(Failure) -> [Finding]
  ) throws(Failure) {
    let stopwatch = Stopwatch()
    let found = try findings()
    add(name, seconds: stopwatch.seconds, found)
  }

  mutating func add(_ name: String, seconds: Double, _ findings: [Finding]) {
    all.append(CheckReport.Check(name: name, findings: findings, seconds: seconds))
  }
}
