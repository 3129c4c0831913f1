import Foundation
import TestSupport
import Testing

/// Killed at any of its calls, a command has done everything or nothing.
@Suite(.limited, .needs(.strace)) struct KillTests {
  @Test(
    "killed at any moment, a change is there or is not, and the next command works",
    arguments: Change.all)
  func killed(change: Change) throws {
    var figures = FaultTally("C1", change.name)
    try Recording(change).killAtMoments(quick: 12, &figures)
    #expect(figures.number(of: "kills") > 0)
    figures.report()
  }

  @Test("killed while a change that was killed is taken back, the program takes it back once more")
  func killedInRecovery() throws {
    let recording = try Recording(Change.afterKilledImport())
    #expect(recording.files.keys.contains("movies.db-journal"))
    var figures = FaultTally("C3", recording.change.name)
    try recording.killAtMoments(quick: 20, &figures)
    #expect(figures.number(of: "kills") > 0)
    figures.report()
  }

  @Test("a program that keeps no journal is caught")
  func controlled() throws {
    var figures = FaultTally("C1", "without a journal", isControl: true)
    try Recording(.byShell("PRAGMA journal_mode = OFF")).killAtMoments(quick: 20, &figures)
    #expect(figures.failures > 0)
    figures.report()
  }
}
