internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// The results of `migrate check` as JUnit XML: one suite per file, one case per check.
package struct JUnitReport {
  private let results: [MigrationResult]

  package init(_ results: [MigrationResult]) { self.results = results }

  package var text: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      + results.map(Self.suite).joined() + "</testsuites>\n"
  }

  private static func suite(_ result: MigrationResult) -> String {
    // The built-in migrations have no file.
    let name = result.file ?? "movies"
    guard let checks = result.outcome.checks else {
      let failed = testCase("file", in: name, seconds: 0, problem("error", result.findings))
      return suite(name, [failed], errors: 1)
    }
    return suite(
      name, checks.map { testCase($0, in: name) },
      failures: checks.count { $0.findings.hasErrors },
      seconds: checks.reduce(0) { $0 + $1.duration.seconds })
  }

  private static func suite(
    _ name: String, _ cases: [String], failures: Int = 0, errors: Int = 0, seconds: Double = 0
  ) -> String {
    "  <testsuite"
      + attributes([
        ("name", name), ("tests", "\(cases.count)"), ("failures", "\(failures)"),
        ("errors", "\(errors)"), ("time", Formatting.seconds(seconds)),
      ]) + ">\n" + cases.joined() + "  </testsuite>\n"
  }

  /// A check. Warnings and notes are the output of the case.
  private static func testCase(_ check: CheckReport.Check, in suite: String) -> String {
    let errors = check.findings.filter { $0.severity == .error }
    let others = check.findings.filter { $0.severity != .error }
    let output = others.map { escaped($0.line()) }.joined(separator: "\n")
    return testCase(
      check.name, in: suite, seconds: check.duration.seconds,
      (errors.isEmpty ? "" : problem("failure", errors))
        + (others.isEmpty ? "" : "      <system-out>\(output)</system-out>\n"))
  }

  private static func testCase(
    _ name: String, in suite: String, seconds: Double, _ content: String
  ) -> String {
    let start =
      "    <testcase"
      + attributes([("classname", suite), ("name", name), ("time", Formatting.seconds(seconds))])
    return content.isEmpty ? start + "/>\n" : start + ">\n\(content)    </testcase>\n"
  }

  private static func problem(_ element: String, _ findings: [Finding]) -> String {
    let kind = findings.first?.kind.rawValue ?? ""
    let text = findings.map { escaped($0.text()) }.joined(separator: "\n")
    return "      <\(element)" + attributes([("message", findings.summary), ("type", kind)])
      + ">\(text)</\(element)>\n"
  }

  private static func attributes(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
  }

  /// The text for an attribute or an element. Characters that XML 1.0 does not allow are spelled out.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&apos;"
      // In an attribute, a parser would replace them with spaces.
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: String(scalar)
      }
    }.joined()
  }
}
