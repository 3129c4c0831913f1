internal import MovieStore
internal import MovieTerminal

extension Finding {
  /// The message and the hint, with the rows that it is about.
  var text: String { statement.withFullStop + (hint.map { " " + $0.asSentence } ?? "") }

  /// The message with the rows that it is about.
  var statement: String {
    if rows.isEmpty { return message }
    return "\(message) (\(rows.count == 1 ? "row" : "rows") "
      + "\(rows.map(String.init).joined(separator: ", ")))"
  }

  /// As standard error has it: `Warning: films.db: …`.
  func line(about file: String?) -> String {
    let label =
      switch severity {
      case .error: "Error"
      case .warning: "Warning"
      case .note: "Note"
      }
    return "\(label): \(file.map { "\($0): " } ?? "")\(text)"
  }

  /// What a file that cannot be worked on is found to have.
  static func findings(for error: StoreError) -> [Finding] {
    switch error {
    case .changedSchema(_, let findings), .refused(_, let findings): return findings
    case .migrationStopped(let version, let claim, let movies):
      let message = "the migration to v\(version.rawValue) stopped: not \(claim)"
      return [Finding(.data, message, rows: movies)]
    default:
      let text = FailureMessage(error).text
      return [Finding(code(of: error), text.hasSuffix(".") ? "\(text.dropLast())" : text)]
    }
  }

  private static func code(of error: StoreError) -> Code {
    switch error {
    case .newerSchema: .newer
    case .migrationFailed: .migration
    case .lossesNotAccepted: .loss
    case .noRoom: .disk
    default: .file
    }
  }
}

extension ExitStatus {
  /// What findings about a file that could be looked at come to.
  init(of findings: [Finding]) {
    self = findings.contains { $0.severity == .error } ? .notFound : .done
  }
}

extension [MigrationLoss] {
  /// Such as `favorites (3), UUIDs of movies (12)`.
  var text: String {
    map { "\($0.what) (\(Thousands.grouped($0.count)))" }.joined(separator: ", ")
  }
}

extension String {
  /// The text with an upper-case letter in front and a full stop at its end.
  var asSentence: String { prefix(1).uppercased() + dropFirst().withFullStop }
}

extension StringProtocol {
  /// The text with one full stop at its end, unless it ends in a statement of SQL.
  fileprivate var withFullStop: String { hasSuffix(".") || hasSuffix(";") ? "\(self)" : self + "." }
}
