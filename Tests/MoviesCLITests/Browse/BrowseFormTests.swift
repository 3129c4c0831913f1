import MovieStore
import MovieSystem
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// The form that edits a movie, or adds one.
@Suite(.limited, .temporaryDirectory) struct BrowseFormTests {
  private var path: String { TemporaryDirectory.current + "/movies.db" }
  private let heat = Movie.ID(rawValue: 3)

  /// A browser at the movie 'Heat'.
  private func browsing() throws -> Browsing {
    var store = try Catalog(path: path, access: .writing)
    try store.addSampleMovies()
    try store.edit(
      id: heat,
      MovieEdit(attributes: [
        .year: [1995], .tag: ["heist", "noir"], .note: ["one\ntwo"], AttributeKey("mine"): [7],
      ]))
    try store.clearHistory()
    let browsing = try Browsing(store)
    browsing.type(":heat\n")
    return browsing
  }

  private func stored() throws -> Movie? {
    try Catalog(path: path, access: .reading).movie(id: heat)
  }

  private func form(_ browsing: Browsing) throws -> MovieForm {
    guard case .form(let form) = browsing.state.overlay else { throw NoForm() }
    return form
  }

  private struct NoForm: Error {}

  /// Moves to the field with this name.
  private func go(to name: String, _ browsing: Browsing) throws {
    let count = try form(browsing).fields.count
    for _ in 0..<count where try form(browsing).fields[form(browsing).focus].name != name {
      browsing.press(.tab)
    }
    #expect(try form(browsing).fields[form(browsing).focus].name == name)
  }

