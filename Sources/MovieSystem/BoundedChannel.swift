internal import Dispatch
internal import Synchronization

/// Passes values from one thread to another in order. It holds at most one value, so that neither
/// thread runs far ahead.
package final class BoundedChannel<Value: Sendable>: Sendable {
  private let slot = Mutex<Value?>(nil)
  private let isClosed = Atomic(false)
  // A semaphore that is released below its first value ends the process, so that both start at 0.
  private let filled = DispatchSemaphore(value: 0)
  private let emptied = DispatchSemaphore(value: 0)

  package init() { emptied.signal() }

  /// Sends a value, or `nil` for the end, once the value before it was received.
  ///
  /// - Returns: `false` if the channel was closed.
  package func send(_ value: Value?) -> Bool {
    // Checked before the wait, too: closing ends only one wait.
    if isClosed.load(ordering: .acquiring) { return false }
    emptied.wait()
    if isClosed.load(ordering: .acquiring) { return false }
    slot.withLock { $0 = value }
    filled.signal()
    return true
  }

  /// Waits for the next value and returns it; `nil` at the end.
  ///
  /// - Parameter isInterruptible: Whether a request to stop ends the wait with `EINTR`.
  package func receive(isInterruptible: Bool = true) throws(SystemError) -> Value? {
    while filled.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isInterruptible, Interruption.isRequested { throw .interrupted(nil) }
    }
    let value = slot.withLock { $0.take() }
    emptied.signal()
    return value
  }

  /// Ends the channel from the receiver's side: later values are refused.
  package func close() {
    isClosed.store(true, ordering: .releasing)
    emptied.signal()
  }
}
