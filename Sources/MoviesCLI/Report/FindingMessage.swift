internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

extension Finding {
  /// The message with its rows, and the hint.
  func text(namesRepair: Bool = true) -> String {
    statement.withFullStop + (hint(namesRepair: namesRepair).map { " " + $0.asSentence } ?? "")
  }

  /// The message with its rows.
  var statement: String {
    if rows.isEmpty { return message }
    return "\(message) (\(rows.count == 1 ? "row" : "rows") "
      + "\(rows.map(String.init).joined(separator: ", ")))"
  }

  /// The line for standard error: `Warning: movies.db: …`.
  package func line(about file: String? = nil, namesRepair: Bool = true) -> String {
    let label =
      switch severity {
      case .error: "Error"
      case .warning: "Warning"
      case .note: "Note"
      }
    return "\(label): \(file.map { "\($0): " } ?? "")\(text(namesRepair: namesRepair))"
  }

  /// The findings that represent an error in reports and JSON.
  static func findings(for error: StoreError) -> [Finding] {
    switch error.problem {
    case .changedSchema(_, let findings): return findings
    case .unmigratableData(let version, let description, let movies):
      return [cannotMigrate(to: version, description, movies)]
    case .insufficientDiskSpace(let path, let needed, let free):
      return [.insufficientDiskSpace(path: path, needed: needed, free: free)]
    default:
      let text = ErrorMessage(error).text
      return [Finding(kind(of: error), text.hasSuffix(".") ? "\(text.dropLast())" : text)]
    }
  }

  private static func kind(of error: StoreError) -> Kind {
    switch error.problem {
    case .newerSchema: .newer
    case .migrationFailed: .migration
    case .lossesNotAccepted: .loss
    default: .file
    }
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

extension JSONBuilder {
  /// - Parameter addDetails: Adds keys of the command.
  mutating func add(
    _ finding: Finding, code: String, namesRepair: Bool = true,
    _ addDetails: (inout JSONBuilder) -> Void = { _ in }
  ) {
    object { json in
      json.add("code", code)
      json.add("severity", finding.severity.rawValue)
      json.add("message", finding.message)
      json.add("object", finding.object)
      json.array("rows", finding.rows) { $0.add($1) }
      json.add("hint", finding.hint(namesRepair: namesRepair))
      addDetails(&json)
    }
  }
}

extension String {
  /// The text, capitalized and with a full stop.
  var asSentence: String { prefix(1).uppercased() + dropFirst().withFullStop }
}

extension StringProtocol {
  /// The text with one full stop at its end, unless it ends in a question or an SQL statement.
  fileprivate var withFullStop: String {
    [".", "?", ";"].contains(where: hasSuffix) ? "\(self)" : self + "."
  }
}
