import Foundation
import TestSupport
import Testing

/// A power failure after any system call: every possible state of the disk opens as the catalog before or
/// after the change, and as the one after it once the command has ended with status 0.
@Suite(.limited, .needs(.strace)) struct PowerCutTests {
  @Test(
    "A power failure after any system call leaves the state before or after the change",
    arguments: Scenario.all)
  func cut(scenario: Scenario) throws {
    var tally = FaultTally("C2", scenario.name)
    try Self.judge(Recording(scenario), &tally)
    #expect(tally.number(of: "states") > 20)
  }

  @Test("Control: detects a program that never syncs")
  func unsynced() throws {
    var tally = FaultTally("C2", "without syncs", isControl: true)
    let verdict = try Self.judge(
      Recording(.byShell("PRAGMA synchronous = OFF")), &tally)
    #expect(verdict.problems.contains { $0.contains("damaged") || $0.contains("neither") })
  }

  @Test(
    "Control: detects a disk that only pretends to sync",
    arguments: TestScale.isFull ? Scenario.all : Scenario.few)
  func swallowed(scenario: Scenario) throws {
    var tally = FaultTally("C2", "\(scenario.name), syncs swallowed", isControl: true)
    let recording = try Recording(scenario, injecting: ["-e", "inject=fdatasync,fsync:retval=0"])
    let verdict = try Self.judge(recording, &tally)
    #expect(verdict.problems.contains { $0.contains("the completed change is missing") })
  }

  @discardableResult
  private static func judge(
    _ recording: Recording, _ tally: inout FaultTally
  ) throws -> PowerCut.Verdict {
    let verdict = try PowerCut(recording).verdict()
    tally.count("states", by: verdict.states)
    tally.count("different states", by: verdict.differentStates)
    for problem in verdict.problems { tally.fail(problem) }
    tally.report()
    return verdict
  }
}
