import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct ChangeNotifierTests {
  @Test("Waits as long as the given time, or until the next notification")
  func waiting() async throws {
    let notifier = ChangeNotifier()
    let start = ContinuousClock.now
    await notifier.wait(after: 0, atMost: .milliseconds(50))
    #expect(ContinuousClock.now - start >= .milliseconds(50))
    #expect(notifier.generation == 0 && notifier.waiterCount == 0)
    let tasks = (0..<20).map { number in
      Task { await notifier.wait(after: 0, atMost: number < 10 ? nil : .seconds(3_600)) }
    }
    while notifier.waiterCount < 20 { await Task.yield() }
    notifier.notify()
    for task in tasks { await task.value }
    #expect(notifier.generation == 1 && notifier.waiterCount == 0)
  }

  @Test("Cancellation ends the wait", arguments: [nil, .seconds(3_600)] as [Duration?])
  func cancellation(time: Duration?) async throws {
    let notifier = ChangeNotifier()
    let task = Task { await notifier.wait(after: 0, atMost: time) }
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
