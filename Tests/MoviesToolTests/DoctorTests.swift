import Foundation
import TestSupport
import Testing

/// The built program's `doctor`: kept waiting, and after a crash.
@Suite(.limited, .temporaryDirectory) struct DoctorTests {
  private static let harm = #"""
    "$SQL" movies.db "UPDATE MovieModel SET sortableTitle = 'zzz', title = ' ' WHERE id % 3 = 0;
      DELETE FROM MovieModel WHERE id % 7 = 0; DELETE FROM movieSearch_data WHERE id > 10"
    """#

  @Test(
    "a file that another program keeps to itself is busy, and mending waits for one that writes",
    .fullTier)
  func busy() throws {
    try ToolRunner.seed(5)
    #expect(try ToolRunner.shell(Self.harm).status == 0)
    let shell = try SQLProcess(ToolRunner.database)
    try shell.run("BEGIN IMMEDIATE")
    #expect(try ToolRunner.tool("doctor", "-q").run().status == 1)
    #expect(try ToolRunner.tool("doctor", "--fix", "-q").run().status == 75)
    try shell.run("COMMIT", "BEGIN EXCLUSIVE")
    #expect(try ToolRunner.tool("doctor", "-q").run().status == 75)
    try shell.run("COMMIT")
    #expect(try ToolRunner.tool("doctor", "--fix", "-q").run().status == 0)
  }

  @Test("after a crash the catalog is in order, with a note")
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
