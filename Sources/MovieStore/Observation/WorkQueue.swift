internal import Dispatch
internal import MovieSystem
internal import Synchronization

/// Runs blocking work on a thread of its own, one piece after another.
///
/// A store can block while it waits for the disk or for another process's lock. The threads of Swift's
/// cooperative pool must not block; dispatch starts another thread instead.
final class WorkQueue: Sendable {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: "MovieStore \(label)") }

  /// Runs the closure after the work that is already in the queue.
  ///
  /// - Throws: Any error that `work` throws. If the task is cancelled, `CancellationError`: immediately
  ///   while the work waits in the queue; while it runs, as soon as it notices.
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

  /// Runs the closure after the work that is already in the queue, without waiting for it.
  func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
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
    if cancellation.isCancelled { removeFromQueue() }
  }

  func cancel() {
    cancellation.cancel()
    removeFromQueue()
  }

  func run(_ work: () throws -> Result) {
    guard let continuation = takeContinuation() else { return }
    do {
      continuation.resume(returning: try Cancellation.$current.withValue(cancellation, operation: work))
    } catch StoreError.interrupted where cancellation.isCancelled {
      continuation.resume(throwing: CancellationError())
    } catch {
      continuation.resume(throwing: error)
    }
  }

  private func removeFromQueue() { takeContinuation()?.resume(throwing: CancellationError()) }

  private func takeContinuation() -> Continuation? { waiting.withLock { $0.take() } }
}
