internal import CLibrary
internal import Synchronization

/// A request to stop, raised by a signal handler.
///
/// A process without unfinished work can exit in its signal handler. In a critical section, the handler
/// records the request here instead: SQLite statements end with `SQLITE_INTERRUPT`, nothing is
/// committed, and the error unwinds the work.
package enum Interruption {
  private static let requestedSignal = Atomic<Int32>(0)
  private static let criticalSections = Atomic<Int>(0)
  private static let commit = Atomic<Bool>(false)

  static func initialize() { _ = (signal, isCritical, hasCommitted) }

  /// The signal that requested the stop, or `nil` if none did.
  package static var signal: Int32? {
    let signal = requestedSignal.load(ordering: .sequentiallyConsistent)
    return signal == 0 ? nil : signal
  }

  /// Whether a signal requested the stop of the process, or a task the end of its operation in this thread.
  package static var isRequested: Bool {
    signal != nil || Cancellation.current?.isRequested == true
  }

  /// - Throws: `SystemError` with `EINTR` if a stop was requested.
  package static func checkBeforeReading(_ path: String) throws(SystemError) {
    if isRequested { throw .interrupted(path) }
  }

  /// Records the first request, and returns whether this is it. Safe to call from a signal handler.
  package static func request(by signal: Int32) -> Bool {
    requestedSignal.compareExchange(
      expected: 0, desired: signal, ordering: .sequentiallyConsistent
    ).exchanged
  }

  /// Whether exiting now would leave work half done.
  package static var isCritical: Bool {
    criticalSections.load(ordering: .sequentiallyConsistent) > 0
  }

  package static func enterCritical() { criticalSections.add(1, ordering: .sequentiallyConsistent) }

  package static func leaveCritical() {
    criticalSections.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// Whether a change was committed, which a later interruption does not undo.
  package static var hasCommitted: Bool { commit.load(ordering: .sequentiallyConsistent) }

  package static func didCommit() { commit.store(true, ordering: .sequentiallyConsistent) }
}

/// A request to end one operation, made by the task that runs it.
///
/// An operation that binds ``current`` ends at its next check of ``Interruption/isRequested``, in each thread
/// that binds the same object. Other operations of the process continue.
package final class Cancellation: Sendable {
  /// The request that the operation of this thread observes, or `nil` if it observes none.
  @TaskLocal package static var current: Cancellation?

  private let flag = Atomic<Bool>(false)

  package init() {}

  /// Ends the operation. Can be called from any thread.
  package func request() { flag.store(true, ordering: .sequentiallyConsistent) }

  /// Whether the operation was asked to end, or the task that runs in this thread was cancelled.
  package var isRequested: Bool {
    flag.load(ordering: .sequentiallyConsistent) || Task.isCancelled
  }
}

/// A critical section that lasts as long as the object.
package final class CriticalSection: Sendable {
  package init() { Interruption.enterCritical() }

  deinit { Interruption.leaveCritical() }
}

/// Signal actions of this process.
package enum Signals {
  typealias Handler = @convention(c) (Int32) -> Void

  /// Discards the signals for a closed pipe and for the file-size limit: `write` returns an error instead.
  package static func discardWriteFailures() { discard([SIGPIPE, SIGXFSZ]) }

  /// Installs handlers without effect. Child processes have the default action, whereas they would
  /// inherit an ignored signal.
  private static func discard(_ signals: [Int32]) {
    for signal in signals { install({ _ in }, for: signal, flags: SA_RESTART) }
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

  enum Action { case `default`, ignored, handled }

  static func action(of signal: Int32) -> Action {
    var action = sigaction()
    _ = unsafe sigaction(signal, nil, &action)
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    if unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self) { return .ignored }
    return unsafe handler == unsafeBitCast(SIG_DFL, to: Int.self) ? .default : .handled
  }
}

/// The signals by which a user, a closing terminal or the system ends the program: SIGINT, SIGTERM, SIGHUP.
///
/// The process exits immediately. In a critical section, its changes are first rolled back, for up to half
/// a second. If that takes longer, or after a second signal, the next command rolls back, as after a crash.
/// In all cases the signal itself ends the process, so that a loop in a shell script ends, too.
package enum TerminationSignals {
  /// Installs the handlers, except for signals that the parent process ignores, as `nohup` does.
  package static func installHandlers() {
    // The first access to a static value initializes it, which a signal handler must not do.
    Interruption.initialize()
    TerminalRestorer.initialize()
    TransientLine.initialize()
    SignalSafeBuffer.initialize()
    Signals.install(onDeadline, for: SIGALRM)
    for signal in [SIGINT, SIGTERM, SIGHUP] where Signals.action(of: signal) != .ignored {
      Signals.install(onSignal, for: signal)
    }
    // Removes the crash handlers of the Swift runtime: on a terminal, a trap must end the program and not
    // start an interactive debugger.
    // The runtime installs them together; one that the parent process ignores stays ignored.
    guard Signals.action(of: SIGILL) == .handled else { return }
    for signal in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP]
    where Signals.action(of: signal) == .handled {
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
