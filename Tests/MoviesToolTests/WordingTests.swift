import Foundation
import TestSupport
import Testing

/// What no document contains.
@Suite(.limited) struct WordingTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let paths = ["README.md", "Tests", "Sources", "Fixtures/golden/help"].flatMap {
    path -> [String] in
    if path.hasSuffix(".md") { return [path] }
    let root = package.appending(path: path).path()
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".md") || $0.hasSuffix(".golden") || $0.hasSuffix(".sh") }
      .map { "\(path)/\($0)" }
  }

  @Test("the documents are found")
  func found() { #expect(Self.paths.count > 60) }

  @Test("documents name no path of this machine and no former command", arguments: paths)
  func documents(path: String) throws {
    let text = try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
    for word in [
      Self.package.path(), "--matching", "list --search", "history --clear",
      "--generate-completion-script",
    ] { #expect(!text.contains(word), "\(word)") }
  }
}
