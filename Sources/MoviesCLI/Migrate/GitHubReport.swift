internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// The findings of `migrate check` as annotations of a GitHub workflow.
extension [Report] {
  /// One line for each finding.
  package var annotations: [String] {
    flatMap { report in
      report.checks.flatMap { check in
        check.findings.map { Self.annotation($0, title: "movies: \(check.name)", of: report.file) }
      }
    }
  }

  private static func annotation(
    _ finding: Finding, title: String, of file: String?
  ) -> String {
    let level = finding.severity == .note ? "notice" : finding.severity.rawValue
    let location = file.map { "file=\(escapedProperty($0))," } ?? ""
    return "::\(level) \(location)title=\(escapedProperty(title))::\(escaped(finding.text))"
  }

  private static func escapedProperty(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  /// Escapes scalars, because CR and LF together are one Character.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case _ where Markup.isForbidden(scalar):
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: String(scalar)
      }
    }.joined()
  }
}
