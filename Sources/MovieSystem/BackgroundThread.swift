internal import CLibrary

/// Work that runs beside the thread that starts it.
package enum BackgroundThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that ends with its work, or with the process: nobody waits for it.
  package static func run(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = withoutSignals {
      unsafe pthread_create(&thread, nil, perform, work.toOpaque())
    }
    guard code == 0 else {
      unsafe work.release()
      throw SystemError(code: code, operation: "start a thread", path: nil)
    }
    pthread_detach(thread)
  }

  /// Signals that end the work are for the thread that started it all: what that waits for is
  /// interrupted.
  private static func withoutSignals(_ body: () -> Int32) -> Int32 {
    var (ending, former) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&ending)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGALRM] { unsafe sigaddset(&ending, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &ending, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
    return body()
  }

  private typealias Entry =
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

  private static let perform: Entry = { argument in
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
    return nil
  }
}
