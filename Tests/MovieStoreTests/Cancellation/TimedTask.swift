import Dispatch
import Synchronization
import Testing

/// A task that runs outside the cooperative pool, whose threads other tests can block, and the time of its
/// end.
final class TimedTask: Sendable {
  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "timed task")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private final class State: Sendable {
    let end = Mutex<ContinuousClock.Instant?>(nil)
  }

  private let state: State
  private let task: Task<Void, any Error>

  init(_ body: @escaping @Sendable () async throws -> Void) {
    let state = State()
    task = Task(executorPreference: Executor()) {
      defer { state.end.withLock { $0 = .now } }
      try await body()
    }
    self.state = state
  }

  /// Cancels the task, and expects that it ends with `CancellationError` within two seconds.
  ///
  /// - Parameter afterwards: Runs after the cancellation, before the task is awaited.
  func expectCancellation(
    sourceLocation: SourceLocation = #_sourceLocation, afterwards: () -> Void = {}
  ) async throws {
    let (result, time) = try await cancel(afterwards: afterwards)
    #expect(throws: CancellationError.self, sourceLocation: sourceLocation) { try result.get() }
    #expect(.zero < time && time < .seconds(2), sourceLocation: sourceLocation)
  }

  /// Cancels the task.
  ///
  /// - Returns: The result, and the time from the cancellation to the end, which is negative if the task
  ///   had already ended.
  func cancel(
    afterwards: () -> Void = {}
  ) async throws -> (result: Result<Void, any Error>, time: Duration) {
    let start = ContinuousClock.now
    task.cancel()
    afterwards()
    let result = await task.result
    return (result, try #require(state.end.withLock { $0 }) - start)
  }
}
