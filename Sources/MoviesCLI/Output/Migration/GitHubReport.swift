internal import MovieStore

/// Findings as annotations of a GitHub workflow, one a line.
package struct GitHubReport {
  private let answers: [MigrationAnswer]

  package init(_ answers: [MigrationAnswer]) { self.answers = answers }

  package var lines: [String] {
    answers.flatMap { answer in
      if case .check(let checked?) = answer.content {
        return checked.checks.flatMap { check in
          check.findings.map { Self.line($0, titled: check.name, file: answer.file) }
        }
      }
      return answer.findings.map { Self.line($0, titled: "file", file: answer.file) }
    }
  }

  private static func line(_ finding: Finding, titled title: String, file: String?) -> String {
    let place = file.map { "file=\(escapedProperty($0))," } ?? ""
    return "::\(command(finding.severity)) \(place)title=\(escapedProperty("movies: " + title))::"
      + escaped(finding.text)
  }

  private static func command(_ severity: Finding.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func escapedProperty(_ text: String) -> String {
    replacing([":": "%3A", ",": "%2C"], in: escaped(text))
  }

  private static func escaped(_ text: String) -> String {
    replacing(["%": "%25", "\r": "%0D", "\n": "%0A"], in: text)
  }

  /// By scalars: CR and LF together are one Character.
  private static func replacing(
    _ replacements: [Unicode.Scalar: String], in text: String
  ) -> String {
    text.unicodeScalars.map { replacements[$0] ?? String($0) }.joined()
  }
}
