package import MovieSQLite
internal import MovieSystem

/// Runs the steps of a migration in a transaction, which the caller rolls back if a step throws.
package struct MigrationExecutor {
  /// Called before each statement, and before the commit. An error that it throws ends the migration.
  package typealias Observer = (OperationProgress) throws -> Void

  private(set) var steps: [MigratedStep]
  private let references: BrokenReferences
  private let program: String
  private let chunk: Int64
  private var version: SchemaVersion?
  private var counts: CatalogCounts
  private var done: Int64 = 0
  /// The rows that each costly action counts as, whichever table it processes. So does each phase,
  /// the rebuild of the search index, and each of the two digests.
  private let rowsPerAction: Int64
  private let total: Int64

  /// What the caller does before the steps.
  enum Preparation: Int {
    case backup, check
  }

  init(
    _ steps: [MigratedStep], from start: SchemaVersion?, counts: CatalogCounts,
    references: BrokenReferences, program: String = MigrationLog.defaultProgram,
    chunk: Int64 = 10_000
  ) {
    self.steps = steps
    self.references = references
    self.program = program
    self.chunk = chunk
    self.counts = counts
    version = start
    rowsPerAction = counts.movies
    let actions = steps.flatMap(\.migration.actions)
    total = Int64(actions.count { $0.cost != .instant } + 5) * rowsPerAction
  }

  /// Reports that a part of a preparation is done.
  mutating func report(
    _ preparation: Preparation, _ fraction: Double, _ observe: Observer
  ) throws {
    done = Int64((Double(preparation.rawValue) + fraction) * Double(rowsPerAction))
    try observe(OperationProgress("\(preparation)", Int(done), of: Int(total)))
  }

  /// Creates a catalog of a version in an empty database, from the list of its objects.
  package static func create(
    _ version: SchemaVersion, in transaction: borrowing Transaction
  ) throws {
    for object in Schema(version).objects { try transaction.execute(SQL(raw: object.sql)) }
    var executor = MigrationExecutor(
      [], from: version, counts: CatalogCounts(),
      references: try BrokenReferences(in: transaction, of: nil))
    try executor.runSteps(in: transaction) { _ in }
  }

  /// Migrates without a plan.
  package static func migrate(
    from start: SchemaVersion, to target: SchemaVersion,
    using migrations: [Migration] = Migration.all, comparesCasts: Bool = false,
    in transaction: borrowing Transaction
  ) throws {
    try SearchIndex.drop(of: start, in: transaction)
    let steps = DirectedMigration.sequence(from: start, to: target, using: migrations)
    var executor = MigrationExecutor(
      steps.map { MigratedStep($0) }, from: start,
      counts: try CatalogCounts(in: transaction, of: start),
      references: try BrokenReferences(in: transaction, of: start))
    try executor.migrate(comparesCasts: comparesCasts, in: transaction)
  }

  /// Runs all steps, and verifies before the commit that the content of the catalog is unchanged.
  ///
  /// - Parameter comparesCasts: Whether to compare the names of all casts after a step that changes
  ///   their form, although the step has verified them: in a rehearsal.
  mutating func migrate(
    comparesCasts: Bool, in transaction: borrowing Transaction, observe: Observer = { _ in }
  ) throws {
    guard let start = version, let end = steps.last?.migration.end else {
      return try runSteps(in: transaction, observe)
    }
    let haveActors = Schema(start).hasActors && Schema(end).hasActors
    let comparison: CatalogDigest.CastComparison =
      haveActors ? .rows : comparesCasts ? .names : .none
    let before = try CatalogDigest(
      in: transaction, of: start, counts: counts, references: references, comparing: comparison)
    done += rowsPerAction
    try runSteps(in: transaction, observe)
    let after = try CatalogDigest(
      in: transaction, of: end, counts: CatalogCounts(in: transaction, of: end),
      references: BrokenReferences(in: transaction, of: end), comparing: comparison)
    if let difference = before.difference(from: after) {
      throw StoreError(.migrationFailed(version: end, detail: difference))
    }
    done += rowsPerAction
    // A rehearsal measures the file and the journal as they are at the commit.
    if comparesCasts { try transaction.flushCache() }
    try observe(progress(to: end))
  }

  private mutating func runSteps(
    in transaction: borrowing Transaction, _ observe: Observer
  ) throws {
    if !transaction.hasTable(MigrationLog.table) {
      try transaction.execute(SQL(raw: MigrationLog.object.sql))
      if let version {
        try MigrationLog.append(
          "adopted", from: version, to: version, counts, by: program, in: transaction)
      }
    }
    for index in steps.indices { try runStep(index, in: transaction, observe) }
    if let version { try finalize(version, in: transaction, observe) }
  }

  private mutating func finalize(
    _ version: SchemaVersion, in transaction: borrowing Transaction, _ observe: Observer
  ) throws {
    let objects = try SchemaObject.all(in: transaction)
    if !SchemaDifference.all(in: objects, of: version).isEmpty {
      throw StoreError(
        .migrationFailed(
          version: version, detail: "the resulting schema is not the expected one"))
    }
    // A stop may be requested between any two statements.
    try observe(progress(to: version))
    if version == .newest {
      try Schema.createAuxiliaryTables(in: transaction)
      try SearchIndex.rebuild(in: transaction)
    }
    done += rowsPerAction
    try observe(progress(to: version))
    try transaction.execute("PRAGMA application_id = \(raw: Schema.applicationID)")
    try observe(progress(to: version))
    try transaction.execute("PRAGMA user_version = \(raw: version.rawValue)")
    try observe(progress(to: version))
  }

  private mutating func runStep(
    _ index: Int, in transaction: borrowing Transaction, _ observe: Observer
  ) throws {
    let stopwatch = Stopwatch()
    let migration = steps[index].migration
    let (old, new) = (migration.start.map(Schema.init), Schema(migration.end))
    let removesUUIDs = old?.hasUUIDs == true && !new.hasUUIDs
    let lostUUIDs = removesUUIDs ? try Migration.rowsOfLostUUIDs(in: transaction) : []
    var indexes = try ThirdPartyIndexes(in: transaction, of: migration.start)
    for action in migration.actions {
      if action.reason != nil { try indexes.read(in: transaction) }
      try perform(action, of: migration, in: transaction, observe)
    }
    try observe(progress(to: migration.end))
    version = migration.end
    try indexes.rebuild(in: transaction, version: migration.end)
    // Other steps do not change the counts.
    if old?.hasFavorites != new.hasFavorites || old?.hasActors != new.hasActors {
      counts = try CatalogCounts(in: transaction, of: version)
    }
    steps[index].rows = migration.rows(counts)
    steps[index].seconds = stopwatch.seconds
    try MigrationLog.append(
      migration.direction.rawValue, from: migration.start, to: migration.end,
      checksum: migration.checksum, seconds: stopwatch.seconds, counts, lostUUIDs, by: program,
      in: transaction)
  }

  private mutating func perform(
    _ action: Migration.Action, of migration: DirectedMigration,
    in transaction: borrowing Transaction, _ observe: Observer
  ) throws {
    let end = done + (action.cost == .instant ? 0 : rowsPerAction)
    do {
      switch action.work {
      case .statement(let sql):
        try observe(progress(to: migration.end))
        try transaction.execute(SQL(raw: sql))
      case .chunks(let table, let key, let sql):
        try runInChunks(
          sql, table: table, key: key, of: migration, upTo: end, in: transaction, observe)
      case .invariant(let invariant):
        try observe(progress(to: migration.end))
        try flushLargeCatalog(in: transaction)
        if let violation = try invariant.violation(before: migration.end, in: transaction) {
          throw StoreError(violation)
        }
      }
      done = end
    } catch let error as SQLiteError where error.code.primary == .error {
      // For example, a third-party index uses a column that is dropped.
      throw StoreError(.migrationFailed(version: migration.end, detail: error.message))
    }
  }

  private mutating func runInChunks(
    _ sql: String, table: String, key: String, of migration: DirectedMigration, upTo end: Int64,
    in transaction: borrowing Transaction, _ observe: Observer
  ) throws {
    var statement = try transaction.prepare(SQL(raw: sql))
    var bounds = try transaction.prepare(
      """
      SELECT coalesce(min(\(raw: key)), 0), coalesce(max(\(raw: key)), 0), count(*) FROM (
        SELECT \(raw: key) FROM \(raw: table) WHERE \(raw: key) >= ?1 ORDER BY \(raw: key) LIMIT ?2)
      """)
    var next = Int64.min
    while true {
      try observe(progress(to: migration.end))
      try flushLargeCatalog(in: transaction)
      try bounds.bind([.integer(next), .integer(chunk)])
      let range = try bounds.fetchOne { row throws(SQLiteError) in
        (first: try row.int(at: 0), last: try row.int(at: 1), rows: try row.int(at: 2))
      }
      guard let range, range.rows > 0 else { return }
      try statement.bind([.integer(range.first), .integer(range.last)])
      try statement.run()
      // The table can have more rows than there are movies.
      done = min(done + range.rows, end)
      if range.last == .max { return }
      next = range.last + 1
    }
  }

  /// Frees the page cache for the pages that are read next. It does not do so for a small catalog,
  /// which fits into the cache: until the commit, writing to the file would block readers.
  private func flushLargeCatalog(in transaction: borrowing Transaction) throws(SQLiteError) {
    if counts.movies > chunk { try transaction.flushCache() }
  }

  private func progress(to version: SchemaVersion) -> OperationProgress {
    OperationProgress("\(version)", Int(done), of: Int(total))
  }
}

