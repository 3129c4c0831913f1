internal import Dispatch
internal import MovieSystem
internal import Synchronization

/// Runs work that can block, such as a migration, a backup or a check, for asynchronous code: on
/// another thread than those of Swift's cooperative pool.
///
/// If the task is cancelled before the work has changed a file, the work ends within half a second,
/// and leaves all files unchanged. Closures for progress are called on that thread.
///
/// - Throws: `CancellationError` if the task is cancelled before the work has changed a file; otherwise
///   any error that `work` throws.
@discardableResult
public func runInBackground<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await WorkQueue(label: "operation").run(work)
}

/// Runs blocking work for asynchronous callers on a thread of its own, one piece after another.
///
/// Work can block while it waits for the disk or for another process's lock. The threads of Swift's
/// cooperative pool must not block. A serial dispatch queue gets another thread, however many are blocked.
final class WorkQueue: Sendable {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: "MovieStore \(label)") }

  /// Runs the closure after the work that is already in the queue.
  ///
  /// - Throws: `CancellationError` if the task is cancelled: immediately while the work waits in the queue;
  ///   while it runs, at its next check of `Interruption.isRequested`. Otherwise any error that `work`
  ///   throws.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let call = QueuedCall<Result>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        call.wait(continuation)
        queue.async { call.run(work) }
      }
    } onCancel: {
      call.cancel()
    }
  }
}

/// A piece of work in a queue, and the task that waits for its result.
private final class QueuedCall<Result: Sendable>: Sendable {
  private typealias Continuation = CheckedContinuation<Result, any Error>

  private let cancellation = Cancellation()
  /// `nil` before the task waits, and after the work has started or was cancelled.
  private let waiting = Mutex<Continuation?>(nil)

  func wait(_ continuation: CheckedContinuation<Result, any Error>) {
    waiting.withLock { $0 = continuation }
    // The task may have been cancelled before it waited.
    if cancellation.isRequested { removeFromQueue() }
  }

  func cancel() {
    cancellation.request()
    removeFromQueue()
  }

  func run(_ work: () throws -> Result) {
    guard let continuation = takeContinuation() else { return }
    continuation.resume(
      with: Swift.Result {
        try Cancellation.$current.withValue(cancellation) { try withCancellation(work) }
      })
  }

  private func removeFromQueue() { takeContinuation()?.resume(throwing: CancellationError()) }

  private func takeContinuation() -> Continuation? { waiting.withLock { $0.take() } }
}
