package import MovieSQLite

/// The identity and schema of a file, and how the schema differs from that of its version.
package struct SchemaInspection {
  /// `nil` before the first write.
  package private(set) var version: SchemaVersion?
  package private(set) var objects: [SchemaObject] = []
  package private(set) var differences: [SchemaDifference] = []
  /// A finding if text is not stored as UTF-8.
  package private(set) var encoding: [Finding] = []
  /// The findings about `differences` and `encoding`.
  package private(set) var findings: [Finding] = []

  /// - Throws: `StoreError.notAMovieDatabase`, `newerSchema`.
  package init(in transaction: borrowing Transaction, path: String) throws {
    if try SchemaVerifier.isEmpty(in: transaction) { return }
    let version = try SchemaVerifier.version(in: transaction, path: path)
    objects = try SchemaObject.all(in: transaction)
    differences = SchemaDifference.all(in: objects, of: version)
    encoding = try Self.encodingFindings(in: transaction)
    findings = (differences.map(\.finding) + encoding).withPossibleRepairs
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
    if !findings.isEmpty { throw .changedSchema(path: path, findings: findings) }
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

/// A difference between the schema of a file and that of its version. Most third-party tables and indexes
/// are not differences.
package struct SchemaDifference {
  enum Kind {
    /// An object of the version does not exist.
    case missing
    /// An object of the version, or a derived one, has another definition.
    case changed
    /// A third-party trigger or view.
    case unexpected
  }

  let kind: Kind
  /// The object as the version has it; a derived or unexpected one as the file has it.
  let object: SchemaObject
  /// The version of the file.
  let version: SchemaVersion

  // MARK: Comparing

  static func all(
    in objects: [SchemaObject], of version: SchemaVersion
  ) -> [SchemaDifference] {
    Schema(version).objects.compactMap { expected in
      guard let found = objects.first(where: { $0.hasSameName(as: expected) }) else {
        return SchemaDifference(kind: .missing, object: expected, version: version)
      }
      return found.hasSameDefinition(as: expected)
        ? nil : SchemaDifference(kind: .changed, object: expected, version: version)
    } + auxiliary(in: objects, of: version)
  }

  /// Returns the differences of derived objects, logs and attributes, and of triggers and views, which could
  /// run code.
  private static func auxiliary(
    in objects: [SchemaObject], of version: SchemaVersion
  ) -> [SchemaDifference] {
    let attributes =
      version == .newest ? AttributeTable.objects : AttributeTable.objects(of: version)
    let changes = objects.compactMap { object in
      change(of: object, attributes).map { kind in
        SchemaDifference(kind: kind, object: object, version: version)
      }
    }
    // A file without the table needs no index.
    guard objects.contains(where: attributes[0].hasSameName),
      !objects.contains(where: attributes[1].hasSameName)
    else { return changes }
    return changes + [SchemaDifference(kind: .missing, object: attributes[1], version: version)]
  }

  private static func change(of object: SchemaObject, _ attributes: [SchemaObject]) -> Kind? {
    let expected =
      attributes.first(where: object.hasSameName)
      ?? Schema.auxiliaryObjects.first(where: object.hasSameName)
    guard let expected else {
      return ["trigger", "view"].contains(object.type) ? .unexpected : nil
    }
    let isUnchanged =
      object.hasSameDefinition(as: expected)
      || SearchIndex.legacyObjects.contains(where: object.hasSameDefinition)
    return isUnchanged ? nil : .changed
  }

  // MARK: Reporting

  package var finding: Finding {
    Finding(
      .drift, "the \(object.type) '\(object.name)' \(clause)", code: code, object: object.name,
      repair: repair)
  }

  private var code: Finding.Code {
    switch (kind, object.type) {
    case (.unexpected, "trigger"): .thirdPartyTrigger
    case (.unexpected, _): .thirdPartyView
    case (.missing, "index"): .missingIndex
    case (.changed, "index"): .changedIndex
    case (.missing, _): .missingTable
    case (.changed, _): isInSearchIndex ? .changedSearchIndex : .changedTable
    }
  }

  private var isInSearchIndex: Bool {
    SearchIndex.objects.contains(where: object.hasSameName)
  }

  private var repair: String? {
    switch kind {
    case .missing where object.type == "index", .changed where object.type == "index": "rebuild it"
    // Other versions have no search index to rebuild.
    case .changed where isInSearchIndex && version == .newest: "rebuild the search index"
    default: nil
    }
  }

  private var clause: String {
    switch kind {
    case .missing: "is missing"
    case .changed: "was changed"
    case .unexpected: "is not part of the movies schema"
    }
  }
}
