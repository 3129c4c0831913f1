import Foundation
import TestSupport
import Testing

@Suite(.limited) struct EnvironmentTopicTests {
  @Test("help environment lists exactly the variables that the program reads")
  func completeness() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    var read: Set<String> = []
    for target in ["MoviesCLI", "MovieTerminal", "MovieStore", "MovieSQLite", "MovieSystem"] {
      let directory = sources.appending(path: target).path()
      for path in FileManager.default.subpaths(atPath: directory) ?? []
      where path.hasSuffix(".swift") {
        let text = try String(contentsOfFile: "\(directory)/\(path)", encoding: .utf8)
        let calls = text.matches(of: /(?:environment\[|value\(of: |value\(|getenv\()"([A-Z_]+)"/)
        read.formUnion(calls.map { String($0.output.1) })
      }
    }
    #expect(read.count > 10)
    // Lists of names, and a variable that SQLite reads.
    read.formUnion(["LC_ALL", "LC_CTYPE", "LANG", "LESS", "LV", "SQLITE_TMPDIR"])
    let page = movies("help", "environment").output
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    let named = rows.flatMap { $0.prefix(26).matches(of: /[A-Z][A-Z_]+/).map { String($0.output) } }
    #expect(Set(named) == read)
  }
}
