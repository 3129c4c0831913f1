import Foundation
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The pages of a large file that small changes write.
@Suite(.limited, .temporaryDirectory) struct PagesChangedTests {
  /// The number of pages that the closure changes or adds, including the page of the change counter.
  private static func pagesChanged(
    _ body: (inout Catalog) throws -> Void
  ) throws -> Int {
    let path = try LargeCatalog.file()
    let before = try Data(contentsOf: URL(filePath: path))
    do {
      var store = try Catalog(path: path, access: .writing)
      try body(&store)
    }
    let after = try Data(contentsOf: URL(filePath: path))
    let starts = stride(from: 0, to: max(before.count, after.count), by: LargeCatalog.pageSize)
    return starts.count { start in
      before.dropFirst(start).prefix(LargeCatalog.pageSize)
        != after.dropFirst(start).prefix(LargeCatalog.pageSize)
    }
  }

  @Test("Opening and unchanged favorites write nothing")
  func nothing() throws {
    #expect(try Self.pagesChanged { _ in } == 0)
    #expect(try Self.pagesChanged { try $0.setFavorite(true, of: [10]) } == 0)
  }

  // The first change also creates the tables of the history: two pages, and their rows of the schema.
  @Test(
    "A favorite changes one page of movies, the history and the change counter",
    arguments: [1, 777, 20_000])
  func favorite(id: Int64) throws {
    let pages = try Self.pagesChanged {
      try $0.toggleFavorite(id: Movie.ID(rawValue: id))
    }
    #expect((4...6).contains(pages), "\(pages)")
  }

  @Test("A deletion changes few pages", arguments: [1, 777, 20_000])
  func delete(id: Int64) throws {
    let pages = try Self.pagesChanged { try $0.delete(id) }
    #expect((4...24).contains(pages), "\(pages)")
  }

  @Test("An addition changes few pages")
  func add() throws {
    let pages = try Self.pagesChanged {
      try $0.add("The Film 01234 of those that were made", "Actor 8 of the Company", "Newcomer")
    }
    #expect((4...24).contains(pages), "\(pages)")
  }

  @Test("An addition of several movies changes few pages")
  func addSeveral() throws {
    let drafts = try [draft("New", ["Actor 8 of the Company", "A"]), draft("Newer", ["A"])]
    let pages = try Self.pagesChanged { try $0.add(contentsOf: drafts) }
    #expect((4...24).contains(pages), "\(pages)")
  }
}
