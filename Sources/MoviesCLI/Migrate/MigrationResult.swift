package import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// The result of a `migrate` command for one file.
package struct MigrationResult {
  /// The path as the user specified it; `nil` for the built-in migrations and schemas.
  let file: String?
  let outcome: Outcome
  let failure: StoreError?

  /// - Parameter outcome: Of a failure, one without a value.
  package init(_ outcome: Outcome, file: String?, failure: StoreError? = nil) {
    self.outcome = outcome
    self.file = file
    self.failure = failure
  }

  /// The schema version of the file: 0 before its first write, `nil` if it is unknown.
  private var version: Int? {
    guard let failure else { return outcome.version }
    if case .newerSchema(_, let version) = failure.problem { return version }
    return nil
  }

  var findings: [Finding] { failure.map(Finding.findings) ?? outcome.findings }

  package var exitStatus: ExitStatus {
    if let failure { return ErrorMessage(failure).status }
    if findings.hasErrors { return .notFound }
    return outcome.isPending ? .pending : .done
  }

  /// One object on a line.
  fileprivate var json: [UInt8] {
    JSONBuilder.line { json in
      json.add("command", outcome.command)
      json.add("file", file)
      json.add("version", version)
      json.add("newest", SchemaVersion.newest.rawValue)
      json.add("ok", exitStatus == .done || exitStatus == .pending)
      if outcome.log.isEmpty {
        json.array("steps", outcome.steps) { $0.add($1) }
      } else {
        json.array("steps", outcome.log) { $0.add($1) }
      }
      json.add("findings", findings)
      outcome.addDetails(&json)
    }
  }
}

extension [MigrationResult] {
  /// One object on a line; of several, an array with one object per line.
  package var json: [UInt8] {
    if count == 1 { return self[0].json }
    let objects = map { $0.json.dropLast() }.joined(separator: ",\n".utf8)
    return [UInt8]("[\n".utf8) + objects + "\n]\n".utf8
  }

  /// The last lines on standard error.
  package var summary: [String] {
    if first?.outcome.command == "check" { return [checkSummary] }
    return flatMap { $0.failure == nil ? $0.outcome.summary : [] }
  }

  /// Such as `checked 3 files: 1 has problems`.
  private var checkSummary: String {
    let faulty = count { $0.findings.hasErrors }
    if allSatisfy({ $0.file == nil }) {
      return "checked the built-in migrations: \(faulty == 0 ? "no problems" : "problems found")"
    }
    let result =
      switch faulty {
      case 0: "no problems"
      case 1: count == 1 ? "problems found" : "1 has problems"
      default: "\(Formatting.grouped(faulty)) have problems"
      }
    return "checked \(Formatting.pluralized(count, "file")): \(result)"
  }

  fileprivate var findingMessages: [Report.Message] {
    filter { $0.failure == nil }.flatMap { result in
      result.findings.map {
        Report.Message($0, line: $0.line(about: count > 1 ? result.file : nil))
      }
    }
  }
}

extension Report {
  package init(_ results: [MigrationResult]) {
    self.init(
      body: Self.body(results), json: results.json,
      messages: results.findingMessages + results.summary.map { Message(text: $0) },
      status: .mostSevere(of: results.map(\.exitStatus)))
  }

  /// The report of `migrate plan --sql`.
  init(script: String, _ result: MigrationResult) {
    self.init(
      body: .text(script), json: [], messages: [result].findingMessages,
      status: result.exitStatus)
  }

  private static func body(_ results: [MigrationResult]) -> Body {
    guard let first = results.first?.outcome, case .table(var table) = first.body else {
      return results.first?.outcome.body ?? .text("")
    }
    guard let fileColumn = first.fileColumn else { return first.body }
    table.columns.insert(fileColumn, at: 0)
    table.rows = results.flatMap { result in
      guard case .table(let table) = result.outcome.body else { return [[CellValue]]() }
      return table.rows.map { [.text(result.file ?? "")] + $0 }
    }
    table.hidesFirstColumnOnTerminal = first.hidesOnlyFile && results.count == 1
    return .table(table)
  }
}

extension JSONBuilder {
  mutating func add(_ step: MigrationStep) {
    object { json in
      json.add("version", step.version.rawValue)
      json.add("direction", step.direction.rawValue)
      json.add("summary", step.summary)
      json.add("kind", step.kind.rawValue)
      json.add("rows", step.rows)
      json.array("losses", step.losses) { json, loss in
        json.object {
          $0.add("what", loss.what)
          $0.add("count", loss.count)
        }
      }
      json.add("seconds", step.duration?.seconds)
    }
  }

  mutating func add(_ entry: MigrationLogEntry) {
    object {
      $0.add("version", entry.version.rawValue)
      $0.add("event", entry.event.rawValue)
      $0.add("checksum", entry.checksum)
      $0.add("fingerprintBefore", entry.fingerprintBefore)
      $0.add("fingerprintAfter", entry.fingerprintAfter)
      $0.add("rows", entry.rows)
      $0.add("time", entry.time.description)
      $0.add("seconds", entry.duration.seconds)
      $0.add("program", entry.program)
      $0.add("sqlite", entry.sqlite)
    }
  }

  mutating func add(_ check: CheckReport.Check) {
    object {
      $0.add("name", check.name)
      $0.add("ok", !check.findings.hasErrors)
      $0.add("findings", check.findings)
      $0.add("seconds", check.duration.seconds)
    }
  }

  mutating func add(_ key: String, _ counts: CatalogCounts?) {
    guard let counts else { return add(key, String?.none) }
    object(key) {
      $0.add("movies", counts.movies)
      $0.add("favorites", counts.favorites)
      $0.add("actors", counts.actors)
      $0.add("credits", counts.credits)
      $0.add("attributes", counts.attributes)
    }
  }

  mutating func add(_ key: String, _ findings: [Finding]) {
    array(key, findings) { $0.add($1, code: $1.kind.rawValue) }
  }
}
