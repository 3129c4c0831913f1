import Foundation
import TestSupport
import Testing

/// The editor, the clipboard and the mouse, which need a terminal.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseScreenKeysTests {
  private func end(_ program: TerminalProgram) throws -> String {
    try program.type("Q")
    #expect(try program.outcome() == 0)
    #expect(program.modes == program.modesBefore)
    return String(decoding: program.output, as: UTF8.self)
  }

  @Test("E opens the editor on the main screen, and the list shows what was changed")
  func editor() throws {
    try Browsing.addMovies(3)
    let program = try Browsing.start(environment: ["EDITOR": "sed -i s/Movie.02/Changed/"])
    try program.type("jE")
    try program.wait {
      $0.message.hasPrefix("changed 1 movie (u to undo)") && $0.rows.joined().contains("Changed")
    }
    try program.type("vvE")
    try program.wait { $0.message.hasPrefix("nothing was changed") }
    try program.type("u")
    try program.wait { $0.message.hasPrefix("undid: renamed 'Movie 02' to 'Changed'") }
    let sent = try end(program)
    #expect(sent.ranges(of: "\u{1B}[?1049h").count == 3)
    #expect(sent.ranges(of: "\u{1B}[?1049l").count == 3)
  }

  @Test("an editor that fails changes nothing, and its error is shown")
  func failingEditor() throws {
    try Browsing.addMovies(1)
    let program = try Browsing.start(environment: ["EDITOR": "false"])
    try program.type("E")
    try program.wait { $0.message.hasPrefix("the editor 'false' ended with status 1.") }
    #expect(try ToolRunner.tool("history").run().output.split(separator: "\n").count == 1)
    _ = try end(program)
  }

  @Test("y writes to the clipboard of the terminal, unless it is off", arguments: [true, false])
  func clipboard(isOn: Bool) throws {
    try Browsing.addMovies(3)
    let program = try Browsing.start(arguments: isOn ? [] : ["--no-clipboard"])
    try program.type("y")
    try program.wait { grid in
      grid.message.hasPrefix(isOn ? "copied 'Movie 01'" : "the clipboard is off: '--no-clipboard'")
    }
    try program.type("*y")
    if isOn { try program.wait { $0.message.hasPrefix("copied 3 lines") } }
    let sent = try end(program)
    let text = Data("Movie 01\nMovie 02\nMovie 03".utf8).base64EncodedString()
    #expect(sent.contains("\u{1B}]52;c;\(text)\u{1B}\\") == isOn)
    #expect(sent.contains("]52;") == isOn)
  }

  @Test("a double click opens a row, and does nothing beside the rows")
  func mouse() throws {
    try Browsing.addMovies(3)
    let program = try Browsing.start()
    for place in ["9;10", "9;1", "9;23", "9;24"] {
      try program.type("\u{1B}[<0;\(place)M\u{1B}[<0;\(place)m\u{1B}[<0;\(place)M")
    }
    try program.type("\u{1B}[<0;9;3M\u{1B}[<0;9;3m")
    try program.wait { $0.selected.contains("Movie 02") }
    try program.type("\u{1B}[<0;9;4M\u{1B}[<0;9;4m\u{1B}[<0;9;4M")
    try program.wait { $0.header.hasPrefix("Movies › Movie 03 ") && $0.hasCount }
    #expect(try end(program).contains("\u{1B}[?1000h"))
  }

  @Test("--no-mouse leaves the mouse to the terminal")
  func noMouse() throws {
    try Browsing.addMovies(1)
    let program = try Browsing.start(arguments: ["--no-mouse"])
    #expect(try !end(program).contains("\u{1B}[?1000h"))
  }

  @Test("a key that is held down does not accept offers")
  func heldKey() throws {
    try Browsing.addMovies(3)
    let program = try Browsing.start()
    try program.type("fuuuuuuu")
    try program.wait { $0.message.hasPrefix("u again to undo: ") }
    // A key repeats after a while.
    _ = try program.output(within: 500)
    for _ in 0..<6 {
      try program.type("u")
      _ = try program.output(within: 40)
    }
    #expect(try program.wait { $0.hasCount }.footer.hasPrefix("3 movies"))
    // Read, and accepted.
    _ = try program.output(within: 500)
    try program.type("u")
    try program.wait { $0.footer.hasPrefix("0 movies") }
    _ = try end(program)
  }
}
