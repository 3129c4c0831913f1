import MovieStore
import MovieSystem
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// Lists of actors, keys and values, the details of a movie, its columns, and the mouse.
@Suite(.limited) struct BrowseListsTests {
  private func browsing(columns: Int = 80, rows: Int = 24) throws -> Browsing {
    var store = try Catalog()
    try store.addSampleMovies()
    let edits: [(Int64, MovieAttributes)] = [
      (1, [.year: [2001], .rating: [7], .tag: ["heist"], .watched: ["2024-02-03", "2025-01-01"]]),
      (3, [.year: [1995], .rating: [8.5], .tag: ["heist", "la"], .genre: ["Crime"]]),
      (6, [.rating: [9], .runtime: [139]]), (7, [.rating: [8.5], .note: ["one\ntwo"]]),
    ]
    for (id, attributes) in edits {
      try store.edit(id: Movie.ID(rawValue: id), MovieEdit(attributes: attributes))
    }
    return try Browsing(store, columns: columns, rows: rows)
  }

  @Test("2 lists the actors by their movies, and Enter the movies of one")
  func actors() throws {
    let browsing = try browsing()
    browsing.type("2")
    #expect(browsing.path == TerminalText.padded("Movies › Actors", to: 61) + "by number of movies")
    #expect(browsing.visible.prefix(2) == ["Marlon Brando", "Edward Norton"])
    #expect(browsing.line(2) == ">   Marlon Brando                                 3 movies")
    #expect(browsing.footer.hasPrefix("12 actors"))
    browsing.type("/nor\n\n")
    #expect(browsing.visible == ["Fight Club", "The Score"])
    browsing.type("q")
    #expect(browsing.visible == ["Edward Norton"])
    browsing.press(.escape)
    browsing.type("sname\nG")
    #expect(browsing.selected == "Vivien Leigh")
    browsing.type("1")
    #expect(browsing.state.isAtRoot)
  }

