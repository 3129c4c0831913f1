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
    do {
      try valueOrErrno("start a thread", nil) {
        errnoResult(
          unsafe pthread_create(
            &thread, nil,
            { argument in
              guard let argument = unsafe argument else { return nil }
              unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
              return nil
            }, work.toOpaque()))
      }
    } catch {
      unsafe work.release()
      throw error
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
  /// - Parameter milliseconds: The timeout; `nil` waits without limit.
  /// - Returns: `false` if the channel was closed or the timeout expired.
  package func send(
    _ value: Value?, within milliseconds: Int32? = nil
  ) throws(SystemError) -> Bool {
    // Checked before the wait, too: closing ends only one wait.
    if isClosed.load(ordering: .acquiring) { return false }
    guard try emptied.wait(milliseconds: milliseconds) else { return false }
    if isClosed.load(ordering: .acquiring) { return false }
    slot.withLock { $0 = value }
    try filled.signal()
    return true
  }

  /// Waits for the next value and returns it; `nil` at the end.
  package func receive() throws(SystemError) -> Value? {
    try filled.wait()
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

/// A semaphore backed by a pipe, so that a signal that requests a stop ends the wait.
struct PipeSemaphore: ~Copyable, Sendable {
  private let output: Int32
  private let input: Int32

  init() throws(SystemError) {
    (output, input) = try Descriptor.pipe("create", "pipe")
  }

  deinit {
    close(output)
    close(input)
  }

  func signal() throws(SystemError) {
    let byte: [UInt8] = [1]
    try valueOrErrno("write", "pipe") { unsafe write(input, byte, 1) }
  }

  /// Waits for a signal, and consumes it. Returns `false` after the timeout.
  @discardableResult
  func wait(milliseconds: Int32? = nil) throws(SystemError) -> Bool {
    if let milliseconds {
      var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      if try valueOrErrno("read", "pipe", { unsafe poll(&entry, 1, milliseconds) }) == 0 {
        return false
      }
    }
    var byte: [UInt8] = [0]
    try valueOrErrno("read", "pipe") { unsafe read(output, &byte, 1) }
    return true
  }
}
