import Foundation
import TestSupport
import Testing

/// The bytes that `movies browse` writes to a terminal.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseFramesTests {
  private static let begin = "\u{1B}[?2026h"
  private static let end = "\u{1B}[?2026l"

  /// The output outside of frames.
  private func outsideFrames(_ text: String) -> String {
    text.split(separator: Self.begin, omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        guard index > 0 else { return String(part) }
        guard let end = part.range(of: Self.end) else { return String(part) }
        return String(part[end.upperBound...])
      }.joined()
  }

  @Test("moving down sends one frame of at most 120 bytes per row")
  func oneRow() throws {
    try Browsing.addMovies(60)
    let program = try Browsing.start()
    _ = try program.output(within: 300)
    for row in 2...20 {
      let before = program.output.count
      try program.type("j")
      try program.wait { grid in
        grid.selected.contains(row < 10 ? "Movie 0\(row)" : "Movie \(row)")
      }
      let sent = String(decoding: program.output[before...], as: UTF8.self)
      #expect(sent.utf8.count <= 120, "\(sent.debugDescription)")
      #expect(sent.hasPrefix(Self.begin) && sent.hasSuffix(Self.end))
      #expect(sent.ranges(of: Self.begin).count == 1)
    }
  }

  @Test("sends nothing while idle")
  func idle() throws {
    try Browsing.addMovies(60)
    let program = try Browsing.start()
    _ = try program.output(within: 300)
    #expect(try program.output(within: 1_500) == [])
  }

  @Test("all output between entering and leaving is in synchronized updates")
  func synchronized() throws {
    try Browsing.addMovies(60)
    let program = try Browsing.start()
    try program.type("jjG/movie 1\rlhsadded\rSfFx")
    try program.wait(for: "deleted")
    try program.type("u?")
    try program.wait(for: "Esc cancel")
    try program.type("\u{3}")
    #expect(try program.outcome() == 0)
    let entering = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h"
    let leaving =
      "\u{1B}[?2026l\u{1B}[0m\u{1B}[r\u{1B}[1;1H\u{1B}[2J\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l"
      + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    let sent = String(decoding: program.output, as: UTF8.self)
    #expect(outsideFrames(sent.replacing(leaving, with: "")) == entering)
    #expect(sent.hasPrefix(entering) && sent.hasSuffix(leaving))
  }

  @Test("a frame is one write", .needs(.strace))
  func oneWrite() throws {
    try Browsing.addMovies(60)
    let log = TemporaryDirectory.path("log")
    var tool = Browsing.tool()
    tool.arguments =
      ["strace", "-qq", "-o", log, "-e", "trace=write", tool.executable].map { Array($0.utf8) }
      + tool.arguments
    tool.executable = "/usr/bin/env"
    let program = try TerminalProgram(tool, columns: 80, rows: 24)
    try program.wait { $0.hasCount }
    for key in ["j", "G", "g", "\r", "q", "?", "\u{1B}"] {
      try program.type(key)
      // A key that follows Esc at once is typed with Alt, also if a busy machine reads both late.
      _ = try program.output(within: key == "\u{1B}" ? 1_000 : 60)
    }
    try program.type("q")
    #expect(try program.outcome() == 0)
    let frames = String(decoding: program.output, as: UTF8.self).ranges(of: Self.begin).count
    let writes = String(decoding: try Files.bytes(log), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("write(1,") }
    #expect(frames >= 6)
    // Entering and leaving are one write each.
    #expect(writes.count == frames + 2)
  }
}
