internal import MovieSQLite

extension SchemaInspection {
  /// All findings of a doctor about the schema.
  var allFindings: [Finding] {
    olderSchema + differences.map(\.finding) + encoding + thirdPartyObjects
  }

  private var olderSchema: [Finding] {
    guard let version, version < .newest else { return [] }
    return [
      Finding(
        .file,
        "the schema version is v\(version.rawValue); the newest is v\(SchemaVersion.newest.rawValue)",
        code: .olderSchema, severity: .note)
    ]
  }

  /// Tables and indexes of other programs, except those of SQLite and Litestream.
  private var thirdPartyObjects: [Finding] {
    guard let version else { return [] }
    let schema = Schema(version)
    return objects.filter { object in
      (object.type == "table" || object.type == "index") && !schema.includes(object)
        && !object.isAuxiliary && !object.name.hasPrefix("_litestream_")
    }.map { object in
      Finding(
        .drift, "the \(object.type) '\(object.name)' is not part of the movies schema",
        code: object.type == "table" ? .thirdPartyTable : .thirdPartyIndex, severity: .note,
        object: object.name)
    }
  }
}

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
        "the step to v\(entry.version.rawValue), run by \(entry.program), differs from the one in this "
          + "program")
    }
  }

  /// Entries that violate the CHECK constraint of the table, which SQLite does not check on a read-only
  /// connection.
  static let unknownEvents = Check(
    code: .unknownMigration, group: .log, severity: .warning,
    message: "migration log entries of an unknown kind", table: table,
    query: "SELECT id FROM migrationLog WHERE direction NOT IN ('up', 'down', 'adopted')")

  private static func finding(_ message: String) -> Finding {
    Finding(.log, message, code: .unknownMigration, severity: .warning, object: table)
  }
}
