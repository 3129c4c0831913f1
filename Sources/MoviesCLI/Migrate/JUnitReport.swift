internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// The results of `migrate check` as JUnit XML: one suite per file, one case per check.
extension [Report] {
  package var junit: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      + map(\.suite).joined() + "</testsuites>\n"
  }
}

extension Report {
  fileprivate var suite: String {
    let count = checks.count { $0.findings.hasErrors }
    // A file that cannot be read is an error, not a failure.
    let (failures, errors) = isReadable ? (count, 0) : (0, count)
    let attributes = attributes([
      ("name", suiteName), ("tests", "\(checks.count)"), ("failures", "\(failures)"),
      ("errors", "\(errors)"),
      ("time", Formatting.seconds(checks.reduce(0) { $0 + $1.duration.seconds })),
    ])
    return "  <testsuite\(attributes)>\n\(checks.map(testCase).joined())  </testsuite>\n"
  }

  /// The built-in migrations have no file.
  private var suiteName: String { file ?? "movies" }

  /// A check. Warnings and notes are the output of the case.
  private func testCase(_ check: CheckReport.Check) -> String {
    let errors = check.findings.filter { $0.severity == .error }
    let output = check.findings.filter { $0.severity != .error }.map { escaped($0.line()) }
    var content = ""
    if let first = errors.first {
      let problem = isReadable ? "failure" : "error"
      let attributes = attributes([("message", errors.summary), ("type", first.kind.rawValue)])
      let text = errors.map { escaped($0.text) }.joined(separator: "\n")
      content += "      <\(problem)\(attributes)>\(text)</\(problem)>\n"
    }
    if !output.isEmpty {
      content += "      <system-out>\(output.joined(separator: "\n"))</system-out>\n"
    }
    let start =
      "    <testcase"
      + attributes([
        ("classname", suiteName), ("name", check.name),
        ("time", Formatting.seconds(check.duration.seconds)),
      ])
    return content.isEmpty ? start + "/>\n" : start + ">\n\(content)    </testcase>\n"
  }

  private func attributes(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
  }

  /// The text for an attribute or an element. Characters that XML 1.0 does not allow are spelled out.
  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      // In an attribute, a parser would replace them with spaces.
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case _ where Markup.isForbidden(scalar):
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: Markup.escaped("\(scalar)")
      }
    }.joined()
  }
}
