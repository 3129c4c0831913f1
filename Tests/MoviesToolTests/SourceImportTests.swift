import Foundation
import TestSupport
import Testing

/// Rules for the imports of the sources.
@Suite(.limited) struct SourceImportTests {
  @Test("Only CLibrary imports the C library, and only MovieSystem imports CLibrary")
  func cLibrary() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources").path()
    let paths = try #require(FileManager.default.subpaths(atPath: sources))
      .filter { $0.hasSuffix(".swift") }
    #expect(paths.count > 200)
    for path in paths {
      let text = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
      let imports = text.matches(of: /import (Glibc|Musl|Darwin|CLibrary)\b/)
        .map { String($0.output.1) }
      switch path.prefix(while: { $0 != "/" }) {
      case "CLibrary": break
      case "MovieSystem": #expect(Set(imports).isSubset(of: ["CLibrary"]), "\(path)")
      default: #expect(imports.isEmpty, "\(path)")
      }
    }
  }
}
