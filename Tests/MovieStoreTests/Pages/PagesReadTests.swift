import Foundation
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The pages of a large file that queries read.
@Suite(
  .limited, .temporaryDirectory,
  .enabled(if: FileManager.default.isReadableFile(atPath: "/proc/thread-self/io")))
struct PagesReadTests {
  private static func store() throws -> Catalog {
    try Catalog(path: try LargeCatalog.file(), access: .reading)
  }

  @Test("Reading a whole table exceeds the limits of the other tests")
  func whole() throws {
    let store = try Self.store()
    let query = MovieQuery([.isFavorite])
    let (count, pages) = try LargeCatalog.reading { try store.movieCount(query) }
    #expect(count > LargeCatalog.movieCount / 11)
    #expect(pages > 400)
  }

  @Test(
    "Reads the first page from an index, in both directions",
    arguments: [
      Listing(limit: 20), Listing(descending: true, limit: 20),
      Listing(order: .added, limit: 20), Listing(limit: 20, offset: 100),
      Listing([.isFavorite], limit: 5),
    ])
  func firstPage(query: Listing) throws {
    let store = try Self.store()
    let (movies, pages) = try LargeCatalog.reading { try store.movies(query) }
    #expect(movies.count == query.limit)
    #expect(pages < 130)
  }

  @Test(
    "Reads a page from an index at every position",
    arguments: [
      Listing(), Listing(descending: true), Listing(order: .added),
      Listing([.isFavorite], order: .added, descending: true),
      Listing([.title("m")]), Listing([.text("made")]), Listing([.actor(id: 17)]),
    ])
  func pages(query: Listing) throws {
    let store = try Self.store()
    let middle = try #require(try store.movie(id: 13_000))
    for place in [MoviePage.Anchor.first, .last, .after(middle), .before(middle), .around(middle)] {
      let (page, pages) = try LargeCatalog.reading { try store.page(of: query, at: place, rows: 5) }
      #expect((query.query == [.actor(id: 17)] ? 1...10 : 5...10).contains(page.movies.count))
      #expect(pages < 130, "\(place)")
    }
  }

  @Test(
    "Reads a page by an attribute from its index at every position",
    arguments: [
      Listing(order: .attribute(.year)), Listing(order: .attribute(.year), descending: true),
      Listing([.year >= 1950], order: .attribute(.year)),
    ])
  func attributePages(query: Listing) throws {
    let path = try LargeCatalog.fileWithYears()
    try OtherProgram.run(path, "DELETE FROM MovieAttribute WHERE movieID % 3 = 0")
    let whole = try Catalog(path: path, access: .reading).movies(query)
    let store = try Catalog(path: path, access: .reading)
    for index in [0, 9_000, whole.count - 12] {
      let movie = whole[index]
      for place in [MoviePage.Anchor.after(movie), .before(movie), .around(movie)] {
        let (page, pages) = try LargeCatalog.reading {
          try store.page(of: query, at: place, rows: 5)
        }
        #expect((index == 0 ? 0...6 : 5...10).contains(page.movies.count))
        #expect(pages < 130, "\(place): \(pages)")
      }
    }
  }

  @Test(
    "Finds a page of rare matches with the search index",
    arguments: [LargeCatalog.rareWord, "film zebra"])
  func rarePage(typed: String) throws {
    let store = try Self.store()
    let query = Listing(.titles(typed))
    let (page, pages) = try LargeCatalog.reading { try store.page(of: query, at: .last, rows: 5) }
    #expect(page.movies.map(\.id) == [4_711])
    #expect(pages < 1_400)
  }

  @Test(
    "Finds a page by an attribute with an index, and reads a page by an attribute from it",
    arguments: [false, true])
  func attributes(descending: Bool) throws {
    let path = try LargeCatalog.fileWithYears()
    let queries: [(condition: String?, order: MovieOrder)] = [
      ("year=1995", .title), ("year=1995", .added), ("year>=1900", .title), ("year>=1900", .added),
      (nil, .attribute(.year)), ("year>=1995", .attribute(.year)),
    ]
    for (condition, order) in queries {
      let chosen = try condition.map { try MovieQuery($0) } ?? .all
      // A new store has cached nothing.
      let store = try Catalog(path: path, access: .reading)
      let (movies, pages) = try LargeCatalog.reading {
        try store.movies(chosen, order: order, descending: descending, limit: 20)
      }
      #expect(movies.count == 20)
      #expect(pages < 320, "\(chosen) \(order): \(pages)")
    }
  }

  @Test("Reads few pages for the texts that a mistyped one can stand for")
  func attributeTexts() throws {
    let path = try LargeCatalog.fileWithYears()
    try OtherProgram.run(
      path,
      """
      INSERT INTO MovieAttribute
      SELECT id, 'themes', 0, 'A theme with a long name ' || (id % 5) FROM MovieModel
      """)
    let store = try Catalog(path: path, access: .reading)
    for text in ["a theme", "a theme with a lnog name 3", "x", "A theme with a long name 5"] {
      let (texts, pages) = try LargeCatalog.reading {
        try store.attributeTexts(of: AttributeKey("themes"), near: text)
      }
      #expect(texts.sorted() == (0..<5).map { "A theme with a long name \($0)" })
      #expect(pages < 100, "\(pages)")
    }
  }

  @Test("Skips rows of a far page in an index")
  func farPage() throws {
    let store = try Self.store()
    let query = Listing(limit: 5, offset: 19_000)
    let (movies, pages) = try LargeCatalog.reading { try store.movies(query) }
    #expect(movies.count == 5)
    #expect(pages < 330)
  }

  @Test(
    "A search reads few titles that do not match",
    arguments: [LargeCatalog.rareWord, "bra4711, and", "zebra film", "ebra4"],
    [MovieOrder.title, .relevance, .added])
  func search(typed: String, order: MovieOrder) throws {
    let store = try Self.store()
    let query = Listing(.titles(typed), order: order)
    let (ids, pages) = try LargeCatalog.reading { try store.ids(query) }
    #expect(ids == [4_711])
    #expect(pages < 40)
  }

  @Test("A search without matches reads few pages")
  func nothing() throws {
    let store = try Self.store()
    let query = MovieQuery([.title("qqq")])
    let (ids, pages) = try LargeCatalog.reading { try store.ids(query) }
    #expect(ids.isEmpty)
    #expect(pages < 12)
  }

  @Test("Reads few pages for the first matches of a frequent letter")
  func letter() throws {
    let store = try Self.store()
    let query = Listing(.titles("m"), limit: 10)
    let (movies, pages) = try LargeCatalog.reading { try store.movies(query) }
    #expect(movies.count == 10)
    #expect(pages < 90)
  }

  @Test("Reads few pages for one movie, its cast, an actor's movies and a reference")
  func lookups() throws {
    let store = try Self.store()
    let movie = try LargeCatalog.reading { try store.movie(id: 777)?.cast.count }
    #expect(movie.result == 4)
    #expect(movie.pages < 16)
    let cast = try LargeCatalog.reading { try store.actors(in: 13_000).count }
    #expect(cast.result == 4)
    #expect(cast.pages < 16)
    let credits = try LargeCatalog.reading { try store.movies([.actor(id: 500)]).count }
    #expect(credits.result > 4)
    #expect(credits.pages < 40)
    let title = MovieReference.title(LargeCatalog.rareTitle)
    let named = try LargeCatalog.reading { try store.movies(referredToBy: [title]).map(\.id) }
    #expect(named.result == [4_711])
    #expect(named.pages < 40)
  }
}
