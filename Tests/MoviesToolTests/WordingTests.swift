import Foundation
import MoviesCLI
import TestSupport
import Testing

/// No text that a user reads contains a word of `AvoidedWords`.
@Suite(.limited) struct WordingTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("the search finds avoided words, and no others")
  func control() throws {
    let text = "Mended at once. A recommended filmography is next to the database."
    #expect(try AvoidedWords.found(in: text) == ["mended", "at once"])
  }

  @Test(
    "documents", arguments: ["README.md", "Tests/README.md", "Sources/movies/install.sh"])
  func documents(path: String) throws {
    try expectPlain(String(contentsOf: Self.package.appending(path: path), encoding: .utf8), path)
  }

  @Test("articles, without their Swift code and symbol links")
  func articles() throws {
    let articles = try ["MovieStore", "MovieStoreMaintenance"].flatMap {
      try Self.files(below: "Sources/\($0)/\($0).docc", "md")
    }
    #expect(articles.count > 8)
    for article in articles {
      let text = try String(contentsOf: article, encoding: .utf8)
        .replacing(/```swift\n(?:.|\n)*?\n```/, with: "").replacing(/``[^`]+``/, with: "")
      try expectPlain(text, article.lastPathComponent)
    }
  }

  @Test("help pages, as recorded")
  func help() throws {
    let pages = try Self.files(below: "Fixtures/golden/help", "golden")
    #expect(pages.count > 20)
    for page in pages {
      try expectPlain(String(contentsOf: page, encoding: .utf8), page.lastPathComponent)
    }
  }

  @Test("string literals of the sources: messages, prompts, the manual page")
  func literals() throws {
    var count = 0
    for file in try Self.files(below: "Sources", "swift") where !Self.hasData(file) {
      let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      let literals = code.matches(of: /"((?:[^"\\\n]|\\.)*)"/).map(\.1)
        .filter { $0.contains(" ") }
      count += literals.count
      let text = literals.joined(separator: "\n").replacing(/\\\([^)]*\)*/, with: "…")
      try expectPlain(text, file.lastPathComponent)
    }
    #expect(count > 1_000)
  }

  /// Whether the literals of a file are titles, names and words of generated movies.
  private static func hasData(_ file: URL) -> Bool {
    ["MovieSamples/"].contains { file.path().contains($0) }
  }

  private static func files(below directory: String, _ fileExtension: String) throws -> [URL] {
    let root = package.appending(path: directory)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path()).sorted()
      .filter { $0.hasSuffix(".\(fileExtension)") }.map { root.appending(path: $0) }
  }

  private func expectPlain(
    _ text: some StringProtocol, _ location: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try AvoidedWords.found(in: String(text))
    #expect(found == [], "\(location)", sourceLocation: sourceLocation)
  }
}