  @Test("3 lists the keys, their values with numbers of movies, and the movies of a value")
  func keys() throws {
    let browsing = try browsing()
    browsing.type("3")
    #expect(
      browsing.visible == ["rating", "year", "tag", "watched", "genre", "runtime", "note"])
    #expect(browsing.line(2) == ">   rating                                        4 movies")
    browsing.type(":tag\n\n")
    #expect(browsing.visible == ["heist", "la"])
    #expect(browsing.line(2).hasSuffix("2 movies"))
    browsing.type("\n")
    #expect(browsing.path.hasPrefix("Movies › Keys › tag › heist  "))
    #expect(browsing.visible == ["Heat", "The Score"])
    browsing.type("/heat\n")
    #expect(browsing.visible == ["Heat"])
    browsing.type("hhj")
    #expect(browsing.selected == "watched")
    browsing.type("hq")
    #expect(browsing.effects == [.quit])
  }

  @Test("numbers are in their order, and values that have text are found by /")
  func values() throws {
    let browsing = try browsing()
    browsing.type("3:rating\n\n")
    #expect(browsing.visible == ["7", "8.5", "9"])
    browsing.type("smovies\n")
    #expect(browsing.visible == ["8.5", "7", "9"])
    browsing.type("svalue\n")
    browsing.type("S")
    #expect(browsing.visible == ["9", "8.5", "7"])
    browsing.type("/8\n\n")
    #expect(browsing.visible == ["Heat", "Ran"])
    browsing.type("r7\n")
    #expect(browsing.visible == ["Ran"])
    browsing.type("hh")
    #expect(browsing.selected == "rating")
  }

  @Test("the movies of an actor are in the order that was chosen for movies")
  func inheritedOrder() throws {
    let browsing = try browsing()
    browsing.type("srating\n2\n")
    #expect(browsing.path.hasSuffix("by rating, descending"))
    browsing.type("hh")
    browsing.type("S")
    #expect(browsing.list.cursor == 0)
  }

  @Test("1, 2 and 3 go back to a list that is open already")
  func bounded() throws {
    let browsing = try browsing()
    browsing.type("21323\n23")
    #expect(browsing.state.lists.count <= 3)
    #expect(!browsing.footer.contains("rate"))
    browsing.type("re")
    #expect(browsing.message == "this works only on a movie; Enter lists them")
    browsing.type("1")
    #expect(browsing.state.isAtRoot)
  }

  @Test(
    "every key as an order: its values are shown, and movies without one are last",
    arguments: [
      ("rating", "Fight Club", 4), ("runtime", "Fight Club", 1), ("year", "Heat", 2),
      ("watched", "The Score", 1), ("genre", "Heat", 1),
    ])
  func orders(key: String, first: String, count: Int) throws {
    let browsing = try browsing(columns: 40, rows: 12)
    browsing.type("s\(key)\n")
    let isDescending = key == "rating" || key == "watched"
    #expect(browsing.path.contains(key))
    #expect(browsing.path.hasSuffix(", descending") == isDescending)
    #expect(browsing.visible.first == first)
    let values = try browsing.list.rows.map { $0.movie?.attributes[try AttributeKey(key)].last }
    #expect(values.prefix { $0 != nil }.count == count)
    #expect(values.dropFirst(count).allSatisfy { $0 == nil })
    #expect(browsing.line(2).contains(values[0]?.description ?? "?"))
    browsing.type("S")
    #expect(browsing.path.hasSuffix(", descending") != isDescending)
  }

  @Test("the best matches have no reverse, and an order that was reversed is a chosen one")
  func reversedRelevance() throws {
    let browsing = try browsing()
    browsing.type("S/the\n")
    #expect(browsing.path.hasSuffix("by title, descending"))
    browsing.press(.escape)
    let other = try self.browsing()
    other.type("/the\nS")
    #expect(other.message == "the best matches are always first; s chooses another order")
    other.type("srelevance\n")
    other.press(.escape)
    #expect(other.path.hasSuffix("by title"))
  }

  @Test("c shows and hides columns for the session")
  func columns() throws {
    let browsing = try browsing()
    browsing.type(":heat\n")
    let row = browsing.line(4)
    #expect(row.contains("1995  8.5   #heist #la · Al P"))
    browsing.type("crating\n")
    #expect(browsing.state.mode == .menu)
    browsing.type("tag\n")
    browsing.type("genre\n")
    browsing.press(.escape)
    #expect(browsing.line(4).contains("1995  Crime · Al Pacino"))
    browsing.type("ccast\n")
    browsing.press(.escape)
    #expect(browsing.line(4).hasSuffix("1995  Crime"))
    browsing.type("\nq")
    #expect(browsing.line(4).hasSuffix("1995  Crime"))
    // Without a part that shares the rest of the row, the short values stay.
    browsing.type("cgenre\n")
    browsing.press(.escape)
    browsing.type("i")
    #expect(browsing.line(4).contains("1995"))
  }

  @Test("the details follow the cursor, and J and K scroll them")
  func pane() throws {
    let browsing = try browsing(columns: 120, rows: 20)
    func pane() -> [String] {
      browsing.frame.lines.dropFirst().prefix(17).map { line in
        line.contains("│")
          ? line.split(separator: "│").last?.drop { $0 == " " }.description ?? "" : ""
      }
    }
    browsing.type(":score\n")
    #expect(pane().first == "The Score (2001) ★")
    #expect(pane().contains("watched  2024-02-03, 2025-01-01"))
    #expect(pane().contains { $0.hasSuffix("Marlon Brando        3") })
    browsing.type("k")
    #expect(pane().first == "Ran ★")
    #expect(pane().contains("note    one") && pane().contains("two"))
    browsing.resize(columns: 120, rows: 8)
    browsing.type("JJ")
    #expect(pane().first != "Ran ★")
    browsing.type("JJJJJJJJJK")
    let scrolled = pane().first
    browsing.type("J")
    #expect(pane().first != scrolled)
    browsing.type("gG:ran\n")
    #expect(pane().first != "Ran ★")
    browsing.type("k")
    #expect(pane().first?.hasPrefix("On the Waterfront") == true)
    browsing.type("j" + String(repeating: "K", count: 20))
    #expect(pane().first == "Ran ★")
    browsing.type("\n")
    #expect(pane().first == "Ran ★")
    browsing.type("h")
    browsing.type("i")
    #expect(!browsing.picture.contains("│"))
    browsing.resize(columns: 40, rows: 20)
    browsing.type("i")
    #expect(browsing.line(10) == String(repeating: "─", count: 40))
    #expect(browsing.line(11) == "Ran ★")
    #expect(browsing.visible.contains("Ran"))
    browsing.type("2")
    #expect(!browsing.picture.contains("─"))
  }

  @Test("a click selects a row, the wheel scrolls, and other places do nothing")
  func mouse() throws {
    var store = try Catalog()
    try store.seed(100, seed: 1)
    let browsing = try Browsing(store)
    func press(_ kind: MouseEvent.Kind, row: Int, column: Int = 10) {
      browsing.press(
        .mouse(MouseEvent(kind: kind, position: ScreenPosition(row: row, column: column))))
    }
    press(.press, row: 5)
    #expect(browsing.list.cursor == 3)
    press(.scrollDown, row: 5)
    #expect(browsing.list.top == 3)
    press(.scrollUp, row: 5)
    press(.press, row: 1)
    press(.press, row: 24)
    press(.press, row: 999)
    #expect(browsing.list.top == 0 && browsing.list.cursor == 3)
    browsing.type("s")
    press(.press, row: 3)
    browsing.press(.enter)
    #expect(browsing.path.hasSuffix("in order added"))
    // A second click is on the same line.
    browsing.type("?")
    press(.press, row: 18)
    let item = browsing.line(18)
    press(.press, row: 18)
    #expect(browsing.line(18) == item && item.hasPrefix(">"))
    // A menu that is scrolled by another size, or when it opens, stays where it is.
    browsing.press(Array(repeating: .down, count: 12))
    browsing.resize(columns: 80, rows: 10)
    let shown = browsing.line(4)
    press(.press, row: 4)
    #expect(browsing.line(4).dropFirst() == shown.dropFirst())
    browsing.resize(columns: 80, rows: 2)
    press(.press, row: 1)
    #expect(browsing.browser.state.index(at: ScreenPosition(row: 1, column: 1)) == nil)
    browsing.resize(columns: 80, rows: 24)
    browsing.press(.escape)
    browsing.type("e")
    press(.press, row: 3)
    #expect(browsing.state.mode == .form)
  }
}
