package import MovieSQLite

/// The identity and schema of a file, and how the schema differs from that of its version.
package struct SchemaInspection {
  /// `nil` before the first write.
  package private(set) var version: SchemaVersion?
  package private(set) var objects: [SchemaObject] = []
  package private(set) var differences: [Finding] = []
  /// A finding if text is not stored as UTF-8.
  package private(set) var encoding: [Finding] = []
  /// The findings about `differences` and `encoding`.
  package private(set) var findings: [Finding] = []

  package init(in transaction: borrowing Transaction, path: String) throws {
    if try Schema.isEmpty(in: transaction) { return }
    let version = try Schema.version(in: transaction, path: path)
    objects = try SchemaObject.all(in: transaction)
    differences = SchemaDifference.all(in: objects, of: version)
    encoding = try Self.encodingFindings(in: transaction)
    findings = (differences + encoding).withPossibleRepairs
    self.version = version
  }

  /// The fingerprint of the tables and indexes of the catalog; `nil` before the first write.
  package var fingerprint: String? {
    version.map { SchemaFingerprint.of(objects.filter(Schema($0).includes)) }
  }

  package func hasTable(_ name: String) -> Bool {
    objects.contains { $0.type == "table" && $0.name == name }
  }

  /// - Throws: `StoreError.changedSchema` if there are findings.
  package func requireNoDrift(path: String) throws(StoreError) {
    if !findings.isEmpty { throw StoreError(.changedSchema(path: path, findings: findings)) }
  }

  /// SQLite's JSON functions do not preserve all text that is stored as UTF-16.
  private static func encodingFindings(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Finding] {
    guard let encoding = try transaction.fetchTexts("PRAGMA encoding").first, encoding != "UTF-8"
    else { return [] }
    return [
      Finding(
        .drift, "the database stores text as \(encoding) instead of UTF-8", code: .invalidEncoding)
    ]
  }
}

/// The comparison of a file's schema with that of its version. Most third-party tables and indexes
/// are not differences.
enum SchemaDifference {
  static func all(in objects: [SchemaObject], of version: SchemaVersion) -> [Finding] {
    Schema(version).objects.compactMap { expected in
      guard let found = objects.first(where: { $0.hasSameName(as: expected) }) else {
        return missing(expected)
      }
      return found.hasSameDefinition(as: expected) ? nil : changed(expected, of: version)
    } + auxiliary(in: objects, of: version)
  }

  /// Returns the differences of derived objects, logs and attributes, and of triggers and views,
  /// which could run code.
  private static func auxiliary(
    in objects: [SchemaObject], of version: SchemaVersion
  ) -> [Finding] {
    let attributes =
      version == .newest ? AttributeTable.objects : AttributeTable.objects(of: version)
    let changes = objects.compactMap { object -> Finding? in
      let expected =
        attributes.first(where: object.hasSameName)
        ?? Schema.auxiliaryObjects.first(where: object.hasSameName)
      guard let expected else {
        return ["trigger", "view"].contains(object.type) ? unexpected(object) : nil
      }
      let isUnchanged =
        object.hasSameDefinition(as: expected)
        || SearchIndex.legacyObjects.contains(where: object.hasSameDefinition)
      return isUnchanged ? nil : changed(object, of: version)
    }
    // A file without the table needs no index.
    guard objects.contains(where: attributes[0].hasSameName),
      !objects.contains(where: attributes[1].hasSameName)
    else { return changes }
    return changes + [missing(attributes[1])]
  }

  private static func missing(_ object: SchemaObject) -> Finding {
    object.type == "index"
      ? finding(object, "is missing", .missingIndex, repair: "rebuild it")
      : finding(object, "is missing", .missingTable)
  }

  private static func changed(_ object: SchemaObject, of version: SchemaVersion) -> Finding {
    if object.type == "index" {
      return finding(object, "was changed", .changedIndex, repair: "rebuild it")
    }
    if !SearchIndex.objects.contains(where: object.hasSameName) {
      return finding(object, "was changed", .changedTable)
    }
    // Other versions have no search index to rebuild.
    let repair = version == .newest ? "rebuild the search index" : nil
    return finding(object, "was changed", .changedSearchIndex, repair: repair)
  }

  private static func unexpected(_ object: SchemaObject) -> Finding {
    finding(
      object, "is not part of the movies schema",
      object.type == "trigger" ? .thirdPartyTrigger : .thirdPartyView)
  }

  private static func finding(
    _ object: SchemaObject, _ clause: String, _ code: Finding.Code, repair: String? = nil
  ) -> Finding {
    Finding(
      .drift, "the \(object.type) '\(object.name)' \(clause)", code: code, object: object.name,
      repair: repair)
  }
}
