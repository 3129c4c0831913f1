internal import Synchronization

/// Hands values from one thread to another, in order. At most one lies between them, so that
/// neither runs far ahead.
package final class BoundedChannel<Value: Sendable>: Sendable {
  private let place = Mutex<Value?>(nil)
  private let isClosed = Atomic(false)
  private let filled: PipeSemaphore
  private let emptied: PipeSemaphore

  package init() throws(SystemError) {
    let filled = try PipeSemaphore()
    let emptied = try PipeSemaphore()
    try emptied.give()
    self.filled = filled
    self.emptied = emptied
  }

  /// Gives a value, or `nil` for the end, after the one before it was taken.
  ///
  /// - Parameter milliseconds: how long to wait for that; `nil` for any time.
  /// - Returns: whether it was given; not if no more are wanted, or the time is over.
  package func send(
    _ value: Value?, within milliseconds: Int32? = nil
  ) throws(SystemError) -> Bool {
    // Before it waits, too: closing wakes it once.
    if isClosed.load(ordering: .acquiring) { return false }
    guard try emptied.wait(milliseconds: milliseconds) else { return false }
    if isClosed.load(ordering: .acquiring) { return false }
    place.withLock { $0 = value }
    try filled.give()
    return true
  }

  /// Takes the next value, and waits for it; `nil` at the end.
  package func receive() throws(SystemError) -> Value? {
    try filled.wait()
    let value = place.withLock { $0.take() }
    try emptied.give()
    return value
  }

  /// Tells the giver that no more values are wanted.
  package func close() throws(SystemError) {
    isClosed.store(true, ordering: .releasing)
    try emptied.give()
  }
}
