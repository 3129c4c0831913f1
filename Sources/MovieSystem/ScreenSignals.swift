internal import CLibrary
internal import Synchronization

/// Signal handlers for the time in which the terminal shows a screen.
///
/// Signals that end the process first restore the terminal, and then have their original effect. SIGINT,
/// SIGTERM and SIGHUP are left to ``TerminationSignals``.
@safe package struct ScreenSignals: ~Copyable {
  private static let fatal =
    [
      SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE,
      SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGXCPU, SIGXFSZ, SIGSTKFLT,
    ] + realTime
  /// The C library uses the ones below 34.
  private static let realTime = Array<Int32>(34...64)
  private static let signalCount = 65
  private static let stackSize = 65_536

  private static let isResized = Atomic(false)
  private static let isContinued = Atomic(false)
  private static let isStopRequested = Atomic(false)
  /// The address of the previous actions, indexed by signal number.
  private static let previousActions = Atomic<UInt>(0)

  private let previous: UnsafeMutablePointer<sigaction>
  /// The stack for handlers after a stack overflow. It serves only this thread.
  private let stack: UnsafeMutableRawPointer
  private var previousStack = unsafe stack_t()
  private var handled: [Int32] = []

  /// Installs the handlers, except for ignored signals.
  package init() {
    unsafe previous = .allocate(capacity: Self.signalCount)
    unsafe stack = .allocate(byteCount: Self.stackSize, alignment: 16)
    var own = unsafe stack_t()
    unsafe own.ss_sp = stack
    unsafe own.ss_size = Self.stackSize
    unsafe sigaltstack(&own, &previousStack)
    _ = (Self.consumeResize(), Self.consumeContinuation(), Self.consumeStopRequest())
    unsafe Self.previousActions.store(UInt(bitPattern: previous), ordering: .releasing)
    for signal in Self.fatal { handle(signal, Self.onFatal) }
    handle(SIGWINCH) { _ in ScreenSignals.isResized.store(true, ordering: .relaxed) }
    handle(SIGCONT) { _ in ScreenSignals.isContinued.store(true, ordering: .relaxed) }
    handle(SIGTSTP, Self.onStop)
  }

  /// Restores the previous actions.
  deinit {
    for signal in handled { Self.restore(signal) }
    Self.previousActions.store(0, ordering: .releasing)
    var stackBefore = unsafe previousStack
    unsafe sigaltstack(&stackBefore, nil)
    unsafe previous.deallocate()
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

  /// The signal is blocked in its handler: the raised one is delivered after it.
  private static let onFatal: Signals.Handler = { signal in
    TerminalRestorer.restoreInSignalHandler(
      reporting: ScreenSignals.isCrash(signal) ? signal : nil)
    ScreenSignals.restore(signal)
    raise(signal)
  }

  private static func isCrash(_ signal: Int32) -> Bool {
    switch signal {
    case SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS: true
    default: false
    }
  }

  private mutating func handle(_ signal: Int32, _ handler: @escaping Signals.Handler) {
    guard let action = Signals.activeAction(of: signal) else { return }
    unsafe (previous + Int(signal)).initialize(to: action)
    handled.append(signal)
    Self.install(handler, for: signal)
  }

  private static func install(_ handler: @escaping Signals.Handler, for signal: Int32) {
    Signals.install(
      handler, for: signal, flags: Int32(bitPattern: UInt32(SA_ONSTACK)) | SA_RESTART)
  }

  private static func restore(_ signal: Int32) {
    let address = previousActions.load(ordering: .acquiring)
    guard let actions = unsafe UnsafePointer<sigaction>(bitPattern: address) else { return }
    _ = unsafe sigaction(signal, actions + Int(signal), nil)
  }
}
