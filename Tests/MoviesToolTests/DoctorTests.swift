import Foundation
import TestSupport
import Testing

/// `doctor` while another process holds a lock, and after a crash.
@Suite(.limited, .temporaryDirectory) struct DoctorTests {
  private static let damage = #"""
    "$SQL" movies.db "UPDATE MovieModel SET sortableTitle = 'zzz', title = ' ' WHERE id % 3 = 0;
      DELETE FROM MovieModel WHERE id % 7 = 0; DELETE FROM movieSearch_data WHERE id > 10"
    """#

  @Test(
    "--fix is busy while another process writes; every check is busy under an exclusive lock",
    .fullTier)
  func busy() throws {
    try ToolRunner.seed(5)
    #expect(try ToolRunner.shell(Self.damage).status == 0)
    let shell = try SQLProcess(ToolRunner.database)
    try shell.run("BEGIN IMMEDIATE")
    #expect(try ToolRunner.tool("doctor", "-q").run().status == 1)
    #expect(try ToolRunner.tool("doctor", "--fix", "-q").run().status == 75)
    try shell.run("COMMIT", "BEGIN EXCLUSIVE")
    #expect(try ToolRunner.tool("doctor", "-q").run().status == 75)
    try shell.run("COMMIT")
    #expect(try ToolRunner.tool("doctor", "--fix", "-q").run().status == 0)
  }

  @Test("an interrupted change is a note, not a problem")
  func crashed() throws {
    try ToolRunner.seed(300)
    let shell = try SQLProcess(ToolRunner.database)
    try shell.run(
      "PRAGMA cache_size = 1", "BEGIN", "UPDATE ActorModel SET name = name || hex(randomblob(99))")
    shell.kill()
    let outcome = try ToolRunner.tool("doctor").run()
    #expect(outcome.status == 0)
    #expect(outcome.error.hasPrefix("Note: a change is in progress or was interrupted."))
    #expect(outcome.error.hasSuffix("\nno problems found\n"))
  }
}
