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
    for (letter, found) in [("s", 4), ("c", 1), ("o", 1), ("r", 1), ("x", 0)] {
      browsing.type(letter)
      #expect(browsing.visible.count == found, "\(letter)")
    }
    #expect(browsing.line(2) == "    No titles match.")
    #expect(browsing.footer.hasPrefix("0 movies"))
    browsing.press(.backspace)
    #expect(browsing.visible == ["The Score"])
    #expect(browsing.messageLine == "/scor")
    #expect(browsing.frame.cursor == ScreenPosition(row: 23, column: 6))
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

  @Test("Esc while typing clears the filter and selects the found row, or the previous one")
  func clear() throws {
    let browsing = try Browsing()
    browsing.type("jj/ran")
    browsing.press(.escape)
    #expect(browsing.visible.count == 8)
    #expect(browsing.selected == "Ran")
    let selected = browsing.selected
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

  @Test("an applied filter stays until a new one is typed")
  func newFilter() throws {
    let browsing = try Browsing()
    browsing.type("/ran\n/")
    #expect(browsing.messageLine == "/")
    #expect(browsing.visible == ["Ran"])
    browsing.press(.control("a"), .backspace, .enter)
    #expect(browsing.messageLine == "/ran  (Esc to clear)")
    browsing.type("/heat")
    #expect(browsing.visible == ["Heat"])
    browsing.press(.enter)
    browsing.type("/")
    browsing.press(.escape)
    #expect(browsing.visible.count == 8)
    #expect(browsing.selected == "Heat")
  }

  @Test("matches like search: words in any order, phrases, without case and accents")
  func words() throws {
    for (text, found) in [
      ("AMELIE", ["Le Fabuleux Destin d'Amélie Poulain"]), ("front the", ["On the Waterfront"]),
      ("\"the water\"", ["On the Waterfront"]), ("\"water the\"", []), ("   ", nil), ("%", []),
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

  @Test("rejects a filter of too many words and preserves the typed text")
  func tooManyWords() throws {
    let browsing = try Browsing()
    browsing.type("/" + String(repeating: "e ", count: 64))
    let before = browsing.messageLine
    browsing.type("e")
    #expect(browsing.footer.contains("filter limit: 64 words"))
    #expect(browsing.messageLine == before)
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
