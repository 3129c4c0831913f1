internal import MovieSQLite
internal import MovieStore

/// Takes a v1 file to the newest version and tells how long each step takes.
enum MigrationTimings {
  /// - Parameters:
  ///   - path: the absolute path of the file, which is changed for good.
  ///   - isBare: leaves out the proofs, for a measure of what they cost.
  static func run(on path: String, isBare: Bool) throws {
    var connection = try Opening.connection(to: .file(path))
    try Opening.keepChanges(on: &connection)
    try connection.set(.foreignKeys, to: false)
    let whole = Stopwatch()
    var commit = Stopwatch()
    try connection.write { transaction throws in
      for migration in Migration.all where migration.version > .v1 {
        try run(migration, isBare: isBare, in: transaction)
      }
      try timed("search index") { () throws in try SearchIndex.rebuild(in: transaction) }
      try transaction.execute("PRAGMA user_version = \(SchemaVersion.newest.rawValue)")
      commit = Stopwatch()
    }
    commit.report("commit")
    whole.report("total")
  }

  /// Applies a migration of one step for each of its steps, so that each can be timed.
  private static func run(
    _ migration: Migration, isBare: Bool, in transaction: borrowing Transaction
  ) throws {
    for step in migration.steps {
      if isBare, case .prove = step { continue }
      let single = Migration(version: migration.version, summary: "", steps: [step])
      try timed("v\(migration.version.rawValue) \(name(of: step))") { () throws in
        try Migrator.apply(single, in: transaction)
      }
    }
  }

  private static func timed(_ name: String, _ body: () throws -> Void) throws {
    let watch = Stopwatch()
    try body()
    watch.report(name)
  }

  private static func name(of step: Migration.Step) -> String {
    switch step {
    case .run(let sql): firstWords(of: sql)
    case .runInChunks(_, _, let sql): "in chunks: " + firstWords(of: sql)
    case .prove(let claim, _): "proof: " + claim
    }
  }

  private static func firstWords(of sql: String) -> String {
    sql.split(whereSeparator: \.isWhitespace).prefix(6).joined(separator: " ")
  }
}