  @Test("e opens the values, each field with its lines")
  func opening() throws {
    let browsing = try browsing()
    browsing.type("e")
    #expect(browsing.line(1) == "Edit 'Heat (1995)'")
    #expect(browsing.line(2) == ">title      Heat")
    #expect(browsing.line(3) == " year       1995")
    #expect(browsing.line(4) == " cast       Al Pacino")
    #expect(browsing.line(5) == "            Robert De Niro")
    #expect(browsing.frame.cursor == ScreenPosition(row: 2, column: 17))
    #expect(
      try form(browsing).fields.map(\.name)
        == ["title", "year", "cast"] + AttributeKey.known.dropFirst().map(\.name)
        + ["mine", "key=value"])
    browsing.press(.escape)
    #expect(browsing.state.overlay == nil)
  }

  @Test("^S saves all edited fields as one change, and keeps the others")
  func saving() throws {
    let browsing = try browsing()
    browsing.type("e")
    browsing.press(.control("u"))
    browsing.type("Heat 2")
    try go(to: "cast", browsing)
    browsing.type("\nAshley Judd\n")
    try go(to: "rating", browsing)
    browsing.type("8.5")
    try go(to: "tag", browsing)
    browsing.type("\nlong\n")
    try go(to: "key=value", browsing)
    browsing.type("place=shelf 3")
    browsing.press(.control("s"))
    #expect(browsing.message == "saved 'Heat 2 (1995)'; new: 'Ashley Judd' (u to undo)")
    #expect(browsing.state.overlay == nil)
    #expect(browsing.selected == "Heat 2")
    let movie = try #require(try stored())
    #expect(movie.cast.map(\.name) == ["Al Pacino", "Robert De Niro", "Val Kilmer", "Ashley Judd"])
    #expect(movie.rating == 8.5 && movie.tags == ["heist", "noir", "long"])
    #expect(movie.note == "one\ntwo" && movie.isFavorite)
    #expect(movie.attributes[try AttributeKey("mine")] == [7])
    #expect(movie.attributes[try AttributeKey("place")] == ["shelf 3"])
    browsing.type("u")
    #expect(try stored()?.title == "Heat")
    #expect(try stored()?.cast.count == 3)
    #expect(try Catalog(path: path, access: .reading).nextUndo() == nil)
  }

  @Test("errors stand below their fields, the cursor goes to the first, and nothing is saved")
  func errors() throws {
    let browsing = try browsing()
    let before = try stored()
    browsing.type("e")
    browsing.press(.control("u"))
    try go(to: "year", browsing)
    browsing.type("x")
    try go(to: "watched", browsing)
    browsing.type("yesterday\nsome day")
    try go(to: "key=value", browsing)
    browsing.type("title=x")
    browsing.press(.control("s"))
    let fields = try form(browsing).fields
    #expect(fields.filter { $0.error != nil }.map(\.name) == ["year", "watched", "key=value"])
    #expect(browsing.line(4) == "            '1995x' is not a year from 1870 to 2200")
    #expect(try form(browsing).focus == 1)
    #expect(browsing.frame.cursor.row == 3)
    browsing.press(.backspace)
    #expect(try form(browsing).fields[1].error == nil)
    browsing.press(.tab, .tab, .tab)
    browsing.press(.control("u"))
    try go(to: "key=value", browsing)
    browsing.press(.control("u"), .control("s"))
    #expect(try form(browsing).fields.first { $0.error != nil }?.error == "the title is empty")
    #expect(browsing.line(3) == "            the title is empty")
    #expect(try stored() == before)
  }

  @Test(
    "Esc and ^C ask before they discard what was typed", arguments: [Key.escape, .control("c")])
  func discarding(key: Key) throws {
    let browsing = try browsing()
    browsing.type("ex")
    #expect(browsing.line(1).hasSuffix("changed"))
    browsing.press(key)
    #expect(browsing.messageLine.hasSuffix("again discards what you typed"))
    browsing.press(.left, key)
    #expect(browsing.state.mode == .form && browsing.effects == [])
    browsing.press(key)
    #expect(key == .escape ? browsing.state.overlay == nil : browsing.effects == [.quit])
    #expect(try stored()?.title == "Heat")
  }

  @Test("fields that another process changed meanwhile keep its values")
  func merging() throws {
    let browsing = try browsing()
    browsing.type("e!")
    var other = try Catalog(path: path, access: .writing)
    try other.edit(id: heat, MovieEdit(attributes: [.rating: [9]]))
    browsing.pollForChanges()
    #expect(browsing.messageLine == "another process changed it: rating 9")
    #expect(try form(browsing).fields[0].area.texts == ["Heat!"])
    browsing.press(.control("s"))
    #expect(try stored()?.title == "Heat!")
    #expect(try stored()?.rating == 9)
  }

  @Test(
    "a movie that another process deleted meanwhile is added again by ^S",
    arguments: [true, false])
  func deleted(isNoticed: Bool) throws {
    let browsing = try browsing()
    browsing.type("e!")
    var other = try Catalog(path: path, access: .writing)
    try other.delete(id: heat)
    if isNoticed {
      browsing.pollForChanges()
    } else {
      browsing.press(.control("s"))
    }
    #expect(
      browsing.messageLine.contains("deleted it; ^S adds it again"), "\(browsing.messageLine)")
    #expect(try form(browsing).fields[0].area.texts == ["Heat!"])
    browsing.press(.control("s"))
    #expect(browsing.message?.hasPrefix("added 'Heat! (1995)'") == true)
    let movie = try #require(try other.movies([.title("heat")]).first)
    #expect(movie.cast.count == 3 && movie.tags == ["heist", "noir"] && movie.note == "one\ntwo")
    #expect(movie.isFavorite)
    #expect(movie.attributes[try AttributeKey("mine")] == [7])
  }

  @Test("a movie that comes back while its form is open is not added again")
  func restored() throws {
    let browsing = try browsing()
    browsing.type("e!")
    var other = try Catalog(path: path, access: .writing)
    try other.delete(id: heat)
    browsing.pollForChanges()
    #expect(browsing.messageLine.contains("deleted it"))
    try other.undo()
    browsing.pollForChanges()
    #expect(browsing.messageLine == "")
    browsing.press(.control("s"))
    #expect(try stored()?.title == "Heat!")
    #expect(try other.movieCount() == 8)
  }

  @Test("a new key that resembles another, and a movie that exists, are noted")
  func notices() throws {
    let browsing = try browsing()
    browsing.type("e")
    try go(to: "key=value", browsing)
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
    let browsing = try browsing()
    browsing.type("e")
    browsing.press(.left, .home, .end, .down, .up, .tab, .backTab)
    #expect(browsing.line(1) == "Edit 'Heat (1995)'")
    browsing.press(.escape)
    #expect(browsing.state.mode == .list)
  }

  @Test("a paste that exceeds the limit of a line with its text is refused")
  func longLine() throws {
    let browsing = try browsing()
    browsing.type("e")
    browsing.press(.paste(String(repeating: "x", count: 16_381)))
    #expect(browsing.messageLine == "the text is too long: the limit is 16,384 characters")
    #expect(try form(browsing).fields[0].area.texts == ["Heat"])
    #expect(browsing.footer.hasPrefix("^S save  Tab next field"))
  }

  @Test("Up and Down go through the lines of all fields")
  func lines() throws {
    let browsing = try browsing()
    browsing.type("e")
    browsing.press(.down, .down, .down)
    #expect(browsing.frame.cursor.row == 5)
    browsing.press(.down, .down, .up)
    #expect(browsing.frame.cursor.row == 6)
  }

  @Test("on a screen that is too small, only a second ^C or Q discards what was typed")
  func tooSmall() throws {
    let browsing = try browsing()
    browsing.type("e!")
    browsing.resize(columns: 20, rows: 5)
    browsing.press(.text("Q"), .text("x"), .control("c"))
    #expect(browsing.effects == [])
    browsing.resize(columns: 80, rows: 24)
    #expect(try form(browsing).fields[0].area.texts == ["Heat!"])
    browsing.resize(columns: 20, rows: 5)
    browsing.press(.control("c"), .control("c"))
    #expect(browsing.effects == [.quit])
  }

  @Test("a note keeps what the form does not show")
  func note() throws {
    var store = try Catalog(path: path, access: .writing)
    let note = "a\tb\u{7}\r\nline \u{2028}two"
    let id = try store.add(MovieDraft(title: "T", attributes: [.note: [.text(note)]])).id
    let browsing = try Browsing(store)
    browsing.type("e")
    try go(to: "note", browsing)
    browsing.type("\nthree")
    browsing.press(.control("s"))
    #expect(try Catalog(path: path, access: .reading).movie(id: id)?.note == note + "\nthree")
  }

  @Test("A adds a movie, and moves to it")
  func adding() throws {
    let browsing = try browsing()
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
    let browsing = try browsing()
    browsing.type("ARonin (1998)")
    browsing.press(.control("s"))
    #expect(browsing.message == "added 'Ronin (1998)' (u to undo)")
    #expect(browsing.selected == "Ronin")
    #expect(browsing.list.selected?.movie?.year == 1998)
  }

  @Test("pastes with line ends fill several lines of a cast, and one of a title")
  func pasting() throws {
    let browsing = try browsing()
    browsing.type("A")
    browsing.press(.paste("A\nTitle\u{1B}[2J"))
    browsing.press(.tab, .tab, .paste("One\nTwo\nThree"), .oversizedPaste)
    #expect(browsing.messageLine == "paste ignored: it is longer than 1.0 MiB")
    browsing.press(.control("s"))
    #expect(browsing.list.selected?.movie?.cast.map(\.name) == ["One", "Two", "Three"])
    #expect(browsing.selected == "A Title[2J")
  }

  @Test("a form of any size of screen keeps what was typed")
  func resizing() throws {
    let browsing = try browsing()
    browsing.type("e!")
    for (columns, rows) in [(20, 5), (40, 8), (200, 60), (1, 1), (80, 24)] {
      browsing.resize(columns: columns, rows: rows)
      let frame = browsing.frame
      #expect(frame.rows.count == rows && frame.cursor.row <= rows)
      if columns < 40 { browsing.type("?") }
    }
    #expect(try form(browsing).fields[0].area.texts == ["Heat!"])
    browsing.press(.control("s"))
    #expect(try stored()?.title == "Heat!")
  }

  @Test("a failed save keeps the form")
  func failure() throws {
    let browsing = try browsing()
    browsing.type("e!")
    let lock = try PlainConnection(path)
    try lock.run("BEGIN IMMEDIATE")
    browsing.press(.control("s"))
    #expect(browsing.messageLine.hasPrefix("busy: another process is writing"))
    #expect(try form(browsing).fields[0].area.texts == ["Heat!"])
    try lock.run("ROLLBACK")
    browsing.pollForChanges()
    browsing.press(.control("s"))
    #expect(try stored()?.title == "Heat!")
  }

  @Test("a full disk keeps the form, and another save succeeds")
  func fullDisk() throws {
    var store = try Catalog(path: path, access: .writing)
    try store.addSampleMovies()
    let pages = try store.core.connection.queryInt("PRAGMA page_count")
    try store.core.connection.execute("PRAGMA max_page_count = \(raw: pages)")
    let browsing = try Browsing(store)
    let cast = (1...3_000).map { "Name \($0)" }
    browsing.type(":heat\ne")
    try go(to: "cast", browsing)
    browsing.press(.paste("\n" + cast.joined(separator: "\n")), .control("s"))
    #expect(browsing.messageLine.contains("full"), "\(browsing.messageLine)")
    #expect(try form(browsing).fields[2].area.texts.count == 3_003)
    #expect(try stored()?.cast.count == 3)
    for _ in cast { browsing.press(.control("u"), .backspace) }
    browsing.type("!")
    browsing.press(.control("s"))
    #expect(try stored()?.cast.last?.name == "Val Kilmer!")
  }

  @Test("texts that the form cannot show stay as they are stored, unless they are edited")
  func foreignTexts() throws {
    var store = try Catalog(path: path, access: .writing)
    let cast = ["A\u{1B}B", "C\nD", String(repeating: "e", count: 16_384)]
    let id = try store.add(MovieDraft(title: "T\u{7}", cast: cast)).id
    let browsing = try Browsing(store)
    browsing.type("e")
    try go(to: "cast", browsing)
    browsing.type("\nNew")
    browsing.press(.control("s"))
    let movie = try Catalog(path: path, access: .reading).movie(id: id)
    #expect(movie?.cast.map(\.name) == cast + ["New"])
    #expect(movie?.title == "T\u{7}")
  }

  @Test("a cast of 20,000 names is edited, and every key is fast")
  func largeCast() throws {
    var store = try Catalog(path: path, access: .writing)
    try store.add(MovieDraft(title: "Crowd", cast: (1...20_000).map { "Name \($0)" }))
    let browsing = try Browsing(store)
    browsing.type("e")
    try go(to: "cast", browsing)
    for _ in 0..<200 { browsing.press(.up, .text("x"), .backspace) }
    browsing.type("!")
    browsing.press(.control("s"))
    #expect(browsing.list.selected?.movie?.cast[19_799].name == "Name 19800!")
  }
}
