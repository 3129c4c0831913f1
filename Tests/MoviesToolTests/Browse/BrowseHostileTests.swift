import Foundation
import TestSupport
import Testing

/// Hostile texts in the catalog and from the keyboard never reach the terminal unescaped.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseHostileTests {
  private static let entering =
    "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h"
  private static let leaving =
    "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  private static let all = HostileStrings.all

  /// Adds every hostile string as a title and as a name.
  private func fill() throws {
    let movies = try Self.all.map { text in
      let movie: [String: Any] = ["title": text, "cast": [text, "Someone"]]
      return String(decoding: try JSONSerialization.data(withJSONObject: movie), as: UTF8.self)
    }
    let outcome = try ToolRunner.tool(
      "import", "-", "--format", "ndjson", "-q", input: movies.joined(separator: "\n")
    ).run()
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  /// Expects that an ended program wrote only frames with escaped text.
  private func expectHarmless(
    _ program: TerminalProgram, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let sent = try #require(
      String(validating: program.output, as: UTF8.self), sourceLocation: sourceLocation)
    let frames = sent.replacing(Self.entering, with: "").replacing(Self.leaving, with: "")
    var grid = TerminalGrid(columns: 80, rows: 24) { _ in 1 }
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      try grid.feed(Array(frames.utf8))
    }
    let texts = frames.replacing(/\u{1B}\[[?0-9;]*[A-Za-z]/, with: "\n")
    #expect(
      HostileStrings.forbidden(in: Array(texts.utf8)) == [], sourceLocation: sourceLocation)
  }

  @Test("shows, opens and changes movies with hostile titles and names")
  func shown() throws {
    try fill()
    let program = try Browsing.start()
    for _ in Self.all {
      try program.type("f\rjlhh")
      try program.type("j")
    }
    try program.type("g")
    for count in (1..<Self.all.count).reversed() {
      try program.type("x")
      try program.wait { grid in
        grid.footer.hasPrefix("\(count) movie") && grid.message.hasPrefix("deleted '")
      }
    }
    try program.type("Q")
    #expect(try program.outcome() == 0)
    try expectHarmless(program)
  }

  @Test("pasted text in the filter is escaped and never acts as keys")
  func pasted() throws {
    try fill()
    let program = try Browsing.start()
    let list = try program.wait { $0.hasCount }.footer
    try program.type("/")
    for (index, text) in Self.all.enumerated() {
      try program.paste(text + "QQ")
      try program.type("zz\(index)")
      try program.wait { grid in
        grid.message.hasPrefix("/") && grid.message.hasSuffix("QQzz\(index)")
      }
      try program.type("\u{15}")
    }
    try program.type("\u{1B}")
    try program.wait { $0.footer == list }
    try program.paste("xQ\u{3}\rq")
    try program.wait { $0.message.hasPrefix("paste ignored") }
    try program.type("Q")
    #expect(try program.outcome() == 0)
    try expectHarmless(program)
  }

  @Test("hostile bytes typed into the filter are escaped")
  func typed() throws {
    try fill()
    var programs = [try Browsing.start()]
    for text in Self.all {
      // Some strings quit, by `q` after an Escape.
      if programs[programs.count - 1].hasEnded { programs.append(try Browsing.start()) }
      let program = programs[programs.count - 1]
      try program.type("/" + text)
      _ = try program.output(within: 60)
      if !program.hasEnded { try program.type("\r") }
    }
    let last = programs[programs.count - 1]
    if !last.hasEnded { try last.type("\u{3}") }
    for program in programs {
      #expect(try program.outcome() == 0)
      try expectHarmless(program)
    }
  }
}
