package import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

extension Report {
  /// - Parameters:
  ///   - version: The schema version of the file: 0 before its first write, `nil` if it is unknown.
  ///   - isOnly: Whether the messages need not name the file.
  ///   - addDetails: Adds the command's own keys to the JSON.
  init(
    _ command: String, of file: String?, version: Int?, steps: [MigrationStep] = [],
    findings: [Finding] = [], isOnly: Bool = true, summary: [String] = [],
    _ addDetails: (inout JSONBuilder) -> Void
  ) {
    json = JSONBuilder.line { json in
      json.addHeader(command, file, version: version, isOK: !findings.hasErrors)
      json.add("steps", steps)
      json.add("findings", findings)
      addDetails(&json)
    }
    (self.file, self.version) = (file, version)
    messages = findings.messages(about: isOnly ? nil : file) + summary.map { Message(text: $0) }
    status = findings.hasErrors ? .notFound : .done
  }

  /// The report of a file that cannot be read or migrated.
  ///
  /// - Parameters:
  ///   - keys: The command's own keys in JSON, which are null.
  ///   - arrays: Those that are empty arrays.
  ///   - message: The error as the user reads it.
  package static func failure(
    _ error: StoreError, of file: String, _ command: String, keys: [String] = [],
    arrays: [String] = [], message: String = ""
  ) -> Report {
    let findings = Finding.findings(for: error)
    var report = Report(command, of: file, version: error.schemaVersion, findings: findings) {
      for key in keys { $0.add(key, String?.none) }
      for key in arrays { $0.add(key, [Finding]()) }
    }
    report.messages = [Message(text: message, isProblem: true)]
    report.status = ErrorMessage(error).status
    report.checks = [CheckReport.Check("file") { findings }]
    report.isReadable = false
    return report
  }
}

extension CommandContext {
  /// The report of a `migrate` command about a file, also if the file cannot be read or migrated.
  ///
  /// - Parameter keys, arrays: The command's own keys in JSON, for such a file.
  func report(
    on file: String, _ command: String, keys: [String] = [], arrays: [String] = [],
    _ work: (Migrator) throws -> Report
  ) throws -> Report {
    do {
      return try work(Migrator(path: file))
    } catch let error as StoreError where error.category != .interrupted {
      return .failure(
        error, of: file, command, keys: keys, arrays: arrays,
        message: ErrorMessage(database.explained(error)).output)
    }
  }
}

extension JSONSchema {
  /// The report of a `migrate` command.
  ///
  /// - Parameter details: The command's own members.
  static func migration(
    _ command: String, _ details: KeyValuePairs<String, JSONSchema>
  ) -> JSONSchema {
    header(command).adding(["steps": .array(step), "findings": findings]).adding(details)
  }

  /// The report of one file, or the reports of several.
  static func ofFiles(_ report: JSONSchema) -> JSONSchema {
    let report = definition("report", report)
    return .anyOf([report, .array(report)])
  }

  private static let step = JSONSchema.definition(
    "step",
    .object([
      "version": .integer, "direction": .values(of: DirectedMigration.Direction.self),
      "summary": .string, "kind": .values(of: Migration.Cost.self), "rows": .integer,
      "losses": .array(loss), "seconds": .number.orNull, "peakMemory": .integer.orNull,
      "peakBytes": .integer.orNull,
    ]))

  static let loss = JSONSchema.object(["what": .string, "count": .integer])

  static let findings = JSONSchema.array(
    .definition("finding", finding(Finding.Kind.allCases.map(\.rawValue))))

  static let counts = JSONSchema.definition(
    "counts",
    .object([
      "movies": .integer, "favorites": .integer, "actors": .integer, "credits": .integer,
      "attributes": .integer,
    ]))
}

extension JSONBuilder {
  mutating func add(_ key: String, _ steps: [MigrationStep]) {
    array(key, steps) { json, step in
      json.object { json in
        json.add("version", step.version.rawValue)
        json.add("direction", step.direction.rawValue)
        json.add("summary", step.summary)
        json.add("kind", step.kind.rawValue)
        json.add("rows", step.rows)
        json.array("losses", step.losses) { $1.append(to: &$0) }
        json.add("seconds", step.duration?.seconds)
        json.add("peakMemory", step.peakMemory)
        json.add("peakBytes", step.peakBytes)
      }
    }
  }

  mutating func add(_ key: String, _ findings: [Finding]) {
    array(key, findings) { json, finding in
      json.object {
        $0.addMembers(of: finding, code: finding.kind.rawValue, hint: finding.hint)
      }
    }
  }

  mutating func add(_ key: String, _ counts: CatalogCounts) {
    object(key) {
      $0.add("movies", counts.movies)
      $0.add("favorites", counts.favorites)
      $0.add("actors", counts.actors)
      $0.add("credits", counts.credits)
      $0.add("attributes", counts.attributes)
    }
  }
}

extension MigrationLoss {
  func append(to json: inout JSONBuilder) {
    json.object {
      $0.add("what", what)
      $0.add("count", count)
    }
  }
}

// MARK: - Text

/// The columns of the steps of a migration.
extension RecordColumn<MigrationStep> {
  static var version: Self {
    Self(Column(name: "version", minimumWidth: 7)) { .text($0.version.name) }
  }
  static var summary: Self {
    Self(Column(name: "summary", minimumWidth: 16)) { .text($0.title) }
  }
  static var kind: Self {
    Self(Column(name: "kind", minimumWidth: 7)) { .text($0.kind.rawValue) }
  }
  static var rows: Self {
    Self(Column(name: "rows", isNumber: true)) { .count(Int64($0.rows)) }
  }
  static var losses: Self { Self(Column(name: "losses")) { .text($0.losses.text) } }
  static var memory: Self {
    Self(Column(name: "memory", isNumber: true)) {
      .text($0.peakMemory.map { Formatting.bytes($0) } ?? "")
    }
  }
  static var space: Self {
    Self(Column(name: "space", isNumber: true)) {
      .text($0.peakBytes.map { Formatting.bytes($0) } ?? "")
    }
  }
  static var seconds: Self {
    Self(Column(name: "seconds", isNumber: true)) {
      .text($0.duration.map { Formatting.seconds($0.seconds) } ?? "")
    }
  }
}

extension MigrationStep {
  /// The action of the step in its direction; the summary describes the upgrade.
  var title: String { direction == .up ? summary : "revert: \(summary)" }
}

extension [MigrationStep] {
  var lossLines: [String] {
    let losses = flatMap(\.losses)
    return losses.isEmpty ? [] : ["lost: \(losses.text)"]
  }
}

extension SchemaVersion {
  var name: String { "v\(rawValue)" }

  var nothingToDo: [String] { ["already at schema \(name); nothing to migrate"] }
}

extension SchemaVersion? {
  var text: String { self?.name ?? "an empty database" }

  /// The version in JSON: 0 before the first write.
  var number: Int { self?.rawValue ?? 0 }
}

func plannedHistoryLines(_ entries: Int) -> [String] {
  let count = Formatting.pluralized(entries, "change")
  return entries == 0 ? [] : ["would start a new history and delete the old one (\(count))"]
}
