import Foundation
import TestSupport
import Testing

/// The article on promises names the tests that keep them.
@Suite(.limited) struct PromisesTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A test that the article names: `SuiteTests`: its sentence.
  private struct Named: Hashable {
    let suite: String
    let sentence: String
  }

  private static func named() throws -> [Named] {
    let article = package.appending(path: "Sources/MovieStore/MovieStore.docc/Promises.md")
    let text = try String(contentsOf: article, encoding: .utf8).replacing("\n", with: " ")
    return text.matches(of: /`([A-Za-z]+Tests)`: ([^|)]+?) ?[|)]/).map {
      Named(suite: String($0.1), sentence: String($0.2))
    }
  }

  @Test("each test that the article on promises names is there")
  func tests() throws {
    let folder = Self.package.appending(path: "Tests").path()
    let files = try #require(FileManager.default.enumerator(atPath: folder))
      .compactMap { $0 as? String }
    let named = try Self.named()
    #expect(named.count > 40)
    for test in named {
      let paths = files.filter { $0.hasSuffix("/\(test.suite).swift") }
      let sources = try paths.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
      #expect(
        sources.contains { $0.contains("\"\(test.sentence)\"") },
        "\(test.suite) has no test '\(test.sentence)'")
    }
  }

  @Test("each row of a table of the article has a test that keeps it")
  func rows() throws {
    let article = Self.package.appending(path: "Sources/MovieStore/MovieStore.docc/Promises.md")
    let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.contains("| kept by |") }
    #expect(rows.count > 40)
    for row in rows { #expect(row.contains(/\| `[A-Za-z]+Tests`: [^|]+ \|$/), "\(row)") }
  }
}
