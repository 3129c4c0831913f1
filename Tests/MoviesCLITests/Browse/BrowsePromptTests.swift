import MovieStore
import MovieSystem
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// Ratings, dates and tags, and going to a movie.
@Suite(.limited, .temporaryDirectory) struct BrowsePromptTests {
  /// A browser at the movie that is first by title.
  private func browsing(_ edits: [Int64: MovieAttributes] = [:]) throws -> Browsing {
    var store = try Catalog(path: TemporaryDirectory.current + "/movies.db", access: .writing)
    try store.addSampleMovies()
    for (id, attributes) in edits {
      try store.edit(id: Movie.ID(rawValue: id), MovieEdit(attributes: attributes))
    }
    try store.clearHistory()
    return try Browsing(store)
  }

  private func attributes(of browsing: Browsing) throws -> MovieAttributes {
    try #require(browsing.list.selected?.movie?.attributes)
  }

  @Test("a rating can have a decimal comma, and the prompt says what can be typed")
  func comma() throws {
    let browsing = try browsing()
    browsing.type("r")
    #expect(
      browsing.footer == "0 to 10, or 4.5/5; Backspace removes the rating")
    browsing.type("8,5\n")
    #expect(try attributes(of: browsing).rating == 8.5)
  }

  @Test("r rates the movie, as one change that u undoes")
  func rating() throws {
    let browsing = try browsing()
    browsing.type("jr8.5")
    #expect(browsing.messageLine == "rating of 'Fight Club': 8.5")
    #expect(browsing.frame.cursor == ScreenPosition(row: 23, column: 28))
    browsing.type("\n")
    #expect(browsing.message == "rated 'Fight Club' 8.5 (u to undo)")
    #expect(try attributes(of: browsing).rating == 8.5)
    #expect(browsing.line(3).contains(" 8.5 "))
    browsing.type("u")
    #expect(browsing.message == "undid: set rating of 'Fight Club' to 8.5")
    #expect(try attributes(of: browsing).isEmpty)
  }

  @Test("Backspace in an empty rating removes the rating; Enter and Esc change nothing")
  func removedRating() throws {
    let browsing = try browsing([3: [.rating: [7]]])
    browsing.type("jjr\n")
    #expect(browsing.message == nil)
    browsing.type("r1")
    browsing.press(.escape)
    #expect(try attributes(of: browsing).rating == 7)
    // A key that is held down removes only what was typed.
    browsing.type("r8")
    browsing.press(.backspace, .backspace, .backspace)
    #expect(browsing.state.mode == .prompt)
    #expect(try attributes(of: browsing).rating == 7)
    browsing.press(.escape)
    browsing.type("r")
    browsing.press(.backspace)
    #expect(browsing.message == "removed the rating of 'Heat' (u to undo)")
    #expect(browsing.state.overlay == nil)
    #expect(try attributes(of: browsing).rating == nil)
    browsing.type("r")
    browsing.press(.backspace)
    #expect(browsing.message == "nothing was changed")
  }

  @Test(
    "a value that is not valid is explained, and stays in the prompt",
    arguments: [
      ("r11\n", "'11' is above 10; of another scale, write '11/100'"),
      ("rabc\n", "'abc' is not a rating"), ("r8.55\n", "'8.55' is not a rating"),
      ("WHeat\n", "is not a date"), ("W-13\n", "is not a date"),
      ("t,\n", "the value of 'tag' is empty"),
    ])
  func invalid(keys: String, reason: String) throws {
    let browsing = try browsing()
    browsing.type(keys)
    #expect(browsing.footer.contains(reason), "\(browsing.footer)")
    #expect(browsing.state.mode == .prompt)
    browsing.press(.escape)
    #expect(browsing.state.mode == .list)
    #expect(try attributes(of: browsing).isEmpty)
  }

  @Test("W asks for a date, which is today unless it is edited")
  func date() throws {
    let browsing = try browsing()
    browsing.type("W\n")
    #expect(browsing.message?.contains("watched on \(Clock.localDate())") == true)
    // What is typed replaces it.
    browsing.type("W2024-05\n")
    #expect(browsing.message?.hasSuffix("watched on 2024-05 (u to undo)") == true)
    #expect(try attributes(of: browsing)[.watched].count == 2)
    browsing.type("W")
    browsing.press(.text("y"), .tab)
    #expect(browsing.messageLine.hasSuffix(": yesterday"))
    browsing.press(.enter)
    #expect(try attributes(of: browsing)[.watched].count == 3)
    #expect(browsing.line(2).hasPrefix(">  ✓ "))
  }

  @Test("t adds tags, which Tab completes, and T removes them")
  func tags() throws {
    let browsing = try browsing([1: [.tag: ["heist", "heavy", "noir"]], 5: [.tag: ["heaven"]]])
    browsing.type("tn")
    browsing.press(.tab)
    #expect(browsing.messageLine.hasSuffix(": noir"))
    browsing.type(", hea")
    browsing.press(.tab)
    #expect(browsing.messageLine.hasSuffix(": noir, heav"))
    #expect(browsing.footer.contains("heaven  heavy"))
    browsing.press(.tab, .tab)
    #expect(browsing.messageLine.hasSuffix(": noir, heavy"))
    browsing.press(.tab, .enter)
    #expect(try attributes(of: browsing).tags == ["noir", "heaven"])
    #expect(browsing.line(2).contains("#noir #heaven · Audrey"))
    browsing.type("Tnx")
    browsing.press(.tab)
    #expect(browsing.footer.contains("nothing to complete"))
    browsing.press(.backspace, .tab, .enter)
    #expect(browsing.message?.hasPrefix("untagged 'Le Fabuleux") == true)
    #expect(try attributes(of: browsing).tags == ["heaven"])
    // The only tag is there already.
    browsing.type("T\n")
    #expect(try attributes(of: browsing).tags == [])
    browsing.type("Tx\n")
    #expect(browsing.message == "nothing was changed")
  }

  @Test("tags with commas are completed and removed as such")
  func commas() throws {
    let browsing = try browsing([4: [.tag: ["a,b", "a", "b"]]])
    browsing.type("jta\\,")
    browsing.press(.tab)
    #expect(browsing.messageLine.hasSuffix(#": a\,b"#))
    browsing.press(.escape)
    browsing.type("kTa\\")
    browsing.press(.tab, .enter)
    #expect(try attributes(of: browsing).tags == ["a", "b"])
    browsing.type("u")
    browsing.type("Ta\nTb\n")
    browsing.type("T")
    #expect(browsing.messageLine.hasSuffix(#": a\,b"#))
    browsing.press(.enter)
    #expect(try attributes(of: browsing).tags == [])
  }

  @Test("text over the limit is refused, not cut")
  func tooLong() throws {
    let browsing = try browsing()
    browsing.type("t")
    browsing.press(.paste(String(repeating: "tag, ", count: 300)))
    #expect(browsing.footer == "the text is too long: the limit is 1,024 characters")
    #expect(browsing.messageLine.hasSuffix(":"))
    browsing.press(.escape)
    browsing.type("A")
    browsing.press(.paste(String(repeating: "x", count: 20_000)))
    #expect(browsing.messageLine == "the text is too long: the limit is 16,384 characters")
    browsing.press(.paste(String(repeating: "\n", count: 100_001)))
    #expect(browsing.messageLine == "paste ignored: it has more than 100,000 lines")
  }

  @Test("Tab completes keys, values and names in the filter")
  func filter() throws {
    let browsing = try browsing([3: [.tag: ["heist movie"], .genre: ["Crime"]]])
    for (typed, completed, found) in [
      ("gen", "genre:", nil), ("genre:cr", "genre:Crime", ["Heat"]),
      ("tag:h", #"tag:"heist movie""#, ["Heat"]), ("actor:al", #"actor:"Al Pacino""#, ["Heat"]),
      ("mald", "\"Karl Malden\"", ["On the Waterfront", "A Streetcar Named Desire"]),
      ("m", "\"Marlon Brando\"", nil), ("is:f", "is:favorite", ["Heat", "Ran", "The Score"]),
      ("is:favorite !has:t", "is:favorite !has:tag", ["Ran", "The Score"]),
    ] as [(String, String, [String]?)] {
      browsing.type("/")
      browsing.press(.control("u"))
      browsing.type(typed)
      browsing.press(.tab)
      #expect(browsing.messageLine == "/\(completed)")
      if let found { #expect(browsing.visible.sorted() == found.sorted(), "\(typed)") }
      browsing.press(.escape)
    }
  }

  @Test(": goes to an id, a letter or a title")
  func position() throws {
    let browsing = try browsing()
    for (typed, selected) in [
      ("7", "Ran"), ("r", "Ran"), ("o", "On the Waterfront"), ("score", "The Score"),
      ("street", "A Streetcar Named Desire"), ("desire", "A Streetcar Named Desire"),
      ("waterfront", "On the Waterfront"),
    ] {
      browsing.type("g:\(typed)\n")
      #expect(browsing.selected == selected, "\(typed)")
      #expect(browsing.visible.count == 8)
    }
    browsing.type("/is:favorite\n:4\n")
    let other = "'Le Fabuleux Destin d'Amélie Poulain' is not in this list; Esc clears the filter"
    #expect(browsing.message == other)
    browsing.type("sadded\n:score\n")
    #expect(browsing.selected == "The Score")
    browsing.press(.escape)
    browsing.type(":heat\n")
    #expect(browsing.selected == "Heat")
    browsing.type(":zzz\n")
    #expect(browsing.message == "nothing in this list matches 'zzz'")
    browsing.type("2:malden\n")
    #expect(browsing.selected == "Karl Malden")
  }

  @Test(
    ": takes a reference as commands do; the cursor stays if it names no movie, or several",
    arguments: [
      ("seven samurai (1954)", "Seven Samurai", nil), ("heat (1972)", "Heat", nil),
      ("id:4", "Seven Samurai", nil), ("title=heat lightning", "Heat Lightning", nil),
      ("heat l", "Heat Lightning", nil), ("m", "M", nil), ("ma", "Mank", nil),
      (
        "heat", "Seven Sinners",
        "2 movies match; type an id: 1 'Heat (1995)', 2 'Heat (1972)'"
      ),
      (
        "seven samurai (1955)", "Seven Sinners",
        "no such title; did you mean 4 'Seven Samurai (1954)'?"
      ),
      ("1..3", "Seven Sinners", "type one id, not a range"),
      ("99", "Seven Sinners", "nothing in this list matches '99'"),
      (
        "99999999999999999999", "Seven Sinners",
        "nothing in this list matches '99999999999999999999'"
      ),
    ])
  func reference(typed: String, selected: String, message: String?) throws {
    let browsing = try namesakes()
    browsing.type("G:\(typed)\n")
    #expect(browsing.selected == selected)
    #expect(browsing.message == message)
    if typed == "heat (1972)" { #expect(browsing.list.selected?.movie?.year == 1972) }
  }

  /// A browser of movies with similar titles.
  private func namesakes() throws -> Browsing {
    var store = try Catalog()
    for (title, year) in [
      ("Heat", 1995), ("Heat", 1972), ("Heat Lightning", 1934), ("Seven Samurai", 1954),
      ("Seven Sinners", 1940), ("M", 1931), ("Mank", 2020),
    ] {
      try store.add(MovieDraft(title: title, attributes: [.year: [.integer(Int64(year))]]))
    }
    return try Browsing(store)
  }

  @Test(": does not take another movie for one that the list does not have")
  func unlisted() throws {
    let browsing = try namesakes()
    browsing.type("/lightning\n:heat\n")
    #expect(
      browsing.message == "2 movies named 'heat' are not in this list; Esc clears the filter")
    browsing.resize(columns: 45, rows: 10)
    #expect(browsing.messageLine == "2 movies named 'heat' are not in this list")
  }

  @Test(": in another list prefers the row with exactly the name")
  func name() throws {
    var store = try Catalog()
    try store.add(MovieDraft(title: "A", cast: ["Ann Lee", "Ann"]))
    try store.add(MovieDraft(title: "B", cast: ["Ann Lee"]))
    let browsing = try Browsing(store)
    browsing.type("2:ann\n")
    #expect(browsing.selected == "Ann")
  }

  @Test("goes to the first title from a letter on, also if its vowel is a mark")
  func positionWithMarks() throws {
    var store = try Catalog()
    for title in ["กินรี", "กุนรี", "Иван", "Йога", "Kış", "คน"] {
      try store.add(MovieDraft(title: title))
    }
    let browsing = try Browsing(store)
    for (typed, selected) in [
      ("ก", "กินรี"), ("กุ", "กุนรี"), ("กุนรี", "กุนรี"), ("и", "Иван"), ("й", "Йога"), ("kis", "Kış"),
    ] {
      browsing.type("g:\(typed)\n")
      #expect(browsing.selected == selected, "\(typed)")
    }
  }

  @Test("n and N go to the matches of the latest search, around the end")
  func matches() throws {
    let browsing = try browsing()
    browsing.type("n")
    #expect(browsing.message == "mark movies, or search with ':' or '/' first")
    browsing.type("/is:favorite\n")
    browsing.press(.escape)
    browsing.type("g")
    var found: [String?] = []
    for _ in 0..<4 {
      browsing.type("n")
      found.append(browsing.selected)
    }
    #expect(found == ["Heat", "Ran", "The Score", "Heat"])
    browsing.type("N")
    #expect(browsing.selected == "The Score")
    browsing.type("g:the\nn")
    #expect(browsing.selected == "The Score")
  }

  @Test("R goes to a movie of the list")
  func random() throws {
    let browsing = try browsing()
    var seen: Set<String> = []
    for _ in 0..<60 {
      browsing.type("R")
      seen.insert(browsing.selected ?? "")
    }
    #expect(seen.count > 3 && seen.isSubset(of: Set(Browsing.movies.map(\.title))))
    browsing.type("/ran\nR")
    #expect(browsing.selected == "Ran")
    browsing.type("/xyz\nR")
    #expect(browsing.message == "the list has no other")
    browsing.type("r")
    #expect(browsing.message == "the list is empty")
  }

  @Test("a prompt keeps its movie while another process changes the list")
  func otherProcess() throws {
    let browsing = try browsing()
    browsing.type("r9")
    var other = try Catalog(path: TemporaryDirectory.current + "/movies.db", access: .writing)
    try other.add(MovieDraft(title: "A First One"))
    browsing.pollForChanges()
    browsing.type("\n")
    #expect(browsing.message?.hasPrefix("rated 'Le Fabuleux") == true)
    browsing.type("r3")
    try other.setFavorite(true, of: [Movie.ID(rawValue: 4)])
    browsing.pollForChanges()
    browsing.type("\n")
    #expect(browsing.footer == "another process changed it; Enter again does it")
    browsing.pressAtOnce([.text("."), .backspace, .enter, .enter, .enter])
    #expect(browsing.footer == "another process changed it; Enter again does it")
    browsing.browser.messageWasSeen()
    #expect(try other.movie(id: Movie.ID(rawValue: 4))?.rating == 9)
    browsing.type("\n")
    #expect(try other.movie(id: Movie.ID(rawValue: 4))?.rating == 3)
    browsing.type("r5")
    try other.delete(id: Movie.ID(rawValue: 4))
    browsing.type("\n")
    #expect(browsing.message?.hasPrefix("another process deleted or changed 'Le Fab") == true)
    #expect(browsing.state.mode == .list)
  }

  @Test("a change that cannot be undone needs a second Enter")
  func irreversible() throws {
    let browsing = try browsing([4: [.note: ["x"]]])
    try PlainConnection(TemporaryDirectory.current + "/movies.db").run(
      "UPDATE MovieAttribute SET value = CAST(x'61ff' AS TEXT)")
    browsing.pollForChanges()
    browsing.type("r8\n")
    #expect(browsing.footer.contains("Enter again to edit 'Le Fab"))
    #expect(try attributes(of: browsing).rating == nil)
    browsing.press(.enter)
    #expect(browsing.message?.hasSuffix("(cannot be undone)") == true)
    #expect(try attributes(of: browsing).rating == 8)
  }
}
