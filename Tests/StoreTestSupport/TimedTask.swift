import Dispatch
import Synchronization
import TestSupport
import Testing

/// A task that runs outside the cooperative pool, whose threads other tests can block for a long time.
/// Tests wait for it synchronously for the same reason.
package final class TimedTask: Sendable {
  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "timed task")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private final class State: Sendable {
    let end = Mutex<(result: Result<Void, any Error>, time: ContinuousClock.Instant)?>(nil)
    let hasEnded = Latch()
  }

  private let state: State
  private let task: Task<Void, Never>

  package init(_ body: @escaping @Sendable () async throws -> Void) {
    let state = State()
    task = Task(executorPreference: Executor()) {
      let result: Result<Void, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      state.end.withLock { $0 = (result, .now) }
      state.hasEnded.set()
    }
    self.state = state
  }

  /// Cancels the task, and expects that it ends with `CancellationError` within two seconds.
  ///
  /// - Parameter afterwards: Runs after the cancellation, before the wait for the end.
  package func expectCancellation(
    sourceLocation: SourceLocation = #_sourceLocation, afterwards: () -> Void = {}
  ) throws {
    let (result, time) = try cancel(afterwards: afterwards)
    #expect(throws: CancellationError.self, sourceLocation: sourceLocation) { try result.get() }
    #expect(.zero < time && time < .seconds(2), sourceLocation: sourceLocation)
  }

  /// Cancels the task.
  ///
  /// - Returns: The result, and the time from the cancellation to the end, which is negative if the task
  ///   had already ended.
  package func cancel(
    afterwards: () -> Void = {}
  ) throws -> (result: Result<Void, any Error>, time: Duration) {
    let start = ContinuousClock.now
    task.cancel()
    afterwards()
    #expect(state.hasEnded.isSet(within: 60))
    let end = try #require(state.end.withLock { $0 })
    return (end.result, end.time - start)
  }
}
