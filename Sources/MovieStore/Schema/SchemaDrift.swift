internal import MovieSQLite

/// How the schema of a file differs from that of its version, as far as it matters: other tables and
/// indexes do not.
enum SchemaDrift {
  static func differences(
    in objects: [SchemaObject], of version: SchemaVersion
  ) throws -> [SchemaDifference] {
    let harm =
      objects.compactMap { changeOfDerived($0) ?? harmful($0) }
      + UnusableObjects.differences(in: objects, of: version)
    let ours = objects.filter(VersionedSchema(version).includes)
    if SchemaFingerprint.of(ours) == ReleasedFingerprints.fingerprint(of: version) { return harm }
    return try changes(in: ours, expecting: Migrator.objects(of: version)) + harm
  }

  /// Text that is kept as UTF-16 does not come through SQLite's JSON as it is.
  static func encodingFindings(in transaction: borrowing Transaction) throws -> [Finding] {
    var statement = try transaction.prepare("PRAGMA encoding")
    guard try statement.step(), statement.text(at: 0) != "UTF-8" else { return [] }
    return [
      Finding(
        .drift, "the database stores text as \(statement.text(at: 0)) instead of UTF-8",
        hint:
          "'movies migrate' and 'movies doctor --fix' do not support this; export the movies and "
          + "import them into a new database")
    ]
  }

  /// The same for the newest version, by its text alone: every opening does this.
  static func findings(inNewest objects: [SchemaObject]) -> [Finding] {
    (changes(in: objects, expecting: CurrentSchema.objects)
      + objects.compactMap { changeOfDerived($0) ?? harmful($0) }).map(\.finding)
  }

  private static func changes(
    in objects: [SchemaObject], expecting schema: [SchemaObject]
  ) -> [SchemaDifference] {
    schema.compactMap { expected in
      guard let found = objects.first(where: { $0.hasSameName(as: expected) }) else {
        return SchemaDifference(kind: .missing, object: expected)
      }
      return found.hasSameDefinition(as: expected)
        ? nil : SchemaDifference(kind: .changed, object: expected)
    }
  }

  /// What could run code on a change or a look, and is not ours.
  private static func harmful(_ object: SchemaObject) -> SchemaDifference? {
    let isOurs = SearchIndex.objects.contains { $0.hasSameName(as: object) }
    switch object.type {
    case "trigger" where !isOurs, "view" where !isOurs:
      return SchemaDifference(kind: .strange, object: object)
    case "index":
      return object.calledMaker.map { maker in
        SchemaDifference(kind: .costly(function: maker), object: object)
      }
    default: return nil
    }
  }

  private static func changeOfDerived(_ object: SchemaObject) -> SchemaDifference? {
    let derived = (SearchIndex.objects + [MigrationLog.object]).first { $0.hasSameName(as: object) }
    guard let derived, !object.hasSameDefinition(as: derived),
      !SearchIndex.legacyObjects.contains(where: object.hasSameDefinition)
    else { return nil }
    return SchemaDifference(kind: .changed, object: object)
  }
}

extension SchemaObject {
  /// The function in it that makes a value as large as a number says, where there is one: each row
  /// that an index takes in would cost a second, or more memory than there is.
  fileprivate var calledMaker: String? {
    // Openings are many, and an index of ours has one bracket alone.
    guard sql.utf8.count(where: { $0 == UInt8(ascii: "(") }) > 1 else { return nil }
    let tokens = tokens
    let calls = zip(tokens, tokens.dropFirst()).filter { $1 == .opening }.map(\.0.spelling)
    return ["zeroblob", "printf", "format"].first { maker in
      calls.contains { String(decoding: $0, as: UTF8.self).hasSameName(as: maker) }
    }
  }
}
