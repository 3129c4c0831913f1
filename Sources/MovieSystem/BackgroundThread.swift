internal import CLibrary

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
        errnoResult(unsafe pthread_create(&thread, nil, perform, work.toOpaque()))
      }
    } catch {
      unsafe work.release()
      throw error
    }
    pthread_detach(thread)
  }

  private typealias Entry =
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

  private static let perform: Entry = { argument in
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
    return nil
  }
}
