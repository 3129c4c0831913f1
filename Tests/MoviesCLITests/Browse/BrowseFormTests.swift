import MovieStore
import MovieSystem
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// The form that edits a movie, or adds one.
@Suite(.limited, .temporaryDirectory) struct BrowseFormTests {
  private let catalog: FormBrowsing
  private var browsing: Browsing { catalog.browsing }
  private var path: String { catalog.path }
  private var heat: Movie.ID { catalog.heat }

  init() throws { catalog = try FormBrowsing() }

  @Test("e opens the values, each field with its lines")
  func opening() throws {
    browsing.type("e")
    #expect(browsing.line(1) == "Edit 'Heat (1995)'")
    #expect(browsing.line(2) == ">title      Heat")
    #expect(browsing.line(3) == " year       1995")
    #expect(browsing.line(4) == " cast       Al Pacino")
    #expect(browsing.line(5) == "            Robert De Niro")
    #expect(browsing.frame.cursor == ScreenPosition(row: 2, column: 17))
    #expect(
      try browsing.form().fields.map(\.name)
        == ["title", "year", "cast"] + AttributeKey.known.dropFirst().map(\.name)
        + ["mine", "key=value"])
    browsing.press(.escape)
    #expect(browsing.state.overlay == nil)
  }

  @Test("^S saves all edited fields as one change, and keeps the others")
  func saving() throws {
    browsing.type("e")
    browsing.press(.control("u"))
    browsing.type("Heat 2")
    try browsing.go(to: "cast")
    browsing.type("\nAshley Judd\n")
    try browsing.go(to: "rating")
    browsing.type("8.5")
    try browsing.go(to: "tag")
    browsing.type("\nlong\n")
    try browsing.go(to: "key=value")
    browsing.type("place=shelf 3")
    browsing.press(.control("s"))
    #expect(browsing.message == "saved 'Heat 2 (1995)'; new: 'Ashley Judd' (u to undo)")
    #expect(browsing.state.overlay == nil)
    #expect(browsing.selected == "Heat 2")
    let movie = try #require(try catalog.stored())
    #expect(movie.cast.map(\.name) == ["Al Pacino", "Robert De Niro", "Val Kilmer", "Ashley Judd"])
    #expect(movie.rating == 8.5 && movie.tags == ["heist", "noir", "long"])
    #expect(movie.note == "one\ntwo" && movie.isFavorite)
    #expect(movie.attributes[try AttributeKey("mine")] == [7])
    #expect(movie.attributes[try AttributeKey("place")] == ["shelf 3"])
    browsing.type("u")
    #expect(try catalog.stored()?.title == "Heat")
    #expect(try catalog.stored()?.cast.count == 3)
    #expect(try Catalog(path: path, access: .reading).nextUndo() == nil)
  }

  @Test("errors stand below their fields, the cursor goes to the first, and nothing is saved")
  func errors() throws {
    let before = try catalog.stored()
    browsing.type("e")
    browsing.press(.control("u"))
    try browsing.go(to: "year")
    browsing.type("x")
    try browsing.go(to: "watched")
    browsing.type("yesterday\nsome day")
    try browsing.go(to: "key=value")
    browsing.type("title=x")
    browsing.press(.control("s"))
    let fields = try browsing.form().fields
    #expect(fields.filter { $0.error != nil }.map(\.name) == ["year", "watched", "key=value"])
    #expect(browsing.line(4) == "            '1995x' is not a year from 1870 to 2200")
    #expect(try browsing.form().focus == 1)
    #expect(browsing.frame.cursor.row == 3)
    browsing.press(.backspace)
    #expect(try browsing.form().fields[1].error == nil)
    browsing.press(.tab, .tab, .tab)
    browsing.press(.control("u"))
    try browsing.go(to: "key=value")
    browsing.press(.control("u"), .control("s"))
    #expect(try browsing.form().fields.first { $0.error != nil }?.error == "the title is empty")
    #expect(browsing.line(3) == "            the title is empty")
    #expect(try catalog.stored() == before)
  }

  @Test(
    "Esc and ^C ask before they discard what was typed", arguments: [Key.escape, .control("c")])
  func discarding(key: Key) throws {
    browsing.type("ex")
    #expect(browsing.line(1).hasSuffix("changed"))
    browsing.press(key)
    #expect(browsing.messageLine.hasSuffix("again discards what you typed"))
    browsing.press(.left, key)
    #expect(browsing.state.mode == .form && browsing.effects == [])
    browsing.press(key)
    #expect(key == .escape ? browsing.state.overlay == nil : browsing.effects == [.quit])
    #expect(try catalog.stored()?.title == "Heat")
  }

  @Test("a new key that resembles another, and a movie that exists, are noted")
  func notices() throws {
    browsing.type("e")
    try browsing.go(to: "key=value")
    browsing.type("yeer=1996")
    browsing.press(.control("s"))
    #expect(browsing.message?.contains("; new key 'yeer'. Did you mean 'year'?") == true)
    browsing.type("Aheat")
    browsing.press(.tab)
    browsing.type("1995")
    browsing.press(.control("s"))
    #expect(browsing.message?.contains("the catalog already has 'Heat (1995)' (id 3)") == true)
  }

  @Test("moving the cursor is no edit")
  func moving() throws {
    browsing.type("e")
    browsing.press(.left, .home, .end, .down, .up, .tab, .backTab)
    #expect(browsing.line(1) == "Edit 'Heat (1995)'")
    browsing.press(.escape)
    #expect(browsing.state.mode == .list)
  }

  @Test("Up and Down go through the lines of all fields")
  func lines() throws {
    browsing.type("e")
    browsing.press(.down, .down, .down)
    #expect(browsing.frame.cursor.row == 5)
    browsing.press(.down, .down, .up)
    #expect(browsing.frame.cursor.row == 6)
  }

  @Test("A adds a movie, and moves to it")
  func adding() throws {
    browsing.type("A")
    #expect(browsing.line(1) == "New movie")
    browsing.press(.control("s"))
    #expect(browsing.line(3) == "            the title is empty")
    browsing.type("Ronin\n1998\nRobert De Niro\nJean Reno")
    browsing.press(.control("s"))
    #expect(
      browsing.message == "added 'Ronin (1998)'; new: 'Jean Reno' (u to undo)")
    #expect(browsing.selected == "Ronin")
    #expect(browsing.list.selected?.movie?.cast.map(\.name) == ["Robert De Niro", "Jean Reno"])
  }

  @Test("a year in the title of a new movie is its year")
  func titleWithYear() throws {
    browsing.type("ARonin (1998)")
    browsing.press(.control("s"))
    #expect(browsing.message == "added 'Ronin (1998)' (u to undo)")
    #expect(browsing.selected == "Ronin")
    #expect(browsing.list.selected?.movie?.year == 1998)
  }
}
