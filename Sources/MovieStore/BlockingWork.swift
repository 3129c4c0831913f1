internal import Dispatch
internal import MovieSystem

/// Long operations for asynchronous callers.
///
/// An operation can block while it waits for the disk or for another process's lock. The threads of Swift's
/// cooperative pool must not block, so each operation runs on a dispatch queue of its own.
enum BlockingWork {
  /// Runs the closure on another thread. If the current task is cancelled, the closure ends at its next
  /// check of `Interruption.isRequested`.
  ///
  /// - Throws: `CancellationError` if the closure ended because of the cancellation, or the task was
  ///   already cancelled; otherwise the errors of the closure.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A serial queue gets a thread of its own, however many others are blocked.
        DispatchQueue(label: "MovieStore operation").async {
          continuation.resume(
            with: Swift.Result {
              try Cancellation.$current.withValue(cancellation) { try withCancellation(body) }
            })
        }
      }
    } onCancel: {
      cancellation.request()
    }
  }

  /// Returns a closure that reports progress, and then ends the operation if its task was cancelled.
  static func checking<Progress>(
    _ progress: @escaping (Progress) -> Void
  ) -> (Progress) throws(StoreError) -> Void {
    { value throws(StoreError) in
      progress(value)
      if Interruption.isRequested { throw .interrupted }
    }
  }
}
