internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

extension Finding {
  /// The line for standard error: `Warning: movies.db: …`.
  package func line(about file: String? = nil) -> String { line(about: file, advice: hint) }

  func line(about file: String? = nil, advice: String?) -> String {
    let label = severity.rawValue.prefix(1).uppercased() + severity.rawValue.dropFirst()
    return "\(label): \(file.map { "\($0): " } ?? "")\(text(advice: advice))"
  }

  /// The message with its rows, and the hint.
  var text: String { text(advice: hint) }

  private func text(advice: String?) -> String {
    let keys = rows.map(String.init).joined(separator: ", ")
    let location = rows.isEmpty ? "" : " (\(rows.count == 1 ? "row" : "rows") \(keys))"
    return (message + location).withFullStop + (advice.map { " " + $0.asSentence } ?? "")
  }

  /// The findings that represent an error in reports and JSON.
  static func findings(for error: StoreError) -> [Finding] {
    let kind: Kind
    switch error.problem {
    case .changedSchema(_, let findings): return findings
    case .unmigratableData(let version, let description, let movies):
      return [cannotMigrate(to: version, description, movies)]
    case .insufficientDiskSpace(let path, let needed, let free):
      return [.insufficientDiskSpace(path: path, needed: needed, free: free)]
    case .newerSchema: kind = .newer
    case .migrationFailed: kind = .migration
    case .lossesNotAccepted: kind = .loss
    default: kind = .file
    }
    let text = ErrorMessage(error).text
    return [Finding(kind, text.hasSuffix(".") ? "\(text.dropLast())" : text)]
  }
}

extension [Finding] {
  /// The messages on one line.
  var summary: String { map(\.message).joined(separator: "; ") }

  /// The messages on one line, each after its severity; `ok` without findings.
  var withSeverities: String {
    isEmpty ? "ok" : map { "\($0.severity.rawValue): \($0.message)" }.joined(separator: "; ")
  }
}

extension JSONSchema {
  /// The first members of every report.
  static func header(_ command: String) -> JSONSchema {
    object([
      "command": .values([command]), "file": .string.orNull, "version": .integer.orNull,
      "newest": .integer, "ok": .boolean,
    ])
  }

  /// A finding with these codes.
  static func finding(_ codes: [String]) -> JSONSchema {
    object([
      "code": .values(codes), "severity": .values(of: Finding.Severity.self), "message": .string,
      "object": .string.orNull, "rows": .array(.integer), "hint": .string.orNull,
    ])
  }
}

extension JSONBuilder {
  /// Adds the first keys of every report.
  ///
  /// - Parameter version: The schema version of the file: 0 before its first write, `nil` if it is
  ///   unknown.
  mutating func addHeader(_ command: String, _ file: String?, version: Int?, isOK: Bool) {
    add("command", command)
    add("file", file)
    add("version", version)
    add("newest", SchemaVersion.newest.rawValue)
    add("ok", isOK)
  }

  mutating func addMembers(of finding: Finding, code: String, hint: String?) {
    add("code", code)
    add("severity", finding.severity.rawValue)
    add("message", finding.message)
    add("object", finding.object)
    array("rows", finding.rows) { $0.add($1) }
    add("hint", hint)
  }
}

extension StoreError {
  /// The schema version of the file, if the error is about it.
  var schemaVersion: Int? {
    if case .newerSchema(_, let version) = problem { version } else { nil }
  }
}

extension String {
  /// The text, capitalized and with a full stop.
  var asSentence: String { capitalizedFirst.withFullStop }
}

extension StringProtocol {
  /// The text with one full stop at its end, unless it ends in a question or an SQL statement.
  fileprivate var withFullStop: String {
    [".", "?", ";"].contains(where: hasSuffix) ? "\(self)" : self + "."
  }
}
