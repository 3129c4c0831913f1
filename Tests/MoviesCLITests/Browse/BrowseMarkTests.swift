import MovieStore
import MovieSystem
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct BrowseMarkTests {
  private var path: String { TemporaryDirectory.current + "/movies.db" }

  private func browsing() throws -> Browsing {
    var store = try Catalog(path: path, access: .writing)
    try store.addSampleMovies()
    return try Browsing(store)
  }

  private func titles(_ query: MovieQuery) throws -> [String] {
    try Catalog(path: path, access: .reading).movies(query).map(\.title)
  }

  @Test("v marks movies one by one, V a range, * all; Esc clears the marks before the filter")
  func marking() throws {
    let browsing = try browsing()
    browsing.type("v")
    #expect(browsing.line(2).hasPrefix(" +   Le Fab"))
    #expect(browsing.list.cursor == 1)
    #expect(browsing.footer.hasPrefix("1 marked, 8 movies"))
    browsing.type("jjV")
    #expect(browsing.footer.hasPrefix("4 marked, 8 movies"))
    browsing.type("kv")
    #expect(browsing.footer.hasPrefix("3 marked, 8 movies"))
    browsing.type("*")
    #expect(browsing.footer.hasPrefix("8 marked, 8 movies"))
    browsing.type("v")
    #expect(browsing.footer.hasPrefix("7 marked, 8 movies"))
    browsing.type("**")
    #expect(browsing.footer.hasPrefix("8 movies"))
    browsing.type("/o\nv")
    browsing.press(.escape)
    #expect(browsing.footer.hasPrefix("4 movies"))
    browsing.press(.escape)
    #expect(browsing.footer.hasPrefix("8 movies"))
  }

  @Test("a range goes in both directions and over rows that are not loaded")
  func range() throws {
    var store = try Catalog(path: path, access: .writing)
    try store.seed(400, seed: 1)
    let browsing = try Browsing(store, rows: 10)
    browsing.type("jjvGkV")
    #expect(browsing.footer.hasPrefix("397 marked, 400 movies"))
    browsing.press(.escape)
    browsing.type("v")
    browsing.type("gjV")
    #expect(browsing.footer.hasPrefix("398 marked, 400 movies"))
  }

  @Test(
    "keys apply to all marked movies as one change",
    arguments: [
      ("f", "2 movies are now favorites", "is:favorite"),
      ("w", "2 movies watched on ", "is:watched"), ("W\n", "2 movies watched on ", "is:watched"),
      ("r8\n", "rated 2 movies 8", "rating:8"), ("tx, y\n", "tagged 2 movies: x, y", "tag=y"),
    ])
  func changes(keys: String, message: String, query: String) throws {
    let browsing = try browsing()
    let before = try titles(MovieQuery(query))
    browsing.type("jvjv" + keys)
    #expect(browsing.message?.hasPrefix(message) == true, "\(browsing.message ?? "")")
    #expect(
      try Set(titles(MovieQuery(query))) == Set(before + ["Fight Club", "Koyaanisqatsi"]))
    #expect(browsing.footer.hasPrefix("2 marked"))
    browsing.type("u")
    #expect(try titles(MovieQuery(query)) == before)
    #expect(try Catalog(path: path, access: .reading).nextUndo() == nil)
  }

  @Test("f and w take back what all marked movies have")
  func toggles() throws {
    let browsing = try browsing()
    browsing.type("*f")
    #expect(browsing.message == "5 movies are now favorites (u to undo)")
    browsing.type("f")
    #expect(browsing.message == "8 movies are no longer favorites (u to undo)")
    browsing.type("ww")
    #expect(browsing.message == "8 movies no longer watched on \(Clock.localDate()) (u to undo)")
    #expect(try titles(MovieQuery("is:watched")) == [])
  }

  @Test("T removes tags of marked movies, and x deletes them; u brings them back")
  func deletion() throws {
    let browsing = try browsing()
    browsing.type("*tx\nv")
    browsing.type("Tx\n")
    #expect(browsing.message == "untagged 7 movies: x (u to undo)")
    browsing.type("xj")
    #expect(browsing.footer.hasPrefix("7 marked, 8 movies"))
    browsing.type("x")
    #expect(browsing.message == "x again to delete 7 movies")
    browsing.type("x")
    #expect(browsing.message == "deleted 7 movies (u to undo, later: movies undo)")
    #expect(browsing.footer.hasPrefix("1 movie "))
    browsing.type("u")
    #expect(browsing.footer.hasPrefix("8 movies"))
  }

  @Test("marked movies that are gone are left out")
  func gone() throws {
    let browsing = try browsing()
    browsing.type("vv")
    var other = try Catalog(path: path, access: .writing)
    try other.delete(id: Movie.ID(rawValue: 4))
    browsing.pollForChanges()
    browsing.type("f")
    #expect(browsing.message == "'Fight Club' is now a favorite (u to undo)")
    try other.delete(id: Movie.ID(rawValue: 6))
    browsing.pollForChanges()
    browsing.type("y")
    #expect(browsing.effects == [])
    #expect(browsing.message == "the marked movies are no longer in the catalog")
  }

  @Test("another filter clears the marks; movies that a change takes out of the list stay marked")
  func filters() throws {
    let browsing = try browsing()
    browsing.type("/!has:rating\n*r7\n")
    #expect(browsing.footer.hasPrefix("8 marked, 0 movies"))
    browsing.type("tx\n")
    #expect(browsing.message == "tagged 8 movies: x (u to undo)")
    browsing.type("y")
    guard case .copy(let titles)? = browsing.effects.first else {
      Issue.record("nothing was copied")
      return
    }
    #expect(titles.count == 8)
    browsing.type("/x")
    browsing.press(.escape)
    #expect(browsing.footer.hasPrefix("8 marked"))
    browsing.type("/")
    browsing.press(.control("u"))
    browsing.type("ran\n")
    #expect(browsing.footer.hasPrefix("1 movie "))
  }

  @Test("all movies of the list are those that it had when they were marked")
  func everything() throws {
    let browsing = try browsing()
    browsing.type("*")
    var other = try Catalog(path: path, access: .writing)
    try other.add(MovieDraft(title: "Alien"))
    browsing.pollForChanges()
    #expect(browsing.footer.hasPrefix("8 marked, 9 movies"))
    browsing.type("tx\n")
    #expect(browsing.message == "tagged 8 movies: x (u to undo)")
    #expect(try titles(MovieQuery("alien !tag=x")) == ["Alien"])
    // The new movie is marked by itself, the next one is not any more.
    browsing.type("gvv")
    #expect(browsing.footer.hasPrefix("8 marked, 9 movies"))
    browsing.type("gn")
    #expect(browsing.selected == "Fight Club")
    // A movie that comes into the list later is not marked, either.
    browsing.press(.escape)
    browsing.type("/is:favorite\n*")
    try other.setFavorite(true, of: [Movie.ID(rawValue: 8)])
    browsing.pollForChanges()
    #expect(browsing.footer.hasPrefix("3 marked, 4 movies"))
    browsing.type("/")
    browsing.press(.control("u"))
    browsing.type("no such movie\n*f")
    #expect(browsing.footer.hasPrefix("0 movies"))
  }

  @Test("V marks the movie itself if there is no other to begin a range with")
  func rangeOfOne() throws {
    let browsing = try browsing()
    browsing.type("VjjV")
    #expect(browsing.footer.hasPrefix("3 marked"))
    browsing.press(.escape)
    browsing.type("*V")
    #expect(browsing.footer.hasPrefix("8 marked"))
  }

  @Test("n and N go to marked movies; y and Y copy them")
  func using() throws {
    let browsing = try browsing()
    browsing.type("jvjjv")
    browsing.type("gn")
    #expect(browsing.selected == "Fight Club")
    browsing.type("n")
    #expect(browsing.selected == "On the Waterfront")
    browsing.type("N")
    #expect(browsing.selected == "Fight Club")
    browsing.type("y")
    #expect(browsing.effects == [.copy(["Fight Club", "On the Waterfront"])])
    browsing.type("Y")
    #expect(browsing.effects == [.copy(["6", "2"])])
    browsing.press(.escape)
    browsing.type("Y")
    #expect(browsing.effects == [.copy(["6"])])
    browsing.type("2v")
    #expect(browsing.message == "v works only in a list of movies")
  }
}
