internal import MovieStore
internal import MovieSystem

/// Checks as the XML that test reports are kept in: a suite a file, a case a check.
package struct JUnitReport {
  private let answers: [MigrationAnswer]

  package init(_ answers: [MigrationAnswer]) { self.answers = answers }

  package var text: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      + answers.map(Self.suite).joined() + "</testsuites>\n"
  }

  /// The suite of what has no file: the program's own migrations.
  private static let ownName = "movies"

  private static func suite(_ answer: MigrationAnswer) -> String {
    let name = answer.file ?? ownName
    guard case .check(let checked?) = answer.content else {
      return suite(name, [failedCase(answer, in: name)], errors: 1)
    }
    let failed = checked.checks.filter { ExitStatus(of: $0.findings) != .done }
    return suite(
      name, checked.checks.map { testCase($0, in: name) }, failures: failed.count,
      seconds: checked.checks.reduce(0) { $0 + $1.seconds })
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

  /// A check; what is no error goes into the case's output.
  private static func testCase(_ check: CheckReport.Check, in suite: String) -> String {
    let errors = check.findings.filter { $0.severity == .error }
    let others = check.findings.filter { $0.severity != .error }
    let output = others.map { escaped($0.line(about: nil)) }.joined(separator: "\n")
    return testCase(
      check.name, in: suite, seconds: check.seconds,
      (errors.isEmpty ? "" : problem("failure", errors))
        + (others.isEmpty ? "" : "      <system-out>\(output)</system-out>\n"))
  }

  /// A file that could not be looked at.
  private static func failedCase(_ answer: MigrationAnswer, in suite: String) -> String {
    testCase("file", in: suite, seconds: 0, problem("error", answer.findings))
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
    let text = findings.map { escaped($0.text) }.joined(separator: "\n")
    return "      <\(element)" + attributes([("message", findings.summary), ("type", kind)])
      + ">\(text)</\(element)>\n"
  }

  private static func attributes(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
  }

  /// The text for an attribute or an element; what XML 1.0 cannot hold is spelled out.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&apos;"
      // A parser would make spaces of them in an attribute.
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: String(scalar)
      }
    }.joined()
  }
}
