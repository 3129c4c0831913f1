internal import MovieSQLite

/// What is found out before a migration is begun: what would be lost, what stands in the way, and the
/// room it takes.
struct MigrationPreflight {
  private let path: String
  private let target: SchemaVersion
  private let legs: [DirectedMigration]
  private let counts: CatalogCounts
  private let lossesByStep: [[MigrationLoss]]
  /// Requirements that the data does not meet, with the keys of the first rows.
  private let violations: [(proof: Migration.Proof, version: SchemaVersion, keys: [Int64])]
  let collisions: [Finding]
  let space: DiskSpace
  /// Warnings: they stay as broken as they are.
  private let brokenReferences: [Finding]

  init(
    from look: SchemaInspection, to target: SchemaVersion, path: String,
    _ options: Migrator.Options,
    in transaction: borrowing Transaction
  ) throws {
    self.path = path
    self.target = target
    legs = DirectedMigration.legs(from: look.version, to: target)
    counts = try CatalogCounts(in: transaction, of: look.version)
    lossesByStep = try legs.map { leg throws in
      try Self.losses(of: leg, in: look, transaction)
    }
    violations = try Self.violations(of: legs, in: look, transaction)
    collisions = look.collisions(on: legs)
    brokenReferences = try ForeignKeyViolations(in: transaction, of: look.version).findings
      .map(\.asWarning)
    space = try DiskSpace(for: legs, at: path, options, in: transaction)
  }

  /// The steps as they are planned.
  var steps: [MigrationStep] { withLosses(legs.map { $0.planned(counts) }) }

  /// What keeps the migration from being done.
  var findings: [Finding] {
    collisions + violations.map { Finding(violating: $0.proof, of: $0.version, rows: $0.keys) }
      + space.findings + brokenReferences
  }

  func withLosses(_ steps: [MigrationStep]) -> [MigrationStep] {
    zip(steps, lossesByStep).map { step, losses in
      var step = step
      step.losses = losses
      return step
    }
  }

  /// - Throws: the first thing that keeps the migration from being done.
  func require(_ options: Migrator.Options) throws(StoreError) {
    if !collisions.isEmpty { throw .changedSchema(path: path, findings: collisions) }
    if let (proof, version, keys) = violations.first {
      throw .unmigratableData(version: version, claim: proof.claim, movies: keys)
    }
    let losses = lossesByStep.flatMap(\.self)
    if !losses.isEmpty, !options.acceptsLosses {
      throw .lossesNotAccepted(path: path, target: target, losses: losses)
    }
    if space.needed > space.free {
      throw .insufficientDiskSpace(path: path, needed: space.needed, free: space.free)
    }
  }

  private static func losses(
    of leg: DirectedMigration, in look: SchemaInspection, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [MigrationLoss] {
    guard let version = look.version else { return [] }
    var losses: [MigrationLoss] = []
    for loss in leg.losses {
      if let only = loss.version, only != version { continue }
      if let table = loss.table, !look.hasTable(table) { continue }
      let count = try transaction.fetchInt(
        "SELECT coalesce((\(raw: loss.count(VersionedSchema(version)))), 0)")
      if count > 0 { losses.append(MigrationLoss(what: loss.what, count: count)) }
    }
    return losses
  }

  private static func violations(
    of legs: [DirectedMigration], in look: SchemaInspection, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [(proof: Migration.Proof, version: SchemaVersion, keys: [Int64])] {
    var violations: [(proof: Migration.Proof, version: SchemaVersion, keys: [Int64])] = []
    // Before the first write there are no rows, and no tables to look into.
    guard look.version != nil else { return violations }
    for leg in legs where leg.direction == .up {
      for proof in leg.migration.requirements {
        let keys = try proof.firstViolations(in: transaction)
        if !keys.isEmpty { violations.append((proof, leg.end, keys)) }
      }
    }
    return violations
  }
}

extension Finding {
  /// Rows that cannot be migrated.
  init(violating proof: Migration.Proof, of version: SchemaVersion, rows: [Int64]) {
    self.init(
      .data, "cannot migrate to v\(version.rawValue): \(proof.claim)", object: "Movie", rows: rows,
      hint: "repair these rows with the program that wrote them")
  }
}
