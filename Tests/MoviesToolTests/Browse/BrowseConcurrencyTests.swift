import Foundation
import TestSupport
import Testing

/// `movies browse` while other processes change, lock, restore or replace its file.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseConcurrencyTests {
  /// Idle machines need 500 ms.
  private static let timeout = Duration.seconds(5)

  /// Waits until the screen matches, within the limit for external changes.
  @discardableResult
  private func waitForScreen(
    _ program: TerminalProgram, _ matches: (TerminalGrid) -> Bool
  ) throws -> TerminalGrid {
    let start = ContinuousClock.now
    let grid = try program.wait(until: matches)
    #expect(ContinuousClock.now - start < Self.timeout)
    return grid
  }

  @Test(
    "shows additions, edits and deletions by other processes, and the cursor stays on its movie")
  func changes() throws {
    try Browsing.addMovies(6)
    let program = try Browsing.start()
    try program.type("jj")
    try waitForScreen(program) { $0.selected.contains("Movie 03") }
    _ = try ToolRunner.tool("add", "Another Movie", "-q").run()
    let added = try waitForScreen(program) { $0.footer.hasPrefix("7 movies") }
    #expect(added.rows.contains { $0.contains("Another Movie") })
    #expect(added.selected.contains("Movie 03"))
    _ = try ToolRunner.tool("edit", "3", "--title", "Zero", "-q").run()
    try waitForScreen(program) { $0.selected.contains("Zero") }
    _ = try ToolRunner.tool("delete", "3", "--yes", "-q").run()
    let deleted = try waitForScreen(program) { $0.footer.hasPrefix("6 movies") }
    #expect(deleted.message == "'Zero' is no longer in the catalog")
    #expect(deleted.selected.contains("Movie 06"))
    try program.type("Q")
    #expect(try program.outcome() == 0)
  }

  @Test(
    "while the file is locked, keys move and changes fail; both work after the lock is released")
  func locked() throws {
    try Browsing.addMovies(40)
    let program = try Browsing.start()
    let other = try SQLProcess(ToolRunner.database)
    try other.run("BEGIN EXCLUSIVE")
    try waitForScreen(program) {
      $0.message.hasPrefix("busy: another process") && $0.messageStyle != ""
    }
    try program.type("jj")
    try waitForScreen(program) { $0.selected.contains("Movie 03") }
    try program.type("x")
    // The banner is styled as a warning; the message of a key is not.
    try waitForScreen(program) {
      $0.message.hasPrefix("busy: another process") && $0.messageStyle == ""
    }
    try other.run("ROLLBACK")
    try program.type("j")
    try waitForScreen(program) { $0.message == "" && $0.selected.contains("Movie 04") }
    try program.type("kx")
    try waitForScreen(program) { $0.message.hasPrefix("deleted 'Movie 03'") }
    try other.quit()
    try program.type("Q")
    #expect(try program.outcome() == 0)
  }

  @Test("shows a restored backup and can change it")
  func restored() throws {
    try Browsing.addMovies(5)
    let backup = TemporaryDirectory.path("backup.db")
    #expect(try ToolRunner.tool("backup", backup).run().status == 0)
    _ = try ToolRunner.tool("delete", "1..3", "--yes", "-q").run()
    let program = try Browsing.start()
    #expect(program.picture?.footer.hasPrefix("2 movies") == true)
    #expect(try ToolRunner.tool("restore", backup, "--yes").run().status == 0)
    try waitForScreen(program) { $0.footer.hasPrefix("5 movies") }
    try program.type("gx")
    try waitForScreen(program) { $0.message.hasPrefix("deleted 'Movie 01'") }
    try program.type("Q")
    #expect(try program.outcome() == 0)
  }

  @Test("does not change a file that replaced the open one")
  func replaced() throws {
    try Browsing.addMovies(5)
    let other = TemporaryDirectory.path("other.db")
    let change = "cp movies.db other.db && \"$SQL\" other.db 'DELETE FROM MovieModel WHERE id = 1'"
    #expect(try ToolRunner.shell(change).status == 0)
    let program = try Browsing.start()
    let content = try Files.bytes(other)
    #expect(rename(other, ToolRunner.database) == 0)
    try waitForScreen(program) { $0.message.hasPrefix("read-only: the database was replaced") }
    try program.type("jxfa")
    try waitForScreen(program) { $0.message.hasPrefix("read-only: the database was replaced") }
    try program.type("Q")
    #expect(try program.outcome() == 0)
    #expect(try Files.bytes(ToolRunner.database) == content)
    #expect(!FileManager.default.fileExists(atPath: ToolRunner.database + "-journal"))
  }
}
