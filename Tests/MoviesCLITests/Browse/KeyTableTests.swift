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
    #expect(browsing.message == (key == .unknown ? nil : "unknown key; ? for help"))
    browsing.press(.unknown)
    #expect(browsing.frame.lines == before)
    #expect(browsing.effects == [])
  }

  @Test("the help shows every key of the screen, and every other key closes it")
  func help() throws {
    let browsing = try Browsing(columns: 100, rows: 50)
    browsing.type("?")
    for command in KeyBinding.all {
      let names = command.keys.map { $0.name(browsing.glyphs) }.joined(separator: " ")
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

  @Test("help keys and the manual page have every key binding")
  func topic() {
    let glyphs = BrowseGlyphs(isUTF8: true)
    let page = movies("help", "keys").output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    for binding in KeyBinding.all {
      let keys = binding.keys.map { $0.name(glyphs) }.joined(separator: ", ")
      let word = binding.word.map { " (--plain: \($0.label(forMovies: true)))" } ?? ""
      #expect(page.contains("\(keys) \(binding.help)\(word)"), "\(keys)")
    }
    let chapters = movies("--generate-manual").output.split(separator: "\n.Sh ")
    let chapter = chapters.first { $0.hasPrefix("KEYS\n") }
    #expect(chapter?.split(separator: "\n.It ").count ?? 0 > KeyBinding.all.count)
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
