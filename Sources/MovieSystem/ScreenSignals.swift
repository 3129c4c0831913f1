internal import CLibrary
internal import Synchronization

/// Signal handlers for the time in which the terminal shows a screen.
///
/// Signals that end the process first restore the terminal, and then have their default effect. SIGINT,
/// SIGTERM and SIGHUP are left to ``TerminationSignals``.
@safe package struct ScreenSignals: ~Copyable {
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
  private static let otherEnds = [
    SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGXCPU, SIGSTKFLT,
  ]
  private static let stackSize = 65_536

  private static let isResized = Atomic(false)
  private static let isContinued = Atomic(false)
  private static let isStopRequested = Atomic(false)

  /// The stack for handlers after a stack overflow. It serves only this thread.
  private let stack: UnsafeMutableRawPointer
  private var previousStack = unsafe stack_t()
  private var handled: [Int32] = []

  /// Installs the handlers, except for ignored signals.
  package init() {
    unsafe stack = .allocate(byteCount: Self.stackSize, alignment: 16)
    var own = unsafe stack_t()
    unsafe own.ss_sp = stack
    unsafe own.ss_size = Self.stackSize
    unsafe sigaltstack(&own, &previousStack)
    _ = (Self.consumeResize(), Self.consumeContinuation(), Self.consumeStopRequest())
    for signal in Self.crashes { handle(signal, Self.onCrash) }
    for signal in Self.otherEnds { handle(signal, Self.onOtherEnd) }
    handle(SIGWINCH) { _ in ScreenSignals.isResized.store(true, ordering: .relaxed) }
    handle(SIGCONT) { _ in ScreenSignals.isContinued.store(true, ordering: .relaxed) }
    handle(SIGTSTP, Self.onStop)
  }

  /// Restores the default actions.
  deinit {
    for handled in handled { _ = signal(handled, SIG_DFL) }
    var stackBefore = unsafe previousStack
    unsafe sigaltstack(&stackBefore, nil)
    unsafe stack.deallocate()
  }

  /// Whether the signal arrived since the last call.
  package static func consumeResize() -> Bool { isResized.exchange(false, ordering: .relaxed) }
  package static func consumeContinuation() -> Bool {
    isContinued.exchange(false, ordering: .relaxed)
  }
  package static func consumeStopRequest() -> Bool {
    isStopRequested.exchange(false, ordering: .relaxed)
  }

  /// Stops the process group until it is continued, as the terminal does for `^Z`. Has no effect if
  /// SIGTSTP was ignored.
  package func stop() {
    guard handled.contains(SIGTSTP) else { return }
    // The other processes first: this one must stop here and not later, in raw mode.
    _ = signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    _ = signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    Self.install(Self.onStop, for: SIGTSTP)
  }

  private static let onStop: Signals.Handler = { _ in
    ScreenSignals.isStopRequested.store(true, ordering: .relaxed)
  }

  private static let onCrash: Signals.Handler = { signal in
    TerminalRestorer.restoreInSignalHandler(reporting: signal)
    ScreenSignals.end(by: signal)
  }

  private static let onOtherEnd: Signals.Handler = { signal in
    TerminalRestorer.restoreInSignalHandler()
    ScreenSignals.end(by: signal)
  }

  /// The signal is blocked in its handler: the raised one is delivered after it.
  private static func end(by signal: Int32) {
    _ = CLibrary.signal(signal, SIG_DFL)
    raise(signal)
  }

  private mutating func handle(_ signal: Int32, _ handler: @escaping Signals.Handler) {
    if Signals.action(of: signal) == .ignored { return }
    handled.append(signal)
    Self.install(handler, for: signal)
  }

  private static func install(_ handler: @escaping Signals.Handler, for signal: Int32) {
    Signals.install(
      handler, for: signal, flags: Int32(bitPattern: UInt32(SA_ONSTACK)) | SA_RESTART)
  }
}
