import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// One table says which keys there are, what they do, and what help and dialogue call them.
@Suite(.limited) struct KeyTableTests {
  @Test("every action has one entry, and no two entries share a key or a word")
  func oneEntryEach() {
    #expect(KeyBinding.all.count == BrowseAction.allCases.count)
    #expect(Set(KeyBinding.all.map(\.action)) == Set(BrowseAction.allCases))
    let keys = KeyBinding.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    let words = KeyBinding.all.compactMap { $0.word?.text }
    #expect(Set(words).count == words.count)
  }

  @Test(
    "a key without a meaning does nothing", arguments: [Key.text("d"), .text("é"), .tab, .unknown])
  func meaningless(key: Key) throws {
    let browsing = try Browsing()
    let before = browsing.frame.lines
    browsing.press(key)
    #expect(browsing.message == (key == .unknown ? nil : "that key does nothing: ? shows the keys"))
    browsing.press(.unknown)
    #expect(browsing.frame.lines == before)
    #expect(browsing.effects == [])
  }

  @Test("the help shows every key of the screen, and every other key closes it")
  func help() throws {
    let browsing = try Browsing(columns: 100, rows: 50)
    browsing.type("?")
    for command in KeyBinding.all {
      let names = command.keys.map { $0.name(browsing.signs) }.joined(separator: " ")
      #expect(browsing.picture.contains(names), "\(names)")
      #expect(browsing.picture.contains(command.help), "\(names)")
    }
    for key in [Key.text("?"), .escape, .text("q"), .enter, .text("x")] {
      browsing.press(key)
      #expect(browsing.state.overlay == nil)
      #expect(browsing.footer.hasPrefix("8 movies"))
      browsing.type("?")
    }
  }

  @Test("the help of a small screen scrolls to its last line and no further")
  func scrollingHelp() throws {
    let browsing = try Browsing(columns: 60, rows: 10)
    browsing.type("?")
    let first = browsing.picture
    browsing.type("jjk")
    #expect(browsing.picture != first)
    for _ in 0..<60 { browsing.type("j") }
    #expect(browsing.line(9).contains("quit") || browsing.line(8).contains("quit"))
    for _ in 0..<60 { browsing.press(.up) }
    #expect(browsing.picture == first)
  }

  @Test("the README has the keys as the table has them")
  func readme() throws {
    let signs = BrowseSigns(isUTF8: true)
    let rows = KeyBinding.all.map { command in
      let keys = command.keys.map { "`\($0.name(signs))`" }.joined(separator: " ")
      let word = command.word.map { "`\($0.label(forMovies: true))`" } ?? ""
      return "| \(keys) | \(word) | \(command.help) |\n"
    }
    let table = "| key | `--plain` | what it does |\n| --- | --- | --- |\n" + rows.joined()
    #expect(try Readme.text().contains(table), "the table is to be:\n\(table)")
  }

  @Test("the last line names keys as there is room, the help always")
  func footer() throws {
    for columns in [40, 60, 80, 120, 200] {
      let browsing = try Browsing(columns: columns, rows: 10)
      #expect(browsing.footer.contains("? help"))
      #expect(browsing.footer.contains("Enter open"))
    }
    let browsing = try Browsing(columns: 200, rows: 10)
    #expect(browsing.footer.contains("q quit"))
    browsing.type("\n")
    #expect(browsing.footer.contains("q back"))
    #expect(!browsing.footer.contains("delete"))
  }
}
