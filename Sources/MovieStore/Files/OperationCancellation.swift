internal import MovieSQLite
internal import MovieSystem

/// Runs an operation that ends when the current task is cancelled.
///
/// An operation that has completed returns its result, even if the task was cancelled meanwhile.
///
/// - Throws: `CancellationError` if the operation ended because of the cancellation, or the task
///   was already cancelled; otherwise the errors of the closure.
package func withCancellation<Result>(_ body: () throws -> Result) throws -> Result {
  let cancellation = Cancellation.current ?? Cancellation()
  if cancellation.isRequested { throw CancellationError() }
  do {
    return try Cancellation.$current.withValue(cancellation, operation: body)
  } catch {
    let isCancelled = cancellation.isRequested && Interruption.signal == nil
    throw isCancelled && isInterruption(error) ? CancellationError() : error
  }
}

/// Whether the error can be that of an operation that was asked to end.
private func isInterruption(_ error: any Error) -> Bool {
  switch error {
  // A request also ends a wait for a lock.
  case let error as SQLiteError: error.code == .interrupted || error.code.primary == .busy
  case let error as SystemError: error.isInterruption
  case let error as StoreError: [.interrupted, .busy].contains(error.category)
  default: false
  }
}

/// Runs the rest of an operation that has changed a file: it does not end when the task is cancelled.
package func ignoringCancellation<Result>(
  if hasChangedFile: Bool = true, _ body: () throws -> Result
) rethrows -> Result {
  hasChangedFile
    ? try Cancellation.$current.withValue(nil, operation: body) : try body()
}
