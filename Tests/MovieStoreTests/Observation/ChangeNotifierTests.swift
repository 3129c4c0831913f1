import MovieStore
import Synchronization
import TestSupport
import Testing

@Suite(.limited) struct ChangeNotifierTests {
  private final class Polls: Sendable { let count = Atomic<Int>(0) }

  private static let never: @Sendable () async -> Bool = { false }

  @Test("Changes are looked for more rarely if nothing changes")
  func interval() {
    #expect(ChangeNotifier.interval(afterChecks: 0) == .milliseconds(100))
    #expect(ChangeNotifier.interval(afterChecks: 299) == .milliseconds(100))
    #expect(ChangeNotifier.interval(afterChecks: 300) == .milliseconds(500))
  }

  @Test("Waits until the next notification")
  func waiting() async throws {
    let notifier = ChangeNotifier()
    let tasks = (0..<20).map { number in
      Task { await notifier.wait(after: 0, polling: number < 10 ? nil : Self.never) }
    }
    while notifier.waiterCount < 20 { await Task.yield() }
    notifier.notify()
    for task in tasks { await task.value }
    #expect(notifier.generation == 1 && notifier.waiterCount == 0)
  }

  @Test("All tasks that wait poll once together, and nobody polls after the last wait")
  func polling() async throws {
    let notifier = ChangeNotifier()
    let polls = Polls()
    let tasks = (0..<50).map { _ in
      Task {
        await notifier.wait(after: 0) { polls.count.add(1, ordering: .relaxed).newValue == 3 }
      }
    }
    for task in tasks { await task.value }
    #expect(polls.count.load(ordering: .relaxed) == 3 && notifier.generation == 1)
    try await Task.sleep(for: .milliseconds(250))
    #expect(polls.count.load(ordering: .relaxed) == 3)
    await notifier.wait(after: 1) { true }
    #expect(notifier.generation == 2)
  }

  @Test("Cancellation ends the wait", arguments: [true, false])
  func cancellation(polls: Bool) async throws {
    let notifier = ChangeNotifier()
    let task = Task { await notifier.wait(after: 0, polling: polls ? Self.never : nil) }
    while notifier.waiterCount == 0 { await Task.yield() }
    task.cancel()
    await task.value
    #expect(notifier.waiterCount == 0)
  }

  @Test("A notification between reading the generation and waiting is not lost")
  func earlyNotification() async {
    let notifier = ChangeNotifier()
    let generation = notifier.generation
    notifier.notify()
    await notifier.wait(after: generation)
    #expect(notifier.waiterCount == 0)
  }
}
