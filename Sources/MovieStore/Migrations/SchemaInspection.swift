internal import MovieSQLite

/// What a look at a file's identity and schema found.
struct SchemaInspection {
  /// `nil` before the first write.
  let version: SchemaVersion?
  let objects: [SchemaObject]
  /// How the schema differs from that of its version.
  let differences: [SchemaDifference]
  /// What `differences` says in words, and `encoding`.
  let findings: [Finding]
  /// Whether text is not stored as UTF-8.
  let encoding: [Finding]
  /// Constraints of other programs on the catalog; `nil` before the first write.
  let constraints: ThirdPartyConstraints?

  /// - Throws: `StoreError.notAMovieDatabase`, `newerSchema`.
  init(in transaction: borrowing Transaction, path: String) throws {
    if try SchemaVerifier.isEmpty(in: transaction) {
      version = nil
      objects = []
      differences = []
      findings = []
      encoding = []
      constraints = nil
      return
    }
    let version = try SchemaVerifier.version(in: transaction, path: path)
    let objects = try SchemaObject.all(in: transaction)
    let differences = try SchemaDrift.differences(in: objects, of: version)
    constraints = try ThirdPartyConstraints(in: transaction, of: version)
    encoding = try SchemaDrift.encodingFindings(in: transaction)
    findings = differences.map(\.finding) + encoding
    self.version = version
    self.objects = objects
    self.differences = differences
  }

  /// The fingerprint of the tables and indexes of the catalog; `nil` before the first write.
  var fingerprint: String? {
    version.map { version in
      SchemaFingerprint.of(objects.filter(VersionedSchema(version).includes))
    }
  }

  func hasTable(_ name: String) -> Bool {
    objects.contains { $0.type == "table" && $0.name == name }
  }

  /// - Throws: `StoreError.changedSchema` where anything differs that matters.
  func requireNoDrift(path: String) throws(StoreError) {
    if !findings.isEmpty { throw .changedSchema(path: path, findings: findings) }
  }

  /// Objects of other programs whose names a later version, or a step of the migration, needs.
  func collisions(on legs: [DirectedMigration]) -> [Finding] {
    guard let version else { return [] }
    let names = VersionedSchema(version)
    let needed = neededNames(on: legs)
    let strangers = objects.filter { !names.includes($0) }
    return strangers.filter { object in needed.contains { object.name.hasSameName(as: $0) } }
      .map { object in
        Finding(
          .collision,
          "the \(object.type) '\(object.name)' is not part of the movies schema, but the migration "
            + "needs its name",
          object: object.name, hint: "rename or drop it with the program that created it")
      }
  }

  private func neededNames(on legs: [DirectedMigration]) -> [String] {
    let ends = legs.map { VersionedSchema($0.end) }
    let rebuilt = ["Movie", "Actor"].map(Migration.rebuilt).filter { name in
      legs.flatMap(\.actions).contains { $0.sql.contains(name) }
    }
    let isIndexMade = legs.last?.end == .newest && !hasTable(SearchIndex.objects[0].name)
    let shadows = isIndexMade ? SearchIndex.shadowTables : []
    return ends.flatMap { $0.tables + $0.indexes } + rebuilt + shadows
  }
}

extension SchemaObject {
  /// The fingerprint of what a database has of a version's tables and indexes.
  static func fingerprint(
    of version: SchemaVersion, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> String {
    let names = VersionedSchema(version)
    return SchemaFingerprint.of(try all(in: transaction).filter { names.includes($0) })
  }
}
