import MovieStore
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited) struct BrowseFilterTests {
  @Test("every key filters, and the cursor is in the filter")
  func keystrokes() throws {
    let browsing = try Browsing()
    browsing.type("/")
    #expect(browsing.messageLine == "/")
    #expect(browsing.frame.cursor == ScreenPosition(row: 23, column: 2))
    for (letter, found) in [("s", 5), ("c", 1), ("o", 1), ("r", 1), ("x", 0)] {
      browsing.type(letter)
      #expect(browsing.visible.count == found, "\(letter)")
    }
    #expect(browsing.line(2) == "    No movies match 'scorx'. Did you mean 'The Score'?")
    #expect(browsing.footer.hasPrefix("0 movies"))
    browsing.press(.backspace)
    #expect(browsing.visible == ["The Score"])
    #expect(browsing.messageLine == "/scor")
    #expect(browsing.frame.cursor == ScreenPosition(row: 23, column: 6))
  }

  @Test("an empty list shows in a later frame what the filter can mean")
  func nearMisses() throws {
    let browsing = try Browsing()
    browsing.type("/socr")
    _ = browsing.browser.handle(.text("e"))
    browsing.browser.read()
    #expect(browsing.line(2) == "    No movies match.")
    #expect(browsing.line(3) == "")
    browsing.settle()
    #expect(browsing.line(2) == "    No movies match 'socre'. Did you mean 'The Score'?")
    #expect(browsing.line(3) == "")
    browsing.press(Array(repeating: .backspace, count: 4))
    #expect(!browsing.visible.isEmpty && browsing.state.list.suggestions == nil)
  }

  @Test("an unknown key is explained, on as many lines as the width needs")
  func unknownKey() throws {
    let browsing = try Browsing(columns: 40)
    browsing.type("/ratng:8")
    #expect(browsing.line(2) == "    No movie has the key 'ratng'. Did")
    #expect(browsing.line(3) == "    you mean 'rating'? For the text, use")
    #expect(browsing.line(4) == "    quotes: '\"ratng:8\"'.")
  }

  @Test("Enter applies the filter, and Esc then clears it without changing the selection")
  func applied() throws {
    let browsing = try Browsing()
    browsing.type("/ran\n")
    #expect(browsing.messageLine == "/ran  (Esc to clear)")
    #expect(browsing.visible == ["Ran"])
    browsing.type("\n")
    #expect(browsing.messageLine == "")
    browsing.press(.escape)
    #expect(browsing.visible == ["Ran"])
    browsing.press(.escape)
    #expect(browsing.visible.count == 8)
    #expect(browsing.selected == "Ran")
    #expect(browsing.messageLine == "")
  }

  @Test("Esc while typing returns to the former filter and row")
  func clear() throws {
    let browsing = try Browsing()
    browsing.type("jj")
    let selected = browsing.selected
    browsing.type("/ran")
    browsing.press(.escape)
    #expect(browsing.visible.count == 8)
    #expect(browsing.selected == selected)
    browsing.type("/matches no title")
    #expect(browsing.selected == nil)
    browsing.press(.escape)
    #expect(browsing.visible.count == 8)
    #expect(browsing.selected == selected)
    browsing.type("/")
    browsing.press(.escape)
    #expect(browsing.selected == selected)
    #expect(browsing.state.overlay == nil)
  }

  @Test("/ edits the applied filter")
  func refined() throws {
    let browsing = try Browsing()
    browsing.type("/r\n/")
    #expect(browsing.messageLine == "/r")
    browsing.type("an")
    #expect(browsing.visible == ["Ran"])
    browsing.press(.enter)
    #expect(browsing.messageLine == "/ran  (Esc to clear)")
    browsing.type("/")
    browsing.press(.control("u"))
    browsing.type("heat")
    #expect(browsing.visible == ["Heat"])
    browsing.press(.enter)
    browsing.type("/er")
    #expect(browsing.visible == [])
    browsing.press(.escape)
    #expect(browsing.messageLine == "/heat  (Esc to clear)")
    #expect(browsing.visible == ["Heat"])
    browsing.press(.escape)
    #expect(browsing.visible.count == 8)
    #expect(browsing.selected == "Heat")
  }

  @Test("matches like search: words in any order, phrases, starts of names, keys, without case")
  func words() throws {
    for (text, found) in [
      ("AMELIE", ["Le Fabuleux Destin d'Amélie Poulain"]), ("front the", ["On the Waterfront"]),
      ("\"the water\"", ["On the Waterfront"]), ("\"water the\"", []), ("   ", nil), ("%", []),
      ("fightclub", ["Fight Club"]), ("malden", ["On the Waterfront", "A Streetcar Named Desire"]),
      ("alden", []), ("pitt club", ["Fight Club"]), ("actor:alden water", ["On the Waterfront"]),
      ("is:favorite !actor:\"de niro\"", ["Ran"]), ("!has:actor", ["Koyaanisqatsi"]),
      ("title=\"fight club\"", ["Fight Club"]), ("ran \"", ["Ran"]),
      ("\"fight c", ["Fight Club"]),
    ] as [(String, [String]?)] {
      let browsing = try Browsing()
      browsing.type("/" + text)
      #expect(browsing.visible.count == found?.count ?? 8)
      if let found { #expect(browsing.visible == found) }
    }
  }

  @Test("the filter of a cast matches names")
  func cast() throws {
    let browsing = try Browsing()
    browsing.type("/score\n\n/bra")
    #expect(browsing.visible == ["Marlon Brando"])
    browsing.type("xyz")
    #expect(browsing.line(2) == "    No names match.")
    browsing.press(.control("u"))
    #expect(browsing.visible.count == 3)
  }

  @Test("keys edit the filter and move in the list")
  func editing() throws {
    let browsing = try Browsing()
    browsing.type("/on the")
    browsing.press(.control("w"))
    #expect(browsing.messageLine == "/on")
    browsing.press(.control("a"))
    browsing.type("s")
    #expect(browsing.messageLine == "/son")
    #expect(browsing.frame.cursor == ScreenPosition(row: 23, column: 3))
    browsing.press(.control("e"))
    #expect(browsing.frame.cursor == ScreenPosition(row: 23, column: 6))
    browsing.press(.control("u"))
    #expect(browsing.visible.count == 8)
    browsing.press(.down, .control("n"))
    #expect(browsing.list.cursor == 2)
    browsing.press(.up)
    #expect(browsing.list.cursor == 1)
    browsing.type("jkqxu")
    #expect(browsing.messageLine == "/jkqxu")
    #expect(browsing.effects == [])
  }

  @Test("pasted text is inserted into the filter and never acts as keys")
  func paste() throws {
    let browsing = try Browsing()
    browsing.press(.paste("xxxQ"))
    #expect(browsing.effects == [])
    #expect(browsing.visible.count == 8)
    #expect(browsing.message?.contains("filter") == true)
    browsing.type("/")
    browsing.press(.paste("water\u{1B}[2Jfront"))
    #expect(browsing.messageLine == "/water[2Jfront")
  }

  @Test(
    "a text that is no query shows why, keeps the rows of the last query, and is not applied",
    arguments: [
      (String(repeating: "e ", count: 63), "the query has more than 64 terms"),
      ("actor:", "'actor:' has no value, as in 'actor:pacino'"),
      ("is:fav", "'is:fav' is neither 'is:favorite' nor 'is:watched'"),
      ("year:x", "'x' is not a year, such as 1995, 1990..1999 or 1990s"),
      ("!!a", #"a term has one '!' at most. For the text, use quotes: '"!!a"'"#),
    ])
  func notAQuery(text: String, reason: String) throws {
    let browsing = try Browsing(columns: 200)
    browsing.type("/the ")
    let found = browsing.visible
    #expect(found == ["The Score", "On the Waterfront"])
    browsing.press(.paste(text + (text.hasPrefix("e ") ? "e" : "")))
    let typed = browsing.messageLine
    #expect(typed.hasPrefix("/the \(text)"))
    for _ in 0..<2 {
      #expect(browsing.visible == found)
      #expect(browsing.footer.contains(reason), "\(browsing.footer)")
      #expect(browsing.messageLine == typed)
      browsing.press(.enter)
    }
    browsing.press(.control("u"))
    browsing.type("heat\n")
    #expect(browsing.visible == ["Heat"])
    #expect(browsing.messageLine == "/heat  (Esc to clear)")
  }

  @Test("the best match is first, unless an order was chosen")
  func relevance() throws {
    let browsing = try Browsing()
    browsing.type("/ran\n")
    #expect(browsing.path.hasSuffix("by relevance"))
    browsing.press(.escape)
    browsing.type("/the\n")
    let byRelevance = browsing.visible
    browsing.type("stitle\n")
    #expect(browsing.path.hasSuffix("by title"))
    browsing.type("s")
    #expect(
      browsing.line(2).hasPrefix(">  relevance") || browsing.line(2).hasPrefix("   relevance"))
    browsing.press(.escape)
    #expect(browsing.visible.sorted() == byRelevance.sorted() && browsing.visible != byRelevance)
    browsing.press(.escape)
    #expect(browsing.path.hasSuffix("by title"))
  }

  @Test("in a very large catalog, the best matches are first when the filter is applied")
  func largeCatalog() throws {
    var store = try Catalog()
    try store.addSampleMovies()
    try store.add(MovieDraft(title: "Ran Again"), id: Movie.ID(rawValue: 300_000))
    let browsing = try Browsing(store)
    browsing.type("/the")
    #expect(browsing.path.hasSuffix("by title"))
    let typed = browsing.visible
    browsing.type("\n")
    #expect(browsing.path.hasSuffix("by relevance"))
    #expect(browsing.visible != typed && browsing.visible.sorted() == typed.sorted())
    browsing.type("/x")
    browsing.press(.escape)
    #expect(browsing.path.hasSuffix("by relevance"))
  }

  @Test(
    "a text of one letter, and other terms, have no best match", arguments: ["e", "is:favorite"])
  func withoutRelevance(filter: String) throws {
    let browsing = try Browsing()
    browsing.type("/\(filter)\n")
    #expect(browsing.path.hasSuffix("by title"))
  }

  @Test("starts with a filter")
  func initial() throws {
    var store = try Catalog()
    try store.addSampleMovies()
    let browsing = try Browsing(store, filter: "water")
    #expect(browsing.visible == ["On the Waterfront"])
    #expect(browsing.messageLine == "/water  (Esc to clear)")
  }
}
