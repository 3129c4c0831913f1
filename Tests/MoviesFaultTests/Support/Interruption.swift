import Foundation
import MovieSystem
import Synchronization
import TestSupport

/// A change that takes long, to be ended by signals at random moments.
final class Interruption: Sendable {
  private let change: Change
  private let lab: Sandbox
  private let files: [String: Data]
  private let before: Content
  private let after: Content
  private let duration: Duration
  private let random = Mutex(RandomSource(seed: 11))

  /// By when a command has ended. A machine on which much else goes on gets more.
  private static let patience = Duration.milliseconds(Effort.isWhole ? 2_000 : 3_000)
  private static let promise = Duration.milliseconds(500)

  init(_ change: Change) throws {
    self.change = change
    lab = try Sandbox()
    guard try lab.shell(change.setup).status == 0 else { throw LabError("\(change): setup") }
    files = try lab.files
    before = Content(of: lab.database)
    let start = ContinuousClock.now
    guard try lab.tool(change).run().status == 0 else { throw LabError("\(change) does not work") }
    duration = ContinuousClock.now - start
    after = Content(of: lab.database)
    guard before != after else { throw LabError("\(change) changes nothing") }
  }

  /// Runs it, sends the signals from a random moment on, and judges how it ended and what it left.
  func end(by signals: [Int32], _ figures: inout FaultTally) throws {
    try lab.lay(files)
    let share = random.withLock { Double.random(in: 0.05...0.9, using: &$0) }
    let running = try lab.tool(change).start()
    usleep(UInt32(duration / .microseconds(1) * share))
    let start = ContinuousClock.now
    for signal in signals {
      kill(running.processID, signal)
      usleep(500)
    }
    let outcome = try running.outcome()
    let taken = ContinuousClock.now - start
    figures.count("status \(outcome.status)")
    figures.count(taken > Self.promise ? "later than 500 ms" : "within 500 ms")
    let content = Content(of: lab.database)
    if taken > Self.patience { figures.fail("it took \(taken) to end") }
    // One that was done before it heard ends with 0.
    let isRight =
      outcome.status == 0
      ? content == after : outcome.status == 128 + signals[0] && content == before
    if !isRight {
      let state = content == before ? "undone" : content == after ? "done" : "broken"
      figures.fail("status \(outcome.status), \(state)")
    }
    if signals.count == 1, !(try lab.leftovers.isEmpty) {
      figures.fail("leaves \(try lab.leftovers)")
    }
  }
}
