internal import MovieSQLite
internal import MovieStore

extension MigrationLog {
  /// Returns a finding if the log ends at another version, and one for each migration that differs
  /// from that of this program.
  static func findings(
    in transaction: borrowing Transaction, of version: SchemaVersion
  ) throws(SQLiteError) -> [Finding] {
    let entries = try entries(in: transaction)
    guard let last = entries.last else { return [] }
    if last.version != version {
      let message =
        "the migration log ends at v\(last.version.rawValue), but the schema version is "
        + "v\(version.rawValue)"
      return [finding("\(message): another program changed it")]
    }
    let known = Set(DirectedMigration.all.map(\.checksum))
    return entries.filter { $0.event != .adopted && !known.contains($0.checksum) }.map { entry in
      finding(
        "the step to v\(entry.version.rawValue), run by \(entry.program), differs from the one in "
          + "this program")
    }
  }

  /// Entries that violate the CHECK constraint of the table, which SQLite does not check on a
  /// read-only connection.
  static let unknownEvents = Check(
    code: .unknownMigration, group: .log, severity: .warning,
    message: "migration log entries of an unknown kind", table: table,
    query: "SELECT id FROM migrationLog WHERE direction NOT IN ('up', 'down', 'adopted')")

  private static func finding(_ message: String) -> Finding {
    Finding(.log, message, code: .unknownMigration, severity: .warning, object: table)
  }
}
