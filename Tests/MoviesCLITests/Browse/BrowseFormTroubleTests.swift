import MovieStore
import MovieSystem
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// The form while other processes change the movie, and with unusual text.
@Suite(.limited, .temporaryDirectory) struct BrowseFormTroubleTests {
  private let catalog: FormBrowsing
  private var browsing: Browsing { catalog.browsing }
  private var path: String { catalog.path }
  private var heat: Movie.ID { catalog.heat }

  init() throws { catalog = try FormBrowsing() }

  @Test("fields that another process changed meanwhile keep its values")
  func merging() throws {
    browsing.type("e!")
    var other = try Catalog(path: path, access: .writing)
    try other.edit(id: heat, MovieEdit(attributes: [.rating: [9]]))
    browsing.pollForChanges()
    #expect(browsing.messageLine == "another process changed it: rating 9")
    #expect(try browsing.form().fields[0].area.texts == ["Heat!"])
    browsing.press(.control("s"))
    #expect(try catalog.stored()?.title == "Heat!")
    #expect(try catalog.stored()?.rating == 9)
  }

  @Test(
    "a movie that another process deleted meanwhile is added again by ^S",
    arguments: [true, false])
  func deleted(isNoticed: Bool) throws {
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
    #expect(try browsing.form().fields[0].area.texts == ["Heat!"])
    browsing.press(.control("s"))
    #expect(browsing.message?.hasPrefix("added 'Heat! (1995)'") == true)
    let movie = try #require(try other.movies([.title("heat")]).first)
    #expect(movie.cast.count == 3 && movie.tags == ["heist", "noir"] && movie.note == "one\ntwo")
    #expect(movie.isFavorite)
    #expect(movie.attributes[try AttributeKey("mine")] == [7])
  }

  @Test("a movie that comes back while its form is open is not added again")
  func restored() throws {
    browsing.type("e!")
    var other = try Catalog(path: path, access: .writing)
    try other.delete(id: heat)
    browsing.pollForChanges()
    #expect(browsing.messageLine.contains("deleted it"))
    try other.undo()
    browsing.pollForChanges()
    #expect(browsing.messageLine == "")
    browsing.press(.control("s"))
    #expect(try catalog.stored()?.title == "Heat!")
    #expect(try other.movieCount() == 8)
  }

  @Test("a paste that exceeds the limit of a line with its text is refused")
  func longLine() throws {
    browsing.type("e")
    browsing.press(.paste(String(repeating: "x", count: 16_381)))
    #expect(browsing.messageLine == "the text is too long: the limit is 16,384 characters")
    #expect(try browsing.form().fields[0].area.texts == ["Heat"])
    let half = String(repeating: "x", count: 10_000)
    browsing.press(.paste("\(half)\n\(half)"))
    #expect(browsing.messageLine == "the text is too long: the limit is 16,384 characters")
    #expect(try browsing.form().fields[0].area.texts == ["Heat"])
    #expect(browsing.footer.hasPrefix("^S save  Tab next field"))
  }

  @Test("on a screen that is too small, only a second q, Q or ^C discards what was typed")
  func tooSmall() throws {
    browsing.type("e!")
    browsing.resize(columns: 20, rows: 5)
    browsing.press(.text("Q"), .text("x"), .control("c"))
    #expect(browsing.effects == [])
    browsing.resize(columns: 80, rows: 24)
    #expect(try browsing.form().fields[0].area.texts == ["Heat!"])
    browsing.resize(columns: 20, rows: 5)
    browsing.press(.text("x"), .text("q"))
    #expect(browsing.line(1) == "q again discards wh…")
    #expect(browsing.effects == [])
    browsing.press(.text("q"))
    #expect(browsing.effects == [.quit])
    browsing.press(.text("x"), .control("c"), .control("c"))
    #expect(browsing.effects == [.quit])
  }

