import Foundation
import MovieStore
import TestSupport
import Testing

/// The code in the articles, built as a package that depends on the library.
@Suite(.limited, .temporaryDirectory) struct ArticleTests {
  @Test("The article on checks lists every code of a finding")
  func codes() throws {
    let article = try Article.text(of: "ChecksAndRepairs")
    for code in Finding.Code.allCases { #expect(article.contains("| `\(code.rawValue)` |")) }
  }

  // One test, because building the library takes most of the time.
  @Test(
    "The sample app and the code of all articles build without a warning and do what is documented, also after v7 is added",
    .fullTier)
  func code() throws {
    let articles = try Article.names().map { try Article($0) }.filter { !$0.program.isEmpty }
    let manifest = try #require(articles.flatMap(\.blocks).first { $0.isManifest }).text
    let recipe = try Article("AddingASchemaVersion")
    let preset = try Article("AddingAPreset")
    let pages = articles.filter { ![recipe.name, preset.name].contains($0.name) }
    #expect(pages.count > 5)
    let package = try ClientPackage(manifest: manifest, articles: articles)

    try package.build("movies/\(SampleApp.path)")
    try SampleApp.expectOutput(of: package.executable("SampleApp"))

    try package.build()
    for page in pages { try expect(page, of: package, in: TemporaryDirectory.path(page.name)) }

    let directory = TemporaryDirectory.path("GettingStarted")
    let catalog = try Self.movies(in: directory)
    #expect(Set(try package.applyFiles(of: recipe)).count == 4)
    #expect(Set(try package.applyFiles(of: preset)).count == 1)
    try package.build()
    try expect(preset, of: package, in: TemporaryDirectory.path(preset.name))
    try expect(recipe, of: package, in: directory)
    #expect(try Self.movies(in: directory) == catalog)
    try expect(Article("GettingStarted"), of: package, in: TemporaryDirectory.path("migrated"))
  }

  private func expect(_ page: Article, of package: ClientPackage, in directory: String) throws {
    let printed = try package.output(of: page, in: directory)
      .replacing(TemporaryDirectory.current, with: "/home/you")
    #expect(
      printed == page.output,
      "the output of \(page.name) differs:\n\(Golden.difference(from: page.output, to: printed))")
  }

  private static func movies(in directory: String) throws -> [Movie] {
    let store = try Catalog(path: directory + "/movies.db", access: .reading)
    return try store.movies()
  }

  @Test("The sample app is short, and has no more than the data layer")
  func size() throws {
    let directory = Article.package.appending(path: "\(SampleApp.path)/Sources/SampleApp")
    let files = try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil)
    let lines = try files.map { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
    #expect((100...200).contains(lines.map(\.count).reduce(0, +)))
  }

  @Test("The Swift code of the README occurs in Getting Started")
  func readme() throws {
    let blocks = try Article("README.md").blocks.filter { $0.language == "swift" }
    let article = try Article("GettingStarted").blocks.map(\.text)
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(article.contains(block.text)) }
  }
}
