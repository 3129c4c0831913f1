import MovieStore
import MovieSystem
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited) struct BrowseAttributeTests {
  /// Midnight can pass between the key and the comparison.
  private static func today() -> String { Clock.localDate() }

  private func browsing(columns: Int = 80, _ title: String = "Ran") throws -> Browsing {
    var store = try Catalog()
    try store.addSampleMovies()
    for movie in try store.movies() where movie.title == title {
      try store.edit(
        id: movie.id, MovieEdit(attributes: try MovieAttributes([.year: [.integer(1985)]])))
    }
    try store.clearHistory()
    return try Browsing(store, columns: columns)
  }

  @Test("a movie with the tag 'seen' has the mark of watched ones, as 'is:watched' finds it")
  func seen() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Ran", attributes: [.tag: ["Seen"]]))
    let browsing = try Browsing(store)
    #expect(browsing.line(2).hasPrefix(">  ✓ Ran"))
    browsing.type("/is:watched\n")
    #expect(browsing.visible == ["Ran"])
  }

  @Test("the year is beside the title, in the list and in the path")
  func year() throws {
    let browsing = try browsing()
    browsing.type("/ran\n")
    #expect(browsing.line(2).hasPrefix("> ★  Ran                                  1985  "))
    browsing.type("\n")
    #expect(browsing.path.hasPrefix("Movies › Ran (1985) ★  "))
  }

  @Test("a title that is too long is truncated, also before a year without a column")
  func longTitle() throws {
    let browsing = try browsing(columns: 40, "Le Fabuleux Destin d'Amélie Poulain")
    browsing.type("/poulain\n")
    #expect(browsing.line(2) == ">    Le Fabuleux Destin d'A…  1985")
    browsing.type("cyear\n")
    browsing.press(.escape)
    #expect(browsing.line(2) == ">    Le Fabuleux Destin d'… (1985)")
  }

  @Test("/ does not search years")
  func filter() throws {
    let browsing = try browsing()
    browsing.type("/1985\n")
    #expect(browsing.visible == [])
  }

  @Test("w adds the current date and removes it, and u undoes it")
  func watched() throws {
    let browsing = try browsing()
    browsing.type("/ran\nw")
    let today = Self.today()
    #expect(browsing.message == "'Ran (1985)' watched on \(today) (u to undo)")
    #expect(browsing.list.selected?.movie?.attributes[.watched] == [.text(today)])
    #expect(browsing.list.selected?.movie?.attributes.year == 1985)
    browsing.type("w")
    #expect(browsing.message == "'Ran (1985)' no longer watched on \(today) (u to undo)")
    #expect(browsing.list.selected?.movie?.attributes[.watched] == [])
    browsing.type("u")
    #expect(browsing.list.selected?.movie?.attributes[.watched] == [.text(today)])
    browsing.type("u")
    #expect(browsing.list.selected?.movie?.attributes[.watched] == [])
    browsing.press(.control("r"))
    #expect(browsing.list.selected?.movie?.attributes[.watched] == [.text(today)])
  }

  @Test("w takes a movie off the watchlist, and says so")
  func watchlist() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Ran", attributes: [.tag: ["watchlist", "war"]]))
    let browsing = try Browsing(store)
    let today = Self.today()
    browsing.type("w")
    #expect(browsing.message == "'Ran' watched on \(today), off the watchlist (u to undo)")
    #expect(browsing.list.selected?.movie?.tags == ["war"])
    browsing.type("u")
    #expect(browsing.list.selected?.movie?.tags == ["watchlist", "war"])
  }

  @Test("w keeps the other dates")
  func otherDates() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Ran", attributes: [.watched: ["2001-02-03", "9999"]]))
    let browsing = try Browsing(store)
    let today = Self.today()
    browsing.type("w")
    #expect(browsing.message == "'Ran' watched on \(today) (u to undo)")
    func dates() -> [String]? { browsing.list.selected?.movie?.watched.map(\.description) }
    #expect(dates() == ["2001-02-03", today, "9999"])
    browsing.type("w")
    #expect(browsing.message == "'Ran' no longer watched on \(today) (u to undo)")
    #expect(dates() == ["2001-02-03", "9999"])
  }

  @Test("in a cast, w applies to the movie")
  func inCast() throws {
    let browsing = try browsing()
    browsing.type("/ran\n\nw")
    #expect(browsing.message == "'Ran (1985)' watched on \(Self.today()) (u to undo)")
    browsing.type("w")
    #expect(browsing.message == "'Ran (1985)' no longer watched on \(Self.today()) (u to undo)")
  }
}
