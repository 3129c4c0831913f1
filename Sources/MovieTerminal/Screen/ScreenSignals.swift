internal import Glibc
internal import Synchronization

/// What signals do as long as the terminal shows frames.
///
/// Those that end the process make the terminal what it was, and then do what they did before. INT,
/// TERM and HUP are the program's, which is to call ``TerminalScreen/leaveAtOnce()``.
@safe struct ScreenSignals: ~Copyable {
  private static let ending =
    [
      SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE,
      SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGXCPU, SIGXFSZ, SIGSTKFLT,
    ] + realTime
  /// Those below are the C library's.
  private static let realTime = Array<Int32>(34...64)
  private static let numbers = 1..<65
  private static let stackSize = 65_536

  private static let isResized = Atomic(false)
  private static let isContinued = Atomic(false)
  private static let isToStop = Atomic(false)
  /// The address of what each signal did before, by its number.
  private static let earlierActions = Atomic<UInt>(0)

  private typealias Handler = @convention(c) (Int32) -> Void

  private let earlier: UnsafeMutablePointer<sigaction>
  /// For a handler where the stack has overflowed. It serves this thread alone.
  private let stack: UnsafeMutableRawPointer
  private var earlierStack = unsafe stack_t()
  private var handled: [Int32] = []

  /// Handles them from now on; those that are ignored stay so.
  init() {
    unsafe earlier = .allocate(capacity: Self.numbers.upperBound)
    unsafe stack = .allocate(byteCount: Self.stackSize, alignment: 16)
    var own = unsafe stack_t()
    unsafe own.ss_sp = stack
    unsafe own.ss_size = Self.stackSize
    unsafe sigaltstack(&own, &earlierStack)
    _ = (Self.takeResize(), Self.takeContinuation(), Self.takeStop())
    unsafe Self.earlierActions.store(UInt(bitPattern: earlier), ordering: .releasing)
    for signal in Self.ending { handle(signal, Self.onEnd) }
    handle(SIGWINCH) { _ in ScreenSignals.isResized.store(true, ordering: .relaxed) }
    handle(SIGCONT) { _ in ScreenSignals.isContinued.store(true, ordering: .relaxed) }
    handle(SIGTSTP, Self.onStop)
  }

  /// Makes them do what they did before.
  deinit {
    for signal in handled { Self.restore(signal) }
    Self.earlierActions.store(0, ordering: .releasing)
    var stackBefore = unsafe earlierStack
    unsafe sigaltstack(&stackBefore, nil)
    unsafe earlier.deallocate()
    unsafe stack.deallocate()
  }

  static func takeResize() -> Bool { isResized.exchange(false, ordering: .relaxed) }
  static func takeContinuation() -> Bool { isContinued.exchange(false, ordering: .relaxed) }
  static func takeStop() -> Bool { isToStop.exchange(false, ordering: .relaxed) }

  /// Stops the process and those that were started together with it, as the terminal does for `^Z`,
  /// until something continues it; does nothing where that is not wanted.
  func stop() {
    guard handled.contains(SIGTSTP) else { return }
    // First the others: this process is to stop here and not a moment later, in the raw mode.
    _ = signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    _ = signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    Self.install(Self.onStop, for: SIGTSTP)
  }

  private static let onStop: Handler = { _ in ScreenSignals.isToStop.store(true, ordering: .relaxed)
  }

  /// In the handler the signal is blocked: the one raised comes after it.
  private static let onEnd: Handler = { signal in
    if let way = unsafe WayBack.take() {
      unsafe way.pointee.go(discardsInput: true)
      if ScreenSignals.isCrash(signal) { unsafe way.pointee.explain(signal) }
    }
    ScreenSignals.restore(signal)
    raise(signal)
  }

  private static func isCrash(_ signal: Int32) -> Bool {
    switch signal {
    case SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS: true
    default: false
    }
  }

  private mutating func handle(_ signal: Int32, _ handler: @escaping Handler) {
    let place = unsafe earlier + Int(signal)
    guard unsafe sigaction(signal, nil, place) == 0 else { return }
    let isIgnored =
      unsafe unsafeBitCast(place.pointee.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { return }
    handled.append(signal)
    Self.install(handler, for: signal)
  }

  private static func install(_ handler: @escaping Handler, for signal: Int32) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    // A second one must not end the process while the first one is still restoring the terminal.
    unsafe sigfillset(&action.sa_mask)
    action.sa_flags = Int32(bitPattern: UInt32(SA_ONSTACK)) | SA_RESTART
    _ = unsafe sigaction(signal, &action, nil)
  }

  private static func restore(_ signal: Int32) {
    let address = earlierActions.load(ordering: .acquiring)
    guard let actions = unsafe UnsafePointer<sigaction>(bitPattern: address) else { return }
    _ = unsafe sigaction(signal, actions + Int(signal), nil)
  }
}
