package import MovieSQLite
internal import MovieSystem

/// The steps of a migration at work, inside a transaction that is already open and will be taken back
/// where one of them throws.
package struct MigrationExecutor {
  /// Is told of every statement before it runs, and once more before the commit; what it throws ends
  /// the work.
  package typealias Observer = (MigrationProgress) throws -> Void

  private let legs: [DirectedMigration]
  private let program: String
  private let chunk: Int64
  private var version: SchemaVersion?
  private var counts: CatalogCounts
  private var done: Int64 = 0
  /// Rows that each costly action counts, whichever table it covers.
  private let rowsPerAction: Int64
  private let total: Int64

  /// - Parameters:
  ///   - start: the version of the database; `nil` for one not begun.
  ///   - chunk: rows that one run of a chunked action covers.
  package init(
    from start: SchemaVersion?, to target: SchemaVersion,
    program: String = Migrator.Options().program, chunk: Int64 = 10_000,
    migrations: [Migration] = Migration.all, in transaction: borrowing Transaction
  ) throws {
    legs = DirectedMigration.legs(from: start, to: target, by: migrations)
    self.program = program
    self.chunk = chunk
    version = start
    counts = try CatalogCounts(in: transaction, of: start)
    let costly = legs.flatMap(\.actions).filter { $0.kind != .instant }
    rowsPerAction = counts.movies
    total = Int64(costly.count) * rowsPerAction
  }

  /// Takes all steps, and writes the version.
  package mutating func run(
    in transaction: borrowing Transaction, observe: Observer = { _ in }
  ) throws -> [MigrationStep] {
    try SearchIndex.drop(in: transaction)
    let isAdopted = try MigrationLog.begin(in: transaction)
    if isAdopted, let version { try adopt(version, in: transaction) }
    var steps: [MigrationStep] = []
    for leg in legs { steps.append(try run(leg, in: transaction, observe)) }
    if let version { try seal(version, in: transaction, observe) }
    return steps
  }

  /// Writes what a file of the version has beside its tables.
  private func seal(
    _ version: SchemaVersion, in transaction: borrowing Transaction, _ observe: Observer
  ) throws {
    try requireLocked(version, in: transaction)
    try observe(progress(to: version))
    if version == .newest { try SearchIndex.rebuild(in: transaction) }
    try observe(progress(to: version))
    try transaction.execute("PRAGMA application_id = \(raw: Migrator.applicationID)")
    try observe(progress(to: version))
    try transaction.execute("PRAGMA user_version = \(raw: version.rawValue)")
    try observe(progress(to: version))
  }

  private mutating func run(
    _ leg: DirectedMigration, in transaction: borrowing Transaction, _ observe: Observer
  ) throws -> MigrationStep {
    let stopwatch = Stopwatch()
    let identity = try identity(before: leg, in: transaction)
    var strangers = try ThirdPartyIndexes(in: transaction, of: leg.start)
    for action in leg.actions {
      if action.reason != nil { try strangers.read(in: transaction) }
      try run(action, of: leg, in: transaction, observe)
    }
    try observe(progress(to: leg.end))
    version = leg.end
    try strangers.restore(in: transaction, version: leg.end)
    // Other steps leave the rows as many as they are.
    if [.v2, .v4].contains(leg.migration.version) {
      counts = try CatalogCounts(in: transaction, of: version)
    }
    var step = leg.planned(counts)
    step.seconds = stopwatch.seconds
    try MigrationLog.append(entry(of: step, by: leg), identity, in: transaction)
    return step
  }

  private func identity(
    before leg: DirectedMigration, in transaction: borrowing Transaction
  ) throws -> LostUUIDCounts {
    leg.end == .v5 && leg.direction == .up ? try LostUUIDCounts(in: transaction) : LostUUIDCounts()
  }

  // MARK: Actions

  private mutating func run(
    _ action: Migration.Action, of leg: DirectedMigration, in transaction: borrowing Transaction,
    _ observe: Observer
  ) throws {
    let end = done + (action.kind == .instant ? 0 : rowsPerAction)
    do {
      switch action.work {
      case .statement(let sql):
        try observe(progress(to: leg.end))
        try transaction.execute(SQL(raw: sql))
      case .chunks(let table, let key, let sql):
        try runInChunks(sql, table: table, key: key, of: leg, upTo: end, in: transaction, observe)
      case .proof(let proof):
        try observe(progress(to: leg.end))
        try makeRoom(in: transaction)
        try proof.require(for: leg.end, in: transaction)
      }
      done = end
    } catch let error as SQLiteError where error.code.primary == .error {
      // Such as an index of another program over a column that goes.
      throw StoreError.migrationFailed(version: leg.end, detail: error.message)
    }
  }

  /// Gives the page cache to what is read next. A small catalog fits in anyhow, and its readers are
  /// not to be kept waiting before the commit.
  private func makeRoom(in transaction: borrowing Transaction) throws(SQLiteError) {
    if counts.movies > chunk { try transaction.flushCache() }
  }

  private func progress(to version: SchemaVersion) -> MigrationProgress {
    MigrationProgress(version: version, done: done, total: total)
  }

  /// Chunks are counted in rows, because another program may have left keys of any distance.
  private mutating func runInChunks(
    _ sql: String, table: String, key: String, of leg: DirectedMigration, upTo end: Int64,
    in transaction: borrowing Transaction, _ observe: Observer
  ) throws {
    var statement = try transaction.prepare(SQL(raw: sql))
    var bounds = try transaction.prepare(
      """
      SELECT min(\(raw: key)), max(\(raw: key)), count(*) FROM (
        SELECT \(raw: key) FROM \(raw: table) WHERE \(raw: key) >= ?1 ORDER BY \(raw: key) LIMIT ?2)
      """)
    var next = Int64.min
    while true {
      try observe(progress(to: leg.end))
      try makeRoom(in: transaction)
      try bounds.bind([.integer(next), .integer(chunk)])
      guard try bounds.step(), !bounds.isNull(at: 0) else { return }
      let (first, last, rows) = (
        bounds.integer(at: 0), bounds.integer(at: 1), bounds.integer(at: 2)
      )
      try bounds.reset()
      try statement.bind([.integer(first), .integer(last)])
      try statement.run()
      // The table may have more rows than there are movies.
      done = min(done + rows, end)
      if last == .max { return }
      next = last + 1
    }
  }

  // MARK: The schema and the log

  private func requireLocked(
    _ version: SchemaVersion, in transaction: borrowing Transaction
  ) throws {
    let fingerprint = try SchemaObject.fingerprint(of: version, in: transaction)
    if fingerprint == ReleasedFingerprints.fingerprint(of: version) { return }
    throw StoreError.migrationFailed(
      version: version, detail: "the resulting schema is not the expected one")
  }

  private func adopt(_ version: SchemaVersion, in transaction: borrowing Transaction) throws {
    let entry = MigrationLogEntry(
      version: version, event: .adopted, checksum: "",
      fingerprintBefore: ReleasedFingerprints.fingerprint(of: version),
      fingerprintAfter: ReleasedFingerprints.fingerprint(of: version), rows: counts,
      time: Clock.timestamp(), seconds: 0, program: program,
      sqlite: Connection.libraryVersion)
    try MigrationLog.append(entry, LostUUIDCounts(), in: transaction)
  }

  private func entry(of step: MigrationStep, by leg: DirectedMigration) -> MigrationLogEntry {
    MigrationLogEntry(
      version: step.version, event: step.direction == .up ? .up : .down, checksum: leg.checksum,
      fingerprintBefore: leg.start.map(ReleasedFingerprints.fingerprint) ?? "",
      fingerprintAfter: ReleasedFingerprints.fingerprint(of: step.version), rows: counts,
      time: Clock.timestamp(), seconds: step.seconds ?? 0, program: program,
      sqlite: Connection.libraryVersion)
  }
}
