internal import MovieSQLite

extension SchemaInspection {
  var namedFindings: [Finding] {
    olderSchema + differences.map(\.namedFinding) + encoding.map { $0.named(.wrongEncoding) }
      + thirdPartyObjects
  }

  private var olderSchema: [Finding] {
    guard let version, version < .newest else { return [] }
    return [
      Finding(
        .file,
        "the schema version is v\(version.rawValue); the newest is v\(SchemaVersion.newest.rawValue)",
        code: .olderSchema, severity: .note, hint: "'movies migrate' upgrades it")
    ]
  }

  /// Tables and indexes of other programs, except those of SQLite and Litestream.
  private var thirdPartyObjects: [Finding] {
    guard let version else { return [] }
    let schema = VersionedSchema(version)
    return objects.filter { object in
      (object.type == "table" || object.type == "index") && !schema.includes(object)
        && !object.isAuxiliary && !object.name.hasPrefix("_litestream_")
    }.map { object in
      let finding =
        constraints?.note(on: object)
        ?? Finding(
          .drift, "the \(object.type) '\(object.name)' is not part of the movies schema",
          severity: .note, object: object.name)
      return finding.named(object.type == "table" ? .foreignTable : .foreignIndex)
    }
  }
}

extension SchemaDifference {
  fileprivate var namedFinding: Finding {
    switch (kind, object.type) {
    case (.unexpected, "trigger"): finding.named(.foreignTrigger)
    case (.unexpected, _): finding.named(.foreignView)
    case (.unusable, _): finding.named(.unusableObject)
    case (.missing, "index"): finding.named(.missingIndex, repair: "rebuild it")
    case (.changed, "index"): finding.named(.changedIndex, repair: "rebuild it")
    case (.missing, _): finding.named(.missingTable)
    case (.changed, _):
      object.hasSameName(as: CurrentSchema.migrationLog) || !object.isAuxiliary
        ? finding.named(.changedTable)
        : finding.named(.changedSearchIndex, repair: "rebuild the search index")
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
      return [
        finding(message, hint: "another program changed the schema version; \(noActionNeeded)")
      ]
    }
    let known = ReleasedFingerprints.checksums
    return entries.filter { $0.event != .adopted && !known.contains($0.checksum) }.map { entry in
      finding(
        "the step to v\(entry.version.rawValue) differs from the one in this program",
        hint: "it was run by \(entry.program); \(noActionNeeded)")
    }
  }

  /// Returns the finding about entries that violate the CHECK constraint of the table, which SQLite
  /// does not check on a read-only connection.
  static func unknownEventFindings(in transaction: borrowing Transaction) throws -> [Finding] {
    let check = Check(
      code: .unknownMigration, severity: .warning,
      message: "migration log entries of an unknown kind", table: table,
      query: "SELECT id FROM migrationLog WHERE direction NOT IN ('up', 'down', 'adopted')",
      hint: "another program wrote them, or they are damaged; nothing depends on them")
    return try [check.finding(in: transaction)].compactMap { $0 }
  }

  private static let noActionNeeded = "if there are no other findings, nothing needs to be done"

  private static func finding(_ message: String, hint: String) -> Finding {
    Finding(
      .log, message, code: .unknownMigration, severity: .warning, object: table, hint: hint)
  }
}
