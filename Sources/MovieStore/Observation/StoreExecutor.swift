internal import Dispatch

/// Where the calls of one repository run, one after another.
///
/// A store may have to wait for a disk or for another program's lock, which the threads that all tasks
/// share should not: the system starts more threads where these wait.
final class StoreExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: "MovieStore \(label)") }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs the body here, and gives what it made to the caller.
  func run<Result>(
    _ body: @escaping @Sendable () throws(StoreError) -> sending Result
  ) async throws(StoreError) -> sending Result {
    let outcome = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Swift.Result { () throws(StoreError) in try body() })
      }
    }
    return try outcome.get()
  }
}
