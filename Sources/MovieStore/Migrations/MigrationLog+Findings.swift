internal import MovieSQLite

extension MigrationLog {
  /// Where the log does not tell how the file came to its version, or tells of other migrations than
  /// those of this program.
  static func findings(
    in transaction: borrowing Transaction, of version: SchemaVersion
  ) throws(SQLiteError) -> [Finding] {
    let entries = try entries(in: transaction)
    guard let last = entries.last else { return [] }
    if last.version != version {
      return [
        Finding(
          .log,
          "the migration log ends at v\(last.version.rawValue), but the schema version is "
            + "v\(version.rawValue)",
          severity: .warning, object: table,
          hint: "another program changed the schema version; \(otherwiseFine)")
      ]
    }
    let known = ReleasedFingerprints.checksums
    return entries.filter { $0.event != .adopted && !known.contains($0.checksum) }.map { entry in
      Finding(
        .log, "the step to v\(entry.version.rawValue) differs from the one in this program",
        severity: .warning, object: table, hint: "it was run by \(entry.program); \(otherwiseFine)")
    }
  }

  private static let otherwiseFine = "if there are no other findings, nothing needs to be done"
}
