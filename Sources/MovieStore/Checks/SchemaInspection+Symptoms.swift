internal import MovieSQLite

extension SchemaInspection {
  /// Where the schema is not what it could be.
  var symptoms: [Symptom] {
    (isOld ? [olderSchema] : []) + differences.map(\.symptom)
      + encoding.map { Symptom(.wrongEncoding, $0) } + strangers
  }

  private var isOld: Bool { version.map { $0 < .newest } ?? false }

  private var olderSchema: Symptom {
    Symptom(
      .olderSchema, .file,
      "the schema version is v\(version?.rawValue ?? 0); the newest is "
        + "v\(SchemaVersion.newest.rawValue)",
      severity: .note, hint: "'movies migrate' upgrades it")
  }

  /// Tables and indexes of other programs, but for those that SQLite and Litestream keep.
  private var strangers: [Symptom] {
    guard let version else { return [] }
    let names = VersionedSchema(version)
    return objects.filter { object in
      (object.type == "table" || object.type == "index") && !names.includes(object)
        && !object.isAuxiliary && !object.name.hasPrefix("_litestream_")
    }.map { object in
      Symptom(
        object.type == "table" ? .foreignTable : .foreignIndex,
        constraints?.note(on: object)
          ?? Finding(
            .drift, "the \(object.type) '\(object.name)' is not part of the movies schema",
            severity: .note, object: object.name))
    }
  }
}

extension SchemaDifference {
  fileprivate var symptom: Symptom {
    switch (kind, object.type) {
    case (.unexpected, "trigger"): Symptom(.foreignTrigger, finding)
    case (.unexpected, _): Symptom(.foreignView, finding)
    case (.unusable, _): Symptom(.unusableObject, finding)
    case (.missing, "index"): symptom(.missingIndex, fix: "rebuild it")
    case (.changed, "index"): symptom(.changedIndex, fix: "rebuild it")
    case (.missing, _): Symptom(.missingTable, finding)
    case (.changed, _):
      object.hasSameName(as: MigrationLog.object) || !object.isAuxiliary
        ? Symptom(.changedTable, finding)
        : symptom(.changedSearchIndex, fix: "rebuild the search index")
    }
  }

  private func symptom(_ code: Symptom.Code, fix: String) -> Symptom {
    Symptom(code, .drift, finding.message, object: object.name, fix: fix)
  }
}