  @Test("a new movie cannot have one year in its title and another one in its field")
  func contradiction() throws {
    browsing.type("AHeat (1995)")
    browsing.press(.tab)
    browsing.type("1996")
    browsing.press(.control("s"))
    #expect(
      try browsing.form().fields[1].error == "the title has the year 1995; remove one of them")
    browsing.press(.backspace)
    browsing.type("5")
    browsing.press(.control("s"))
    #expect(browsing.message?.hasPrefix("added 'Heat (1995)'") == true)
  }

  @Test("a note keeps what the form does not show")
  func note() throws {
    var store = try Catalog(path: path, access: .writing)
    let note = "a\tb\u{7}\r\nline \u{2028}two"
    let id = try store.add(MovieDraft(title: "T", attributes: [.note: [.text(note)]])).movie.id
    let browsing = try Browsing(store)
    browsing.type("Ge")
    try browsing.go(to: "note")
    browsing.type("\nthree")
    browsing.press(.control("s"))
    #expect(try Catalog(path: path, access: .reading).movie(id: id)?.note == note + "\nthree")
  }

  @Test("pastes with line ends fill several lines of a cast, and one of a title")
  func pasting() throws {
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
    browsing.type("e!")
    for (columns, rows) in [(20, 5), (40, 8), (200, 60), (1, 1), (80, 24)] {
      browsing.resize(columns: columns, rows: rows)
      let frame = browsing.frame
      #expect(frame.rows.count == rows && frame.cursor.row <= rows)
      if columns < 40 { browsing.type("?") }
    }
    #expect(try browsing.form().fields[0].area.texts == ["Heat!"])
    browsing.press(.control("s"))
    #expect(try catalog.stored()?.title == "Heat!")
  }

  @Test("a failed save keeps the form")
  func failure() throws {
    browsing.type("e!")
    let lock = try PlainConnection(path)
    try lock.run("BEGIN IMMEDIATE")
    browsing.press(.control("s"))
    #expect(browsing.messageLine.hasPrefix("busy: another process is writing"))
    #expect(try browsing.form().fields[0].area.texts == ["Heat!"])
    try lock.run("ROLLBACK")
    browsing.pollForChanges()
    browsing.press(.control("s"))
    #expect(try catalog.stored()?.title == "Heat!")
  }

  @Test("a full disk keeps the form, and another save succeeds")
  func fullDisk() throws {
    var store = try Catalog(path: path, access: .writing)
    try store.addSampleMovies()
    let pages = try store.core.connection.queryInt("PRAGMA page_count")
    try store.core.connection.execute("PRAGMA max_page_count = \(raw: pages)")
    let browsing = try Browsing(store)
    let cast = (1...3_000).map { "Name \($0)" }
    browsing.type(":3\ne")
    try browsing.go(to: "cast")
    browsing.press(.paste("\n" + cast.joined(separator: "\n")), .control("s"))
    #expect(browsing.messageLine.contains("full"), "\(browsing.messageLine)")
    #expect(try browsing.form().fields[2].area.texts.count == 3_003)
    #expect(try catalog.stored()?.cast.count == 3)
    for _ in cast { browsing.press(.control("u"), .backspace) }
    browsing.type("!")
    browsing.press(.control("s"))
    #expect(try catalog.stored()?.cast.last?.name == "Val Kilmer!")
  }

  @Test("texts that the form cannot show stay as they are stored, unless they are edited")
  func foreignTexts() throws {
    var store = try Catalog(path: path, access: .writing)
    let cast = ["A\u{1B}B", "C\nD", String(repeating: "e", count: 16_384)]
    let id = try store.add(MovieDraft(title: "T\u{7}", cast: cast)).movie.id
    let browsing = try Browsing(store)
    browsing.type("Ge")
    try browsing.go(to: "cast")
    browsing.type("\nNew")
    browsing.press(.control("s"))
    let movie = try Catalog(path: path, access: .reading).movie(id: id)
    #expect(movie?.cast.map(\.name) == cast + ["New"])
    #expect(movie?.title == "T\u{7}")
  }

  @Test("a line of a cast of thousands is edited")
  func largeCast() throws {
    let count = Tier.amount(5_000, full: 20_000)
    var store = try Catalog(path: path, access: .writing)
    try store.add(MovieDraft(title: "Crowd", cast: (1...count).map { "Name \($0)" }))
    let browsing = try Browsing(store)
    browsing.type("e")
    try browsing.go(to: "cast")
    for _ in 0..<200 { browsing.press(.up, .text("x"), .backspace) }
    browsing.type("!")
    browsing.press(.control("s"))
    #expect(browsing.list.selected?.movie?.cast[count - 201].name == "Name \(count - 200)!")
  }
}
