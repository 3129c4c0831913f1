internal import CLibrary

/// Signal actions of this process.
package enum Signals {
  typealias Handler = @convention(c) (Int32) -> Void

  /// Ignores the signals for a closed pipe and for the file-size limit: `write` returns an error instead.
  package static func ignoreWriteFailures() {
    for ignored in [SIGPIPE, SIGXFSZ] { _ = signal(ignored, SIG_IGN) }
  }

  /// Ignores Ctrl-C and the hang-up of the terminal.
  package static func ignoreInterruptions() {
    for ignored in [SIGINT, SIGHUP] { _ = signal(ignored, SIG_IGN) }
  }

  /// Installs a handler that no other signal interrupts: a second signal must not end the process while
  /// the first one is still restoring the terminal.
  static func install(_ handler: @escaping Handler, for signal: Int32, flags: Int32 = 0) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    unsafe sigfillset(&action.sa_mask)
    action.sa_flags = flags
    _ = unsafe sigaction(signal, &action, nil)
  }

  /// The action of a signal; `nil` if the signal is ignored.
  static func activeAction(of signal: Int32) -> sigaction? {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return nil }
    let isIgnored =
      unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    return isIgnored ? nil : action
  }
}

/// A set of signals, in a form that system calls accept.
func signalSet(_ signals: [Int32]) -> sigset_t {
  var set = sigset_t()
  unsafe sigemptyset(&set)
  for signal in signals { unsafe sigaddset(&set, signal) }
  return set
}

/// Blocks signals of this thread until ``restore()``.
struct SignalMask {
  private var previous = sigset_t()

  init(blocking signals: [Int32]) {
    var set = signalSet(signals)
    unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
  }

  /// Blocks all signals.
  init() {
    var set = sigset_t()
    unsafe sigfillset(&set)
    unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
  }

  func restore() {
    var previous = previous
    unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
  }
}
