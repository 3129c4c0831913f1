internal import CLibrary

/// The signals by which a user, a closing terminal or the system ends the program: SIGINT, SIGTERM, SIGHUP.
///
/// The process exits immediately. In a critical section, its changes are first rolled back, for up to half
/// a second. If that takes longer, or after a second signal, the next command rolls back, as after a crash.
/// In all cases the signal itself ends the process, so that a loop in a shell script ends, too.
package enum TerminationSignals {
  /// Installs the handlers, except for signals that the parent process ignores, as `nohup` does.
  package static func installHandlers() {
    for signal in [SIGINT, SIGTERM, SIGHUP] where Signals.activeAction(of: signal) != nil {
      Signals.install(onSignal, for: signal)
    }
    // Removes the crash handlers of the Swift runtime: on a terminal, a trap must end the program and not
    // start an interactive debugger.
    for signal in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP]
    where Signals.activeAction(of: signal) != nil {
      _ = CLibrary.signal(signal, SIG_DFL)
    }
  }

  /// Ends the process by the signal that requested a stop, if any did.
  package static func exitIfRequested() {
    if let signal = Interruption.signal { exit(by: signal) }
  }

  private static let onSignal: Signals.Handler = { signal in
    guard Interruption.isCritical, Interruption.request(by: signal) else {
      return TerminationSignals.exit(by: signal)
    }
    TerminationSignals.setDeadline()
  }

  private static let onDeadline: Signals.Handler = { _ in TerminationSignals.exitIfRequested() }

  /// Safe to call from a signal handler.
  private static func setDeadline() {
    Signals.install(onDeadline, for: SIGALRM)
    var time = itimerval()
    time.it_value.tv_usec = 450_000
    _ = unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &time, nil)
  }

  /// Safe to call from a signal handler.
  private static func exit(by signal: Int32) {
    TerminalRestorer.restoreInSignalHandler()
    TransientLine.eraseInSignalHandler()
    SignalSafeBuffer.writeInSignalHandler(to: STDOUT_FILENO)
    _ = CLibrary.signal(signal, SIG_DFL)
    // The signal is blocked in its own handler.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
  }
}
