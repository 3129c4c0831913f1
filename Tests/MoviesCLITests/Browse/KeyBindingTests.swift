import Foundation
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited) struct KeyBindingTests {
  @Test("bindings of a mode share no key", arguments: BrowseMode.allCases)
  func uniqueKeys(mode: BrowseMode) {
    let keys = KeyBinding.all.filter { $0.modes.contains(mode) }.flatMap(\.keys)
    #expect(!keys.isEmpty)
    #expect(Set(keys).count == keys.count)
  }

  @Test("every action of the list has one documented binding, and no two share a command")
  func documented() {
    let actions = KeyBinding.documented.map(\.action)
    #expect(Set(actions).count == actions.count)
    let list = KeyBinding.all.filter { $0.modes.contains(.list) }
    #expect(list.map(\.action) == actions)
    let commands = KeyBinding.all.compactMap(\.command).flatMap(\.names)
    #expect(Set(commands).count == commands.count)
  }

  @Test("^C, ^L and ^Z work in every mode", arguments: BrowseMode.allCases)
  func everywhere(mode: BrowseMode) {
    let actions = ["c", "l", "z"].map { KeyBinding.action(of: .control($0), in: mode) }
    #expect(actions == [.quit, .repaint, .suspend])
  }

  @Test(
    "keys of prompts, menus and forms edit as in shells",
    arguments: [
      (.backspace, .deleteBackward), (.delete, .deleteForward), (.control("d"), .deleteForward),
      (.control("w"), .deleteWord), (.control("u"), .deleteToStart),
      (.control("k"), .deleteToEnd), (.left, .moveLeft), (.control("b"), .moveLeft),
      (.right, .moveRight), (.control("f"), .moveRight), (.home, .moveToStart),
      (.control("a"), .moveToStart), (.end, .moveToEnd), (.control("e"), .moveToEnd),
    ] as [(Key, LineEditor.Edit)])
  func filterKeys(key: Key, edit: LineEditor.Edit) {
    for mode in [BrowseMode.prompt, .menu, .form] {
      #expect(KeyBinding.action(of: key, in: mode) == .edit(edit))
    }
  }

  @Test("the filter has a key for every edit, and ignores keys without a binding")
  func filterEdits() throws {
    let actions = Set(KeyBinding.all.filter { $0.modes.contains(.prompt) }.map(\.action))
    #expect(LineEditor.Edit.allCases.allSatisfy { actions.contains(.edit($0)) })
    let browsing = try Browsing()
    browsing.type("/ran")
    let before = browsing.frame
    browsing.press(.f5, .unknown, .control("x"))
    #expect(browsing.frame == before)
    #expect(browsing.effects == [])
  }

  @Test(
    "an unbound key has no effect", arguments: [Key.text("d"), .text("é"), .tab, .unknown])
  func unbound(key: Key) throws {
    let browsing = try Browsing()
    let before = browsing.frame.lines
    browsing.press(key)
    #expect(browsing.message == (key == .unknown ? nil : "unknown key; ? for help"))
    browsing.press(.unknown)
    #expect(browsing.frame.lines == before)
    #expect(browsing.effects == [])
  }

  @Test("the help shows every key of the list")
  func help() throws {
    let browsing = try Browsing(columns: 120, rows: 60)
    browsing.type("?")
    for binding in KeyBinding.documented {
      let names = binding.keys.map { $0.name(browsing.glyphs) }.joined(separator: " ")
      #expect(browsing.picture.contains(names), "\(names)")
      #expect(browsing.picture.contains(binding.help), "\(names)")
    }
    browsing.press(.escape)
    #expect(browsing.state.overlay == nil)
    #expect(browsing.footer.hasPrefix("8 movies"))
  }

  @Test("typed text finds keys by what they do, and Enter runs one")
  func palette() throws {
    let browsing = try Browsing()
    browsing.type("?random movie of")
    #expect(browsing.line(2).hasPrefix(">  R  go to a random movie"))
    #expect(browsing.line(1).hasSuffix("1 of \(KeyBinding.documented.count)"))
    browsing.press(.control("u"))
    browsing.type("reverse\n")
    #expect(browsing.state.overlay == nil)
    #expect(browsing.path.hasSuffix("by title, descending"))
    // A key finds itself, and text its beginning before others.
    for (typed, found) in [("x", "x Del"), ("undo", "u"), ("sort", "s"), ("rate", "r")] {
      browsing.type("?\(typed)")
      #expect(browsing.state.menuItem == found)
      browsing.press(.escape)
    }
    browsing.type("?")
    browsing.press(.escape)
    browsing.type("?no key does this\n")
    #expect(browsing.line(2) == "   Nothing matches.")
  }

  @Test("the help of a small screen scrolls to its last line")
  func scrollingHelp() throws {
    let browsing = try Browsing(columns: 60, rows: 10)
    browsing.type("?")
    let first = browsing.picture
    browsing.press(.pageDown)
    #expect(browsing.picture != first)
    browsing.press(.pageUp)
    #expect(browsing.picture == first)
    for _ in 0..<80 { browsing.press(.down) }
    #expect(browsing.line(8).contains("quit"))
    for _ in 0..<80 { browsing.press(.up) }
    #expect(browsing.picture == first)
  }

  @Test("'help keys' and the manual page list every documented binding")
  func topic() {
    let glyphs = Glyphs(isUTF8: true)
    let page = movies("help", "keys").output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    for binding in KeyBinding.documented {
      let keys = binding.keys.map { $0.name(glyphs) }.joined(separator: ", ")
      let command = binding.usage(forMovies: true).map { " (--plain: \($0))" } ?? ""
      #expect(page.contains("\(keys) \(binding.help)\(command)"), "\(keys)")
    }
    let sections = movies("--generate-manual").output.split(separator: "\n.Sh ")
    let section = sections.first { $0.hasPrefix("KEYS\n") }
    #expect(section?.split(separator: "\n.It ").count ?? 0 > KeyBinding.documented.count)
  }

  @Test("'help keys' has the keys that are documented for typing")
  func filterTopic() throws {
    let page = movies("help", "keys").output
    let section = try #require(page.components(separatedBy: "A VALUE OR IN A FORM:\n").last)
    let bindings = KeyBinding.all.filter { !$0.modes.contains(.list) && !$0.help.isEmpty }
    let names = bindings.flatMap(\.keys).map { $0.name(Glyphs(isUTF8: true)) }
    var text: [String] = []
    for binding in bindings where binding.help != text.last { text.append(binding.help) }
    func words(_ text: String) -> [String] { text.split { ",; \n".contains($0) }.map(String.init) }
    #expect(words(section).sorted() == words((names + text).joined(separator: " ")).sorted())
  }

  @Test("the footer lists as many keys as fit, and always the help")
  func footer() throws {
    for columns in [40, 60, 80, 120, 200] {
      let browsing = try Browsing(columns: columns, rows: 10)
      #expect(browsing.footer.contains("? help"))
      #expect(browsing.footer.contains("Enter open"))
    }
    let browsing = try Browsing(columns: 200, rows: 10)
    #expect(browsing.footer.contains("q quit"))
    #expect(browsing.footer.contains("a add random"))
    browsing.type("\n")
    #expect(browsing.footer.contains("q back"))
    #expect(!browsing.footer.contains("delete"))
  }
}

extension BrowseState {
  /// The name of the selected line of a menu.
  fileprivate var menuItem: String? {
    if case .menu(let menu) = overlay { return menu.selected?.name(Glyphs(isUTF8: true)) }
    return nil
  }
}
