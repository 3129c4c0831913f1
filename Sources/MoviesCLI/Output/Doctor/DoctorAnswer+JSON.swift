internal import MovieStore

extension DoctorAnswer {
  /// One object on a line.
  package var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.add("command", "doctor")
    json.add("file", file)
    json.add("version", version.map(Int64.init))
    json.add("newest", Int64(SchemaVersion.newest.rawValue))
    json.add("ok", exitStatus == .done)
    json.beginArray("checks")
    for check in diagnosis?.checks ?? [] { json.append(check) }
    json.endArray()
    json.beginArray("findings")
    for finding in findings {
      json.append(finding, code: finding.code?.rawValue ?? finding.kind.rawValue) {
        $0.add("fix", finding.repair)
      }
    }
    json.endArray()
    json.beginArray("fixed")
    for repair in treatment?.repairs ?? [] { json.add(repair) }
    json.endArray()
    json.add("backup", treatment?.backup)
    json.endObject()
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ check: CheckReport.Check) {
    beginObject()
    add("name", check.name)
    add("ok", check.isHealthy)
    add("findings", Int64(check.findings.count))
    add("seconds", check.seconds)
    endObject()
  }
}
