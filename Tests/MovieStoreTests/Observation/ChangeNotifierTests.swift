import MovieStore
import Synchronization
import TestSupport
import Testing

@Suite(.limited) struct ChangeNotifierTests {
  @Test("Polls while tasks wait, with one poller, and stops after the last one ends")
  func polling() async throws {
    let notifier = ChangeNotifier()
    let polls = Mutex(0)
    let poll: @Sendable () async -> Void = { polls.withLock { $0 += 1 } }
    try await Task.sleep(for: .milliseconds(250))
    #expect(!notifier.isPolling && polls.withLock { $0 } == 0)
    let start = ContinuousClock.now
    let tasks = (0..<20).map { _ in Task { await notifier.wait(after: 0, polling: poll) } }
    while polls.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(ContinuousClock.now - start >= .milliseconds(300))
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    try await notifier.untilPollingStops()
    let count = polls.withLock { $0 }
    try await Task.sleep(for: .milliseconds(250))
    #expect(polls.withLock { $0 } == count)
  }

  @Test("Polling starts again for a later task")
  func pollingAgain() async throws {
    let notifier = ChangeNotifier()
    for generation in 0..<2 {
      await notifier.wait(after: generation) { notifier.notify() }
      #expect(notifier.generation == generation + 1)
      try await notifier.untilPollingStops()
    }
  }

  @Test("A notification between reading the generation and waiting is not lost")
  func earlyNotification() async {
    let notifier = ChangeNotifier()
    let generation = notifier.generation
    notifier.notify()
    await notifier.wait(after: generation)
    #expect(notifier.waiterCount == 0 && !notifier.isPolling)
  }
}

extension ChangeNotifier {
  func untilPollingStops() async throws {
    for _ in 0..<2_000 where isPolling { try await Task.sleep(for: .milliseconds(5)) }
    #expect(!isPolling)
  }
}
