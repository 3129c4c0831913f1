import Foundation
import TestSupport
import Testing

/// `movies browse` while other processes change, lock, restore or replace its file.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseConcurrencyTests {
  /// On a quiet machine it is 500 ms.
  private static let timeout = Duration.seconds(5)

  /// Waits for the picture, and for no longer than other programs' changes may take.
  @discardableResult
  private func see(
    _ program: TerminalProgram, _ isThere: (TerminalGrid) -> Bool
  ) throws -> TerminalGrid {
    let start = ContinuousClock.now
    let grid = try program.wait(until: isThere)
    #expect(ContinuousClock.now - start < Self.timeout)
    return grid
  }

  @Test("what another program adds, retitles and deletes is seen; the cursor stays on its movie")
  func changes() throws {
    try Browsing.addFilms(6)
    let program = try Browsing.start()
    try program.type("jj")
    try see(program) { $0.selected.contains("Film 03") }
    _ = try ToolRunner.tool("add", "Another Film", "-q").run()
    let added = try see(program) { $0.footer.hasPrefix("7 movies") }
    #expect(added.rows.contains { $0.contains("Another Film") })
    #expect(added.selected.contains("Film 03"))
    _ = try ToolRunner.tool("edit", "3", "--title", "Zero", "-q").run()
    try see(program) { $0.selected.contains("Zero") }
    _ = try ToolRunner.tool("delete", "3", "--yes", "-q").run()
    let deleted = try see(program) { $0.footer.hasPrefix("6 movies") }
    #expect(deleted.message == "'Zero' is no longer in the catalog")
    #expect(deleted.selected.contains("Film 06"))
    try program.type("Q")
    #expect(try program.outcome() == 0)
  }

  @Test("while the file is locked keys move, a change is refused soon, and then all goes on")
  func locked() throws {
    try Browsing.addFilms(40)
    let program = try Browsing.start()
    let other = try SQLProcess(ToolRunner.database)
    try other.run("BEGIN EXCLUSIVE")
    try see(program) { $0.message.hasPrefix("busy: another process") && $0.messageLook != "" }
    try program.type("jj")
    try see(program) { $0.selected.contains("Film 03") }
    try program.type("x")
    // What stands in the way is a warning; what a key is answered is not.
    try see(program) { $0.message.hasPrefix("busy: another process") && $0.messageLook == "" }
    try other.run("ROLLBACK")
    try program.type("j")
    try see(program) { $0.message == "" && $0.selected.contains("Film 04") }
    try program.type("kx")
    try see(program) { $0.message.hasPrefix("deleted 'Film 03'") }
    try other.quit()
    try program.type("Q")
    #expect(try program.outcome() == 0)
  }

  @Test("a backup that is restored beside it is seen, and can be changed")
  func restored() throws {
    try Browsing.addFilms(5)
    let backup = TemporaryDirectory.path("backup.db")
    #expect(try ToolRunner.tool("backup", backup).run().status == 0)
    _ = try ToolRunner.tool("delete", "1..3", "--yes", "-q").run()
    let program = try Browsing.start()
    #expect(program.picture?.footer.hasPrefix("2 movies") == true)
    #expect(try ToolRunner.tool("restore", backup, "--yes").run().status == 0)
    try see(program) { $0.footer.hasPrefix("5 movies") }
    try program.type("gx")
    try see(program) { $0.message.hasPrefix("deleted 'Film 01'") }
    try program.type("Q")
    #expect(try program.outcome() == 0)
  }

  @Test("a file that takes the place of its own is not touched")
  func replaced() throws {
    try Browsing.addFilms(5)
    let other = TemporaryDirectory.path("other.db")
    let change = "cp movies.db other.db && \"$SQL\" other.db 'DELETE FROM MovieModel WHERE id = 1'"
    #expect(try ToolRunner.shell(change).status == 0)
    let program = try Browsing.start()
    let content = try Files.bytes(other)
    #expect(rename(other, ToolRunner.database) == 0)
    try see(program) { $0.message.hasPrefix("read-only: the database was replaced") }
    try program.type("jxfa")
    try see(program) { $0.message.hasPrefix("read-only: the database was replaced") }
    try program.type("Q")
    #expect(try program.outcome() == 0)
    #expect(try Files.bytes(ToolRunner.database) == content)
    #expect(!FileManager.default.fileExists(atPath: ToolRunner.database + "-journal"))
  }
}
