import Foundation
import TestSupport
import Testing

/// A command that is killed at any system call has made its change completely or not at all.
@Suite(.limited, .needs(.strace)) struct KillTests {
  @Test(
    "A change killed at any system call is complete or absent, and the next command works",
    arguments: Scenario.all)
  func killed(scenario: Scenario) throws {
    var tally = FaultTally("C1", scenario.name)
    try Recording(scenario).killAtFaultPoints(quick: 12, &tally)
    #expect(tally.number(of: "kills") > 0)
    tally.report()
  }

  @Test("A rollback killed at any system call is completed by the next command")
  func killedInRecovery() throws {
    let recording = try Recording(Scenario.afterKilledImport())
    #expect(recording.files.keys.contains("movies.db-journal"))
    var tally = FaultTally("C3", recording.scenario.name)
    try recording.killAtFaultPoints(quick: 20, &tally)
    #expect(tally.number(of: "kills") > 0)
    tally.report()
  }

  @Test("Control: detects a program without a journal")
  func controlled() throws {
    var tally = FaultTally("C1", "without a journal", isControl: true)
    try Recording(.byShell("PRAGMA journal_mode = OFF")).killAtFaultPoints(quick: 20, &tally)
    #expect(tally.failures > 0)
    tally.report()
  }
}
