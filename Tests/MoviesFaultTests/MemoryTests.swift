import Foundation
import TestSupport
import Testing

/// A call for memory fails: the program may end as it will, the catalog is whole.
@Suite(
  .limited, .needs(.strace, ForeignProgram("clang") { FailingMemory.library != nil }))
struct MemoryTests {
  @Test(
    "without memory at any call, a change is there or is not",
    arguments: Effort.isWhole ? Change.all : Change.few, FailingMemory.Asker.allCases)
  func failing(change: Change, asker: FailingMemory.Asker) throws {
    var figures = FaultTally("D5", "\(change.name), \(asker) asking")
    let recording = try FailingMemory.Recorded(change, asker: asker)
    figures.count("calls", by: recording.count)
    for number in Effort.choice(5, of: Array(1...recording.count), whole: 200) {
      let outcome = try recording.run(failingAt: number)
      figures.count(outcome.status == 0 ? "done" : outcome.status > 128 ? "crashed" : "told")
      let state = recording.recording.state
      let isFalse = outcome.status == 0 && state != recording.recording.after
      if let objection = recording.recording.objection(to: state)
        ?? (isFalse ? "said to be done" : nil)
      {
        figures.fail("call \(number): \(objection)")
      }
      if asker == .sqlite, ![0, 74].contains(outcome.status) {
        figures.fail("call \(number): \(outcome.status): \(outcome.error)")
      }
    }
    figures.report()
  }
}