/// Third-party indexes, which a step that rebuilds their table drops.
private struct ThirdPartyIndexes {
  private var indexes: [SchemaObject]

  init(
    in transaction: borrowing Transaction, of version: SchemaVersion?
  ) throws(SQLiteError) {
    let names = version.map(Schema.init)
    indexes = try SchemaObject.all(in: transaction).filter {
      $0.type == "index" && names?.includes($0) == false && !$0.isAuxiliary
    }
  }

  /// Reads their SQL again, which SQLite changes when a column or table is renamed.
  mutating func read(in transaction: borrowing Transaction) throws(SQLiteError) {
    if indexes.isEmpty { return }
    let objects = try SchemaObject.all(in: transaction)
    indexes = indexes.map { index in objects.first { $0.hasSameName(as: index) } ?? index }
  }

  func rebuild(in transaction: borrowing Transaction, version: SchemaVersion) throws {
    if indexes.isEmpty { return }
    let existing = try SchemaObject.all(in: transaction)
    for index in indexes where !existing.contains(where: { $0.hasSameName(as: index) }) {
      do throws(SQLiteError) {
        try transaction.execute(SQL(raw: index.sql))
      } catch {
        if error.code == .interrupted { throw error }
        throw StoreError(
          .migrationFailed(
            version: version,
            detail: "the index '\(index.name)', which is not part of the movies schema, cannot be "
              + "rebuilt: \(error.message)"))
      }
    }
  }
}
