import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited) struct BrowseNavigationTests {
  private static let byTitle = [
    "Le Fabuleux Destin d'Amélie Poulain", "Fight Club", "Heat", "Koyaanisqatsi",
    "On the Waterfront", "Ran", "The Score", "A Streetcar Named Desire",
  ]
  private static var sorted: [String] {
    byTitle.sorted { left, right in
      func key(_ title: String) -> String {
        let folded = title.lowercased()
        for article in ["the ", "a ", "le "] where folded.hasPrefix(article) {
          return String(folded.dropFirst(article.count))
        }
        return folded
      }
      return key(left) < key(right)
    }
  }

  @Test("starts with all movies by title, and selects the first")
  func begin() throws {
    let browsing = try Browsing()
    #expect(browsing.visible == Self.sorted)
    #expect(browsing.selected == Self.sorted[0])
    #expect(browsing.path.hasPrefix("Movies"))
    #expect(browsing.path.hasSuffix("by title"))
    #expect(browsing.footer.hasPrefix("8 movies"))
  }

  @Test(
    "keys move by rows, and to the first and last row",
    arguments: [
      ([Key.text("j")], 1), ([.down], 1), ([.control("n")], 1), ([.down, .down, .up], 1),
      ([.text("j"), .text("j"), .text("k")], 1), ([.down, .control("p")], 0), ([.up], 0),
      (Array(repeating: .text("j"), count: 30), 7), ([.text("G")], 7), ([.end], 7),
      ([.text("G"), .text("g")], 0), ([.end, .home], 0), ([.end, .down], 7),
    ])
  func rows(keys: [Key], index: Int) throws {
    let browsing = try Browsing()
    browsing.press(keys)
    #expect(browsing.selected == Self.sorted[index])
  }

  @Test(
    "keys move by pages and half pages",
    arguments: [
      ([Key.pageDown], 5), ([.text(" ")], 5), ([.control("d")], 2), ([.text(" "), .text("b")], 0),
      ([.pageDown, .pageUp], 0), ([.control("d"), .control("u")], 0), ([.pageDown, .pageDown], 7),
    ])
  func pages(keys: [Key], index: Int) throws {
    let browsing = try Browsing(columns: 40, rows: 8)
    browsing.press(keys)
    #expect(browsing.selected == Self.sorted[index])
    #expect(browsing.visible.contains(Self.sorted[index]))
  }

  @Test("the screen is full if the list is long enough")
  func fullScreen() throws {
    let browsing = try Browsing(columns: 40, rows: 8)
    browsing.press(.text("G"))
    #expect(browsing.visible == Array(Self.sorted.suffix(5)))
    browsing.resize(columns: 40, rows: 10)
    #expect(browsing.visible == Array(Self.sorted.suffix(7)))
    #expect(browsing.selected == Self.sorted[7])
    browsing.resize(columns: 40, rows: 8)
    #expect(browsing.visible.contains(Self.sorted[7]))
  }

  @Test("a movie opens its cast in billing order, and an actor opens the movies")
  func drillDown() throws {
    let browsing = try Browsing()
    browsing.type("/score\n\n")
    #expect(browsing.visible == ["Robert De Niro", "Edward Norton", "Marlon Brando"])
    #expect(browsing.path.hasPrefix("Movies › The Score ★"))
    #expect(browsing.path.hasSuffix("in billing order"))
    browsing.press(.end, .text("l"))
    #expect(browsing.visible == ["On the Waterfront", "The Score", "A Streetcar Named Desire"])
    #expect(browsing.path.hasPrefix("Movies › The Score ★ › Marlon Brando"))
    #expect(browsing.footer.hasPrefix("3 movies"))
    browsing.press(.right)
    #expect(browsing.visible == ["Marlon Brando", "Karl Malden", "Eva Marie Saint"])
  }

  @Test(
    "going back restores rows, cursor, filter and order",
    arguments: [Key.text("h"), .left, .backspace, .text("q"), .escape])
  func back(key: Key) throws {
    let browsing = try Browsing(columns: 60, rows: 8)
    browsing.type("S/e\nj")
    let left = browsing.picture
    browsing.type("\nj\n")
    #expect(browsing.state.lists.count == 3)
    browsing.press(key)
    #expect(browsing.state.lists.count == 2)
    browsing.press(key)
    #expect(browsing.picture == left)
  }

  @Test("at the first list, Esc, h, left and backspace have no effect, and q quits")
  func root() throws {
    for key in [Key.escape, .text("h"), .left, .backspace] {
      let browsing = try Browsing()
      let before = browsing.picture
      browsing.press(.down, .up, key)
      #expect(browsing.effects == [])
      #expect(browsing.picture == before)
    }
    let browsing = try Browsing()
    browsing.press(.text("q"))
    #expect(browsing.effects == [.quit])
  }

  @Test("Q and ^C quit from lists, ^C also while text is typed")
  func quit() throws {
    for keys in ["", "\n", "\n\n", "2", "3", "/", "?", "r", "e", "A"] {
      let browsing = try Browsing()
      browsing.type(keys)
      browsing.press(.control("c"))
      #expect(browsing.effects == [.quit], "\(keys)")
    }
    for keys in ["", "\n", "2", "3\n"] {
      let browsing = try Browsing()
      browsing.type(keys + "Q")
      #expect(browsing.effects == [.quit], "\(keys)")
    }
  }

  @Test("s chooses an order, S reverses it, and the cursor then stays on its row")
  func orders() throws {
    let browsing = try Browsing()
    browsing.type("jjs")
    #expect(browsing.line(1).hasPrefix("Order"))
    #expect(browsing.line(2) == ">+ title    by title")
    browsing.type("added\n")
    #expect(browsing.path.hasSuffix("in order added"))
    #expect(browsing.visible == Browsing.movies.map(\.title))
    #expect(browsing.list.cursor == 0)
    browsing.type("jjS")
    #expect(browsing.visible == Browsing.movies.map(\.title).reversed())
    #expect(browsing.path.hasSuffix("in order added, descending"))
    #expect(browsing.selected == Browsing.movies[2].title)
    browsing.type("stitle\n")
    #expect(browsing.visible == Self.sorted)
  }

  @Test("a cast has three orders")
  func castOrders() throws {
    let browsing = try Browsing()
    browsing.type("/streetcar\n\n")
    #expect(browsing.visible == ["Vivien Leigh", "Marlon Brando", "Karl Malden"])
    browsing.type("sby name\n")
    #expect(browsing.path.hasSuffix("by name"))
    #expect(browsing.visible == ["Karl Malden", "Marlon Brando", "Vivien Leigh"])
    browsing.type("smovies\n")
    #expect(browsing.path.hasSuffix("by number of movies"))
    #expect(browsing.visible == ["Marlon Brando", "Karl Malden", "Vivien Leigh"])
    browsing.type("sbilling\n")
    #expect(browsing.path.hasSuffix("in billing order"))
  }

  @Test("^L repaints and ^Z suspends")
  func terminal() throws {
    let browsing = try Browsing()
    browsing.press(.control("l"), .control("z"))
    #expect(browsing.effects == [.repaint, .suspend])
  }
}
