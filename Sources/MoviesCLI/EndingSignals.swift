internal import Glibc
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The signals by which a person, a terminal that closes or the system ends the program.
///
/// It ends at once, or where something would be left half-done takes that back first, within half a
/// second. What takes longer is left to the next command, as after a crash; a second signal does the
/// same. In all cases the process ends by the signal, so that a shell's loop ends with it.
enum EndingSignals {
  /// Those that whoever started the program wants it to ignore, as `nohup` does, stay ignored.
  static func handle() {
    for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) {
      install(onSignal, for: signal)
    }
    // A trap on a terminal is to end the program, not to begin a conversation with its author: the
    // runtime's handlers of crashes go.
    for signal in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP]
    where !isIgnored(signal) {
      _ = Glibc.signal(signal, SIG_DFL)
    }
  }

  /// Ends the process by the signal that is still to end it, if there is one.
  static func endIfRequested() {
    if let signal = Interruption.signal { end(by: signal) }
  }

  private typealias Handler = @convention(c) (Int32) -> Void

  private static let onSignal: Handler = { signal in
    guard Interruption.isCritical, Interruption.request(by: signal) else {
      return EndingSignals.end(by: signal)
    }
    EndingSignals.setDeadline()
  }

  private static let onDeadline: Handler = { _ in EndingSignals.endIfRequested() }

  /// Only calls that a handler may make.
  private static func setDeadline() {
    install(onDeadline, for: SIGALRM)
    var time = itimerval()
    time.it_value.tv_usec = 450_000
    _ = unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &time, nil)
  }

  private static func end(by signal: Int32) {
    TerminalScreen.leaveAtOnce()
    ProgressReporter.eraseInSignalHandler()
    HeldBytes.writeAtOnce(to: STDOUT_FILENO)
    _ = Glibc.signal(signal, SIG_DFL)
    // Inside its own handler it is blocked.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
  }

  /// Calls of the system that wait come back, so that they can be given up.
  private static func install(_ handler: @escaping Handler, for signal: Int32) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    // A second one must not end the process while the first one is still restoring the terminal.
    unsafe sigfillset(&action.sa_mask)
    _ = unsafe sigaction(signal, &action, nil)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
