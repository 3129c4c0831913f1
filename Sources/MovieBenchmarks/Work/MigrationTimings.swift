internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// Takes a v1 file to the newest version and tells how long it takes, and how much memory.
enum MigrationTimings {
  /// The migration as it is, with all proofs and checks, but without a backup.
  static func runWhole(on path: String) throws {
    let report = try Migrator(path: path).apply(to: .newest, Migrator.Options(backup: .none))
    for step in report.steps { say("v\(step.version.rawValue)", step.seconds ?? 0) }
    say("total", report.seconds)
  }

  /// The statements that change the schema and carry the rows, and nothing else: no proof, no check,
  /// no log.
  static func runBare(on path: String) throws {
    let stopwatch = Stopwatch()
    let connection = try ConnectionSetup.connection(to: .file(path))
    try ConnectionSetup.configureDurability(on: connection)
    try ConnectionSetup.prepareForMigration(connection)
    try connection.write { transaction throws in
      for migration in DirectedMigration.sequence(from: .v1, to: .newest) {
        let step = Stopwatch()
        for action in migration.actions { try run(action, in: transaction) }
        say("v\(migration.end.rawValue)", step.seconds)
      }
      try SearchIndex.rebuild(in: transaction)
      try transaction.execute("PRAGMA user_version = \(raw: SchemaVersion.newest.rawValue)")
    }
    say("total", stopwatch.seconds)
  }

  private static func run(
    _ action: Migration.Action, in transaction: borrowing Transaction
  ) throws {
    switch action.work {
    case .invariant: break
    case .statement(let sql): try transaction.execute(SQL(raw: sql))
    case .chunks(let table, let key, let sql):
      var statement = try transaction.prepare(SQL(raw: sql))
      let last = try transaction.fetchInt("SELECT max(\(raw: key)) FROM \(raw: table)")
      for first in stride(from: 1, through: last, by: 10_000) {
        try transaction.flushCache()
        try statement.bind([.integer(first), .integer(first + 9_999)])
        try statement.run()
      }
    }
  }

  /// A time, and the most memory that this process ever held.
  private static func say(_ name: String, _ seconds: Double) {
    let milliseconds = Int((seconds * 1_000).rounded())
    let peak = MachineDescription.mebibytes(of: "VmHWM", in: "/proc/self/status")
    print("\(name)\t\(milliseconds) ms\t\(peak) MiB")
  }
}
