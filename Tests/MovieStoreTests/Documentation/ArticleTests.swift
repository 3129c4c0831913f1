import Foundation
import MovieStore
import TestSupport
import Testing

/// The code in the documentation, as a stranger would use it.
@Suite(.limited, .temporaryDirectory) struct ArticleTests {
  // One test, because what it takes is to compile the library.
  @Test(
    "a stranger's package builds the code of all pages and prints what they say; v7 is added by its page",
    .fullTier)
  func code() throws {
    let articles = try Article.names().map { try Article($0) }.filter { !$0.program.isEmpty }
    let manifest = try #require(articles.flatMap(\.blocks).first { $0.isManifest }).text
    let recipe = try Article("AddingAVersion")
    let pages = articles.filter { $0.name != recipe.name }
    #expect(pages.count > 5)
    let package = try StrangersPackage(manifest: manifest, articles: articles)

    try package.build()
    for page in pages { try expect(page, of: package, in: TemporaryDirectory.path(page.name)) }

    let folder = TemporaryDirectory.path("MovieStore")
    let catalog = try Self.movies(folder)
    #expect(Set(try package.follow(recipe)).count == 5)
    try package.build()
    try expect(recipe, of: package, in: folder)
    #expect(try Self.movies(folder) == catalog)
    try expect(Article("Catalog"), of: package, in: TemporaryDirectory.path("again"))
  }

  private func expect(_ page: Article, of package: StrangersPackage, in folder: String) throws {
    let printed = try package.output(of: page, in: folder)
      .replacing(TemporaryDirectory.current, with: "/home/you")
    #expect(
      printed == page.output,
      "\(page.name) prints otherwise:\n\(Golden.difference(from: page.output, to: printed))")
  }

  private static func movies(_ folder: String) throws -> [CreditedMovie] {
    var store = try MovieStore(path: folder + "/movies.db", access: .reading)
    return try store.movies()
  }

  @Test("the README's program is that of the documentation")
  func readme() throws {
    let blocks = try Article("README.md").blocks.filter { $0.language == "swift" }
    let overview = try Article("MovieStore").blocks.filter { $0.language == "swift" }
    #expect(blocks.map(\.text) == overview.map(\.text))
  }
}
