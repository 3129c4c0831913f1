internal import CLibrary
internal import Synchronization

/// Detached threads.
package enum BackgroundThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that ends with the closure or with the process. It cannot be joined.
  package static func run(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    // The thread that starts others receives the termination signals, which interrupt its waits.
    let mask = SignalMask(blocking: [SIGINT, SIGTERM, SIGHUP, SIGALRM])
    defer { mask.restore() }
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if code != 0 {
      unsafe work.release()
      throw SystemError(code: code, operation: "start a thread", path: nil)
    }
    pthread_detach(thread)
  }
}

/// Passes values from one thread to another in order. It holds at most one value, so that neither thread
/// runs far ahead.
package final class BoundedChannel<Value: Sendable>: Sendable {
  private let slot = Mutex<Value?>(nil)
  private let isClosed = Atomic(false)
  private let filled: PipeSemaphore
  private let emptied: PipeSemaphore

  package init() throws(SystemError) {
    filled = try PipeSemaphore()
    emptied = try PipeSemaphore()
    try emptied.signal()
  }

  /// Sends a value, or `nil` for the end, once the value before it was received.
  ///
  /// - Returns: `false` if the channel was closed.
  package func send(_ value: Value?) throws(SystemError) -> Bool {
    // Checked before the wait, too: closing ends only one wait.
    if isClosed.load(ordering: .acquiring) { return false }
    try emptied.wait()
    if isClosed.load(ordering: .acquiring) { return false }
    slot.withLock { $0 = value }
    try filled.signal()
    return true
  }

  /// Waits for the next value and returns it; `nil` at the end.
  ///
  /// - Parameter isInterruptible: Whether a request to stop ends the wait with `EINTR`.
  package func receive(isInterruptible: Bool = true) throws(SystemError) -> Value? {
    try filled.wait(isInterruptible: isInterruptible)
    let value = slot.withLock { $0.take() }
    try emptied.signal()
    return value
  }

  /// Ends the channel from the receiver's side: later values are refused.
  package func close() throws(SystemError) {
    isClosed.store(true, ordering: .releasing)
    try emptied.signal()
  }
}

/// A semaphore backed by a pipe, so that a request to stop ends the wait.
private struct PipeSemaphore: ~Copyable, Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  init() throws(SystemError) {
    (readEnd, writeEnd) = try Descriptor.pipe("create", "pipe")
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func signal() throws(SystemError) {
    let byte: [UInt8] = [1]
    try valueOrErrno("write", "pipe") { unsafe write(writeEnd, byte, 1) }
  }

  /// Waits for a signal, and consumes it.
  func wait(isInterruptible: Bool = false) throws(SystemError) {
    if isInterruptible { try Descriptor.waitForInput(readEnd, "pipe") }
    var byte: UInt8 = 0
    try valueOrErrno("read", "pipe") { unsafe read(readEnd, &byte, 1) }
  }
}
