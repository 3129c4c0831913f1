import Foundation
import TestSupport
import Testing

/// An allocation fails: the program may crash, but the catalog stays undamaged.
@Suite(
  .limited, .needs(.strace, ForeignProgram("clang") { FailingMemory.library != nil }))
struct MemoryTests {
  @Test(
    "A change is complete or absent if any allocation fails",
    arguments: TestScale.isFull ? Scenario.all : Scenario.few, FailingMemory.Caller.allCases)
  func failing(scenario: Scenario, caller: FailingMemory.Caller) throws {
    var tally = FaultTally("D5", "\(scenario.name), called by \(caller)")
    let recording = try FailingMemory.Recorded(scenario, caller: caller)
    tally.count("calls", by: recording.count)
    for number in TestScale.sample(5, of: Array(1...recording.count), fullCount: 200) {
      let outcome = try recording.run(failingAt: number)
      tally.count(outcome.status == 0 ? "done" : outcome.status > 128 ? "crashed" : "reported")
      let state = recording.recording.state
      let isWrong = outcome.status == 0 && state != recording.recording.after
      if let problem = recording.recording.problem(in: state)
        ?? (isWrong ? "reported as done" : nil)
      {
        tally.fail("call \(number): \(problem)")
      }
      if caller == .sqlite, ![0, 74].contains(outcome.status) {
        tally.fail("call \(number): \(outcome.status): \(outcome.error)")
      }
    }
    tally.report()
  }
}
