import Foundation
import TestSupport
import Testing

/// `movies browse` in a window whose size changes.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseResizeTests {
  private static let keys = ["j", "k", "G", "g", "\u{4}", " ", "stitle\r", "sadded\r", "\u{C}"]

  @Test("many resizes with keys end with the frame of the last size", arguments: [1, 2])
  func manyResizes(seed: UInt64) throws {
    try Browsing.addMovies(60)
    var random = RandomSource(seed: seed)
    let program = try Browsing.start()
    for _ in 1...50 {
      program.resize(
        columns: Int.random(in: 1...500, using: &random),
        rows: Int.random(in: 1...200, using: &random))
      try program.type(Self.keys.randomElement(using: &random) ?? "")
    }
    let (columns, rows) = (Int.random(in: 40...200, using: &random), 30)
    program.resize(columns: columns, rows: rows)
    try program.type("g")
    let grid = try program.wait { grid in
      grid.hasCount && grid.header.count == columns && grid.selected.contains("Movie ")
    }
    #expect(grid.rows.count == rows)
    try expectSameAfterRepaint(program, columns: columns, rows: rows)
    try program.type("Q")
    #expect(try program.outcome() == 0)
    #expect(program.modes == program.modesBefore)
  }

  /// Expects a complete repaint to have the same result as the differences.
  private func expectSameAfterRepaint(
    _ program: TerminalProgram, columns: Int, rows: Int
  ) throws {
    _ = try program.output(within: 500)
    let painted = try #require(program.picture)
    let before = program.output.count
    try program.type("\u{C}")
    try program.waitForOutput { output in
      String(decoding: output[before...], as: UTF8.self).hasSuffix("\u{1B}[?2026l")
    }
    #expect(program.picture?.rows == painted.rows)
    #expect(painted.selected.contains("Movie "))
  }

  @Test(
    "a screen that is too small shows a message, and keys change nothing",
    arguments: [(1, 1), (39, 24), (80, 7), (500, 1), (1, 200)])
  func tooSmall(columns: Int, rows: Int) throws {
    try Browsing.addMovies(3)
    let program = try Browsing.start()
    program.resize(columns: columns, rows: rows)
    let message = "q quits; too small: \(columns)x\(rows), minimum 40x8"
    try program.wait { grid in
      columns < message.count
        ? grid.header == message.prefix(columns - 1) + "…" : grid.header.hasPrefix(message)
    }
    let before = program.output.count
    try program.type("jx\u{C}")
    try program.waitForOutput { $0.count > before }
    program.resize(columns: 40, rows: 8)
    let grid = try program.wait { $0.hasCount }
    #expect(grid.selected.contains("Movie 01") && grid.footer.hasPrefix("3 movies"))
    program.resize(columns: columns, rows: rows)
    try program.type("q")
    #expect(try program.outcome() == 0)
  }
}
