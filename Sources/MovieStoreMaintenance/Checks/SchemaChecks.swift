internal import MovieStore

extension SchemaInspection {
  /// All findings of a doctor about the schema.
  var findingsAndNotes: [Finding] {
    olderSchema + differences + encoding + thirdPartyObjects
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
