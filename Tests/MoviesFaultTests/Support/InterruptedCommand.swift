import Foundation
import MovieSystem
import Synchronization
import TestSupport

/// A long change that signals end at random times.
final class InterruptedCommand: Sendable {
  private let scenario: Scenario
  private let sandbox: Sandbox
  private let files: [String: Data]
  private let before: CatalogSnapshot
  private let after: CatalogSnapshot
  private let duration: Duration
  private let random = Mutex(RandomSource(seed: 11))

  /// The time in which a command must end, longer than promised because other tests run at the same time.
  private static let timeout = Duration.milliseconds(TestScale.isFull ? 2_000 : 3_000)
  private static let promised = Duration.milliseconds(500)

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    sandbox = try Sandbox()
    guard try sandbox.shell(scenario.setup).status == 0 else {
      throw SandboxError("\(scenario): setup")
    }
    files = try sandbox.files
    before = CatalogSnapshot(of: sandbox.database)
    let start = ContinuousClock.now
    guard try sandbox.tool(scenario).run().status == 0 else {
      throw SandboxError("\(scenario) does not work")
    }
    duration = ContinuousClock.now - start
    after = CatalogSnapshot(of: sandbox.database)
    guard before != after else { throw SandboxError("\(scenario) changes nothing") }
  }

  /// Runs the change, sends the signals after a random time, and checks the outcome and the files.
  func end(by signals: [Int32], _ tally: inout FaultTally) throws {
    try sandbox.restoreFiles(files)
    let share = random.withLock { Double.random(in: 0.05...0.9, using: &$0) }
    let running = try sandbox.tool(scenario).start()
    usleep(UInt32(duration / .microseconds(1) * share))
    let start = ContinuousClock.now
    for signal in signals {
      kill(running.processID, signal)
      usleep(500)
    }
    let outcome = try running.outcome()
    let elapsed = ContinuousClock.now - start
    tally.count("status \(outcome.status)")
    tally.count(elapsed > Self.promised ? "later than 500 ms" : "within 500 ms")
    let content = CatalogSnapshot(of: sandbox.database)
    if elapsed > Self.timeout { tally.fail("it took \(elapsed) to end") }
    // A command that had committed before the signal ends with 0.
    let isExpected =
      outcome.status == 0
      ? content == after : outcome.status == 128 + signals[0] && content == before
    if !isExpected {
      let state = content == before ? "unchanged" : content == after ? "done" : "damaged"
      tally.fail("status \(outcome.status), \(state)")
    }
    // There is no message if a signal ends the process at once.
    if content == before, outcome.error.contains("after the change was committed") {
      tally.fail("reports a change that was not made")
    }
    if signals.count == 1, !(try sandbox.leftovers.isEmpty) {
      tally.fail("leaves \(try sandbox.leftovers)")
    }
  }
}
