import Foundation
import TestSupport
import Testing

/// Rules for all suites of this package.
@Suite(.limited) struct SuiteTests {
  @Test("Every suite has a time limit, and every test is in a suite")
  func limits() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    var suites = 0
    for case let file as URL in files
    where file.pathExtension == "swift" && !file.path().contains("/TestSupport/")
      && file.lastPathComponent != "SuiteTests.swift"
    {
      let text = try String(contentsOf: file, encoding: .utf8)
      for suite in text.matches(of: /@Suite(?<traits>\([^{]*)?/) {
        suites += 1
        #expect(suite.traits?.contains(".limited") == true, "\(file.lastPathComponent)")
      }
      if text.contains("  @Test") {
        #expect(text.contains("@Suite(") || text.contains("extension"), "\(file.lastPathComponent)")
      }
    }
    #expect(suites > 200)
  }
}
