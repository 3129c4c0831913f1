import Foundation
import TestSupport
import Testing

/// The built program's `doctor`: killed, kept waiting, and on a file it may not write.
@Suite(.limited, .temporaryDirectory) struct DoctorTests {
  private static let harm = #"""
    "$SQL" movies.db "UPDATE MovieModel SET sortableTitle = 'zzz', title = ' ' WHERE id % 3 = 0;
      DELETE FROM MovieModel WHERE id % 7 = 0; DELETE FROM movieSearch_data WHERE id > 10"
    """#

  @Test(
    "killed while it mends, it leaves the file as it was or mended, and the next one ends the work",
    .fullTier)
  func killed() throws {
    try Workbench.seed(1_500)
    #expect(try Workbench.shell("\(Self.harm); cp movies.db harmed.db").status == 0)
    let start = ContinuousClock.now
    #expect(try Workbench.tool("doctor", "--fix", "-q").run().status == 0)
    let microseconds = (ContinuousClock.now - start) / .microseconds(1)
    let mended = try Workbench.shell(Self.content).output
    var random = RandomSource(seed: 5)
    for _ in 0..<12 {
      #expect(try Workbench.shell("rm -f movies.db*; cp harmed.db movies.db").status == 0)
      let harmed = try Workbench.shell(Self.content).output
      #expect(harmed != mended)
      let doctor = try Workbench.tool("doctor", "--fix", "-q").start()
      usleep(UInt32(Double.random(in: 0...microseconds, using: &random)))
      kill(doctor.processID, SIGKILL)
      _ = try doctor.outcome()
      #expect([harmed, mended].contains(try Workbench.shell(Self.content).output))
      #expect(try Workbench.tool("doctor", "--fix", "-q").run().status == 0)
      #expect(try Workbench.shell(Self.content).output == mended)
    }
  }

  private static let content =
    "\"$SQL\" movies.db 'SELECT * FROM MovieModel; SELECT * FROM MovieActor; SELECT * FROM ActorModel'"
    + " | sha256sum"

  @Test(
    "a file that another program keeps to itself is busy, and mending waits for one that writes",
    .fullTier)
  func busy() throws {
    try Workbench.seed(5)
    #expect(try Workbench.shell(Self.harm).status == 0)
    let shell = try SQLProcess(Workbench.database)
    try shell.run("BEGIN IMMEDIATE")
    #expect(try Workbench.tool("doctor", "-q").run().status == 1)
    #expect(try Workbench.tool("doctor", "--fix", "-q").run().status == 75)
    try shell.run("COMMIT", "BEGIN EXCLUSIVE")
    #expect(try Workbench.tool("doctor", "-q").run().status == 75)
    try shell.run("COMMIT")
    #expect(try Workbench.tool("doctor", "--fix", "-q").run().status == 0)
  }

  @Test("after a crash the catalog is in order, with a note")
  func crashed() throws {
    try Workbench.seed(300)
    let shell = try SQLProcess(Workbench.database)
    try shell.run(
      "PRAGMA cache_size = 1", "BEGIN", "UPDATE ActorModel SET name = name || hex(randomblob(99))")
    shell.kill()
    let outcome = try Workbench.tool("doctor").run()
    #expect(outcome.status == 0)
    #expect(outcome.error.hasPrefix("Note: a change is under way or was interrupted."))
    #expect(outcome.error.hasSuffix("\nthe database is in order\n"))
  }
}
