import MovieSamples
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct BrowseChangeTests {
  @Test("f toggles favorite")
  func favorite() throws {
    let browsing = try Browsing()
    browsing.type("/ran\n")
    #expect(browsing.line(2).hasPrefix("> ★  Ran"))
    browsing.type("f")
    #expect(browsing.line(2).hasPrefix(">    Ran"))
    #expect(browsing.message == "'Ran' is no longer a favorite (u to undo)")
    browsing.type("f")
    #expect(browsing.line(2).hasPrefix("> ★  Ran"))
    #expect(browsing.message == "'Ran' is now a favorite (u to undo)")
  }

  @Test("in a cast, f applies to the movie, and x has no effect")
  func inCast() throws {
    let browsing = try Browsing()
    browsing.type("/ran\n\nf")
    #expect(browsing.path.hasPrefix("Movies › Ran  "))
    browsing.type("f")
    #expect(browsing.path.hasPrefix("Movies › Ran ★  "))
    browsing.type("x")
    #expect(browsing.message == "x works only in a list of movies")
    #expect(browsing.visible == ["Tatsuya Nakadai"])
    browsing.type("F")
    #expect(browsing.message == "F works only in a list of movies")
  }

  @Test("F toggles between favorites and all movies")
  func favoritesOnly() throws {
    let browsing = try Browsing()
    browsing.type("F")
    #expect(browsing.visible == ["Heat", "Ran", "The Score"])
    #expect(browsing.footer.hasPrefix("3 movies"))
    #expect(browsing.path.hasSuffix("favorites, by title"))
    browsing.type("jfF")
    #expect(browsing.visible.count == 8)
    browsing.type("F")
    #expect(browsing.visible == ["Heat", "The Score"])
  }

  @Test("x and Del delete without confirmation and select the next movie")
  func delete() throws {
    for key in [Key.text("x"), .delete] {
      let browsing = try Browsing()
      browsing.type("/ran\n")
      browsing.press(.escape, key)
      #expect(browsing.message == "deleted 'Ran' (u to undo, later: movies undo)")
      #expect(browsing.selected == "The Score")
      #expect(browsing.footer.hasPrefix("7 movies"))
      browsing.type("u")
      #expect(browsing.message == "undo: restored 'Ran'")
      #expect(browsing.selected == "Ran")
      browsing.press(.control("r"))
      #expect(browsing.message == "redo: deleted 'Ran'")
      #expect(browsing.footer.hasPrefix("7 movies"))
      browsing.press(.control("r"))
      #expect(browsing.message == "nothing to redo")
      browsing.type("u")
      browsing.type("u")
      #expect(browsing.message == "nothing to undo")
      #expect(browsing.footer.hasPrefix("8 movies"))
    }
  }

  @Test("d deletes nothing: only ^D is bound, and moves")
  func noDeletionByD() throws {
    let browsing = try Browsing()
    browsing.type("d")
    browsing.press(.control("d"))
    #expect(browsing.footer.hasPrefix("8 movies"))
  }

  @Test("deleting the last row selects the previous one; an empty list has a message")
  func deleteAll() throws {
    let browsing = try Browsing()
    browsing.type("Gx")
    #expect(browsing.selected == "The Score")
    browsing.type("xxxxxxx")
    #expect(browsing.selected == nil)
    #expect(browsing.line(2) == "    No movies yet; press A to add one, or a for a random one.")
    browsing.type("xf\n")
    #expect(browsing.footer.hasPrefix("0 movies"))
    browsing.type("uuuuuuuu")
    #expect(browsing.footer.hasPrefix("8 movies"))
  }

  @Test("a adds a random movie and selects it, from any list")
  func add() throws {
    for keys in ["", "/heat\n", "\n\n", "F", "G"] {
      let browsing = try Browsing()
      browsing.type(keys + "a")
      let title = try #require(browsing.selected)
      #expect(!Browsing.movies.map(\.title).contains(title))
      let added = try #require(browsing.message?.wholeMatch(of: /added ('.*') \(u to undo\)/)?.1)
      #expect(added.wholeMatch(of: /'(.*) \(\d{4}\)'/)?.1 == title[...])
      #expect(browsing.footer.hasPrefix("9 movies"))
      #expect(browsing.state.isAtRoot)
      browsing.type("u")
      #expect(browsing.message == "undo: deleted \(added)")
      #expect(browsing.footer.hasPrefix("8 movies"))
    }
  }
}
