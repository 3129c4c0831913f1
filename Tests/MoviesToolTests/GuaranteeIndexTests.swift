import Foundation
import TestSupport
import Testing

/// `Tests/Guarantees.md` names the tests that verify each guarantee.
@Suite(.limited) struct GuaranteeIndexTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A test in the format of the file: `SuiteTests`: title.
  private struct Named: Hashable {
    let suite: String
    let title: String
  }

  private static let guarantees = package.appending(path: "Tests/Guarantees.md")

  private static func named() throws -> [Named] {
    let text = try String(contentsOf: guarantees, encoding: .utf8)
    return text.matches(of: /`([A-Za-z]+Tests)`: ([^|)]+?) ?[|)]/).map {
      Named(suite: String($0.1), title: String($0.2))
    }
  }

  @Test("each test that Guarantees.md names exists")
  func tests() throws {
    let directory = Self.package.appending(path: "Tests").path()
    let files = try #require(FileManager.default.enumerator(atPath: directory))
      .compactMap { $0 as? String }
    let named = try Self.named()
    #expect(named.count > 40)
    for test in named {
      let paths = files.filter { $0.hasSuffix("/\(test.suite).swift") }
      let sources = try paths.map {
        try String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8)
      }
      #expect(
        sources.contains { $0.contains("\"\(test.title)\"") },
        "\(test.suite) has no test '\(test.title)'")
    }
  }

  @Test("each row of a table in Guarantees.md names a test")
  func rows() throws {
    let rows = try String(contentsOf: Self.guarantees, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.contains("| test |") }
    #expect(rows.count > 40)
    for row in rows { #expect(row.contains(/\| `[A-Za-z]+Tests`: [^|]+ \|$/), "\(row)") }
  }
}
