internal import MovieSQLite

/// How the schema of a file differs from that of its version, as far as it matters: other tables and
/// indexes do not.
enum SchemaDrift {
  static func findings(
    in objects: [SchemaObject], of version: SchemaVersion
  ) throws -> [Finding] {
    let harm = objects.compactMap { changeOfDerived($0) ?? harmful($0) }
    let ours = objects.filter(CatalogNames(version).includes)
    if SchemaFingerprint.of(ours) == SchemaLock.fingerprint(of: version) { return harm }
    return try changes(in: ours, expecting: Migrator.objects(of: version)) + harm
  }

  /// Text that is kept as UTF-16 does not come through SQLite's JSON as it is.
  static func encodingFindings(in transaction: borrowing Transaction) throws -> [Finding] {
    var statement = try transaction.prepare("PRAGMA encoding")
    guard try statement.step(), statement.text(at: 0) != "UTF-8" else { return [] }
    return [
      Finding(
        .drift, "the file keeps text as \(statement.text(at: 0)), and not as UTF-8",
        hint: "export the films with the program that made it, and import them")
    ]
  }

  /// The same for the newest version, by its text alone: every opening does this.
  static func findings(inNewest objects: [SchemaObject]) -> [Finding] {
    changes(in: objects, expecting: NewestSchema.objects)
      + objects.compactMap { changeOfDerived($0) ?? harmful($0) }
  }

  private static func changes(
    in objects: [SchemaObject], expecting schema: [SchemaObject]
  ) -> [Finding] {
    schema.compactMap { expected in
      let found = objects.first { $0.isNamed(as: expected) }
      if found == nil { return missing(expected) }
      return found?.isMade(as: expected) == false ? changed(expected) : nil
    }
  }

  private static func missing(_ object: SchemaObject) -> Finding {
    Finding(
      .drift, "the \(object.type) '\(object.name)' is missing", object: object.name,
      hint: object.type == "index"
        ? "make it again with another SQLite program: \(SchemaDump.line(object))"
        : "restore the file from a backup")
  }

  private static func changed(_ object: SchemaObject) -> Finding {
    Finding(
      .drift, "the \(object.type) '\(object.name)' was changed", object: object.name,
      hint: "undo that with the program that did it; compare with the schema of the version")
  }

  /// What could run code on a change or a look, and is not ours.
  private static func harmful(_ object: SchemaObject) -> Finding? {
    let isOurs = SearchIndex.objects.contains { $0.isNamed(as: object) }
    switch object.type {
    case "trigger" where !isOurs, "view" where !isOurs: return unwanted(object, "is not ours")
    case "index":
      return object.calledMaker.map { unwanted(object, "is not ours and calls \($0)()") }
    default: return nil
    }
  }

  private static func unwanted(_ object: SchemaObject, _ reason: String) -> Finding {
    Finding(
      .drift, "the \(object.type) '\(object.name)' \(reason)", object: object.name,
      hint: "drop it with another SQLite program: "
        + #"DROP \#(object.type.uppercased()) "\#(object.name.doublingQuotes)";"#)
  }

  private static func changeOfDerived(_ object: SchemaObject) -> Finding? {
    let derived = (SearchIndex.objects + [MigrationLog.object]).first { $0.isNamed(as: object) }
    guard let derived, !object.isMade(as: derived),
      !SearchIndex.formerObjects.contains(where: object.isMade)
    else { return nil }
    return changed(object)
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
      calls.contains { String(decoding: $0, as: UTF8.self).isSameName(as: maker) }
    }
  }
}

extension String {
  /// The text as it stands between the double quotes of an SQL identifier.
  fileprivate var doublingQuotes: String {
    split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
  }
}
