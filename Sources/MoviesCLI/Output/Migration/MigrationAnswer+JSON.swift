internal import MovieStore

extension [MigrationAnswer] {
  /// One object on a line; of several, an array with one a line.
  package var json: [UInt8] {
    let objects = map { answer in
      var json = JSONWriter()
      answer.append(to: &json)
      return json.bytes
    }
    let isOne = objects.count == 1
    let lines = objects.joined(separator: ",\n".utf8)
    return [UInt8]((isOne ? "" : "[\n").utf8) + lines + (isOne ? "\n" : "\n]\n").utf8
  }
}

extension MigrationAnswer {
  func append(to json: inout JSONWriter) {
    json.beginObject()
    json.add("command", command)
    json.add("file", file)
    json.add("version", version.map(Int64.init))
    json.add("newest", Int64(SchemaVersion.newest.rawValue))
    json.add("ok", exitStatus == .done || exitStatus == .pending)
    json.beginArray("steps")
    if case .log(let entries, _) = content {
      for entry in entries { json.append(entry) }
    } else {
      for step in steps { json.append(step) }
    }
    json.endArray()
    json.add("findings", findings)
    appendDetails(to: &json)
    json.endObject()
  }

  private func appendDetails(to json: inout JSONWriter) {
    switch content {
    case .migrate(let report):
      json.add("from", report.map { $0.from?.number ?? 0 })
      json.add("backup", report?.backup)
      json.add("seconds", report?.seconds)
    case .status(let status):
      json.add("fingerprint", status?.fingerprint)
      json.add("expectedFingerprint", status?.expectedFingerprint)
    case .plan(let plan):
      json.add("from", plan.map { $0.from?.number ?? 0 })
      json.add("to", plan?.to.number)
      json.add("bytesNeeded", plan?.bytesNeeded)
      json.add("bytesFree", plan?.bytesFree)
    case .rehearse(let rehearsal): append(rehearsal, to: &json)
    case .check(let checked):
      json.beginArray("checks")
      for check in checked?.checks ?? [] { json.append(check) }
      json.endArray()
    case .schema(let sql, _): json.add("sql", sql)
    case .log: break
    }
  }

  private func append(_ rehearsal: MigrationRehearsal?, to json: inout JSONWriter) {
    json.add("from", rehearsal.map { $0.from?.number ?? 0 })
    json.add("to", rehearsal?.to.number)
    json.add("before", rehearsal?.before)
    json.add("after", rehearsal?.after)
    json.add("peakBytes", rehearsal?.peakBytes)
    json.add("seconds", rehearsal?.seconds)
  }
}

extension SchemaVersion {
  fileprivate var number: Int64 { Int64(rawValue) }
}

// MARK: - The library's values

extension JSONWriter {
  fileprivate mutating func append(_ step: MigrationStep) {
    beginObject()
    add("version", step.version.number)
    add("direction", step.direction.rawValue)
    add("summary", step.summary)
    add("kind", step.kind.rawValue)
    add("rows", step.rows)
    beginArray("losses")
    for loss in step.losses {
      beginObject()
      add("what", loss.what)
      add("count", loss.count)
      endObject()
    }
    endArray()
    add("seconds", step.seconds)
    endObject()
  }

  fileprivate mutating func append(_ entry: MigrationLogEntry) {
    beginObject()
    add("version", entry.version.number)
    add("event", entry.event.rawValue)
    add("checksum", entry.checksum)
    add("fingerprintBefore", entry.fingerprintBefore)
    add("fingerprintAfter", entry.fingerprintAfter)
    add("rows", entry.rows)
    add("time", entry.time)
    add("seconds", entry.seconds)
    add("program", entry.program)
    add("sqlite", entry.sqlite)
    endObject()
  }

  fileprivate mutating func append(_ check: CheckReport.Check) {
    beginObject()
    add("name", check.name)
    add("ok", ExitStatus(of: check.findings) == .done)
    add("findings", check.findings)
    add("seconds", check.seconds)
    endObject()
  }

  fileprivate mutating func add(_ key: String, _ counts: CatalogCounts?) {
    guard let counts else { return add(key, String?.none) }
    beginObject(key)
    add("movies", counts.movies)
    add("favorites", counts.favorites)
    add("actors", counts.actors)
    add("credits", counts.credits)
    endObject()
  }

  fileprivate mutating func add(_ key: String, _ findings: [Finding]) {
    beginArray(key)
    for finding in findings { append(finding, code: finding.kind.rawValue) }
    endArray()
  }

  /// - Parameter details: writes what else there is to say of the finding.
  mutating func append(
    _ finding: Finding, code: String, _ details: (inout JSONWriter) -> Void = { _ in }
  ) {
    beginObject()
    add("code", code)
    add("severity", finding.severity.rawValue)
    add("message", finding.message)
    add("object", finding.object)
    beginArray("rows")
    for row in finding.rows { add(row) }
    endArray()
    add("hint", finding.hint)
    details(&self)
    endObject()
  }
}
