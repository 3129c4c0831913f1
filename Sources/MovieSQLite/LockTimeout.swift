internal import CMovieSQLite
internal import Dispatch
internal import MovieSystem
internal import Synchronization

/// The locks that connections hold while they wait for nothing themselves. Other connections of the
/// same owner wait directly for their release.
package final class HeldLocks: Sendable {
  private struct State {
    var count = 0
    var waiters: [DispatchSemaphore] = []
  }

  private let state = Mutex(State())

  package init() {}

  fileprivate func add(_ difference: Int) {
    state.withLock { state in
      state.count += difference
      if state.count > 0 { return }
      for waiter in state.waiters { waiter.signal() }
      state.waiters = []
    }
  }

  /// Waits until no lock is held, or a request to stop is to be looked for.
  ///
  /// - Returns: `false`, immediately, if none is held.
  fileprivate func wait() -> Bool {
    let waiter = DispatchSemaphore(value: 0)
    let isHeld = state.withLock { state in
      if state.count > 0 { state.waiters.append(waiter) }
      return state.count > 0
    }
    if isHeld { _ = waiter.wait(timeout: .now() + .milliseconds(50)) }
    return isHeld
  }
}

/// The time to wait for the locks of other processes, for all connections and attempts that share it.
///
/// Every change takes the write lock at its start (`BEGIN IMMEDIATE`): a change that reads first
/// and locks later would fail, without a wait, if another process wrote in between.
package final class LockTimeout: Sendable {
  /// In milliseconds: for each transaction of a store that an app keeps open, or for all steps of
  /// one command.
  package static let standard: Int32 = 5_000

  private let allowance = Atomic<Int64>(0)
  private let remaining = Atomic<Int64>(0)
  private let isRenewed: Bool
  fileprivate let own: HeldLocks?
  private let readers: HeldLocks?
  private let writers: HeldLocks?

  /// - Parameters:
  ///   - milliseconds: How long to wait before an attempt fails as busy.
  ///   - isRenewed: Whether each transaction may wait that long; otherwise it is the total.
  ///   - own: Where to record that the connection holds a lock.
  ///   - readers: The locks of other connections of the same owner that read. While there are any, the
  ///     wait of a commit takes no time off: their end is certain. No other wait is for readers.
  ///   - writers: The same for connections that write, and every wait.
  package init(
    milliseconds: Int32 = LockTimeout.standard, isRenewed: Bool = false, own: HeldLocks? = nil,
    readers: HeldLocks? = nil, writers: HeldLocks? = nil
  ) {
    self.isRenewed = isRenewed
    self.own = own
    self.readers = readers
    self.writers = writers
    self.milliseconds = milliseconds
  }

  /// The whole time. Setting it discards what is left of the old one.
  package var milliseconds: Int32 {
    get { Int32(allowance.load(ordering: .relaxed) / 1_000_000) }
    set {
      allowance.store(Int64(newValue) * 1_000_000, ordering: .relaxed)
      remaining.store(Int64(newValue) * 1_000_000, ordering: .relaxed)
    }
  }

  /// What is left of the time.
  package var millisecondsLeft: Int32 {
    Int32(max(0, remaining.load(ordering: .relaxed)) / 1_000_000)
  }

  fileprivate func begin() {
    guard isRenewed else { return }
    remaining.store(allowance.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// Sleeps, for at most the time that is left.
  ///
  /// - Parameters:
  ///   - milliseconds: A pause that suits a lock that was tried once.
  ///   - isCommit: Whether a change that has the write lock waits for readers.
  /// - Returns: `false`, immediately, if no time is left or the process was asked to stop.
  package func wait(milliseconds: Int64 = 15, isCommit: Bool = false) -> Bool {
    let left = remaining.load(ordering: .relaxed)
    guard left > 0, !Interruption.isRequested else { return false }
    if (isCommit ? readers : writers)?.wait() == true { return true }
    let stopwatch = Stopwatch()
    Clock.sleep(microseconds: max(1, min(left / 1_000, milliseconds * 1_000)))
    remaining.subtract(Int64(stopwatch.seconds * 1e9), ordering: .relaxed)
    return true
  }
}

/// Decides, while SQLite works for a connection, whether it waits for a lock and whether it continues.
///
/// SQLite retains changed pages in memory while readers prevent it from writing them, without a limit.
/// After a timeout, the current statement is therefore interrupted: otherwise a large change would use
/// ever more memory.
final class ConnectionMonitor {
  let timeout: LockTimeout
  /// The descriptor whose input interrupts reads.
  var inputDescriptor: Int32?
  /// Whether a transaction is in progress.
  var isInTransaction = false {
    didSet { if !isInTransaction { holdsLock = false } }
  }
  /// Whether the connection holds a lock.
  private var holdsLock = false {
    didSet { if holdsLock != oldValue { timeout.own?.add(holdsLock ? 1 : -1) } }
  }
  /// See `Connection.reportsCommits`.
  var reportsCommits = true
  /// The error after which SQLite rolled back the current transaction.
  var rollbackCause: SQLiteError?
  /// Whether a transaction holds the write lock.
  var hasWriteLock = false {
    didSet { if hasWriteLock { holdsLock = true } }
  }
  /// Whether a wait for a lock timed out since the transaction began.
  private(set) var hasTimedOut = false

  init(timeout: LockTimeout) { self.timeout = timeout }

  /// To be called when a transaction, or a statement outside a transaction, begins.
  func begin() {
    hasTimedOut = false
    rollbackCause = nil
    timeout.begin()
  }

  /// To be called when a transaction has read from the database, and holds a lock from then on.
  func didRead() { holdsLock = true }

  /// Installs the handlers. The connection must not outlive the monitor.
  func install(on connection: OpaquePointer) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe sqlite3_busy_handler(
      connection,
      { context, attempt in
        guard let monitor = unsafe ConnectionMonitor.at(context) else { return 0 }
        let pauses = ConnectionMonitor.pauses
        let pause = pauses[min(Int(attempt), pauses.count - 1)]
        monitor.wait(milliseconds: pause)
        return monitor.hasTimedOut ? 0 : 1
      }, context)
    // 1,000 instructions take less than 10 ms, and the cost of the check is negligible.
    unsafe sqlite3_progress_handler(
      connection, 1_000,
      { context in unsafe ConnectionMonitor.at(context)?.mustStop == false ? 0 : 1 },
      context)
  }

  func remove(from connection: OpaquePointer) {
    _ = unsafe sqlite3_busy_handler(connection, nil, nil)
    unsafe sqlite3_progress_handler(connection, 0, nil, nil)
  }

  private func wait(milliseconds: Int64) {
    // A connection that waits does not count as one whose end is certain.
    let heldLock = holdsLock
    holdsLock = false
    hasTimedOut = !timeout.wait(milliseconds: milliseconds, isCommit: hasWriteLock)
    holdsLock = heldLock
  }

  /// Milliseconds: short ones first, because most locks are held for one commit.
  private static let pauses: [Int64] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50]

  private static func at(_ context: UnsafeMutableRawPointer?) -> ConnectionMonitor? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<ConnectionMonitor>.fromOpaque(context).takeUnretainedValue()
  }

  private var mustStop: Bool {
    Interruption.isRequested || hasTimedOut
      || !hasWriteLock && inputDescriptor.map(Descriptor.hasInput) == true
  }
}

extension Interruption {
  /// - Throws: `SQLITE_INTERRUPT` if a stop was requested.
  static func check() throws(SQLiteError) {
    if isRequested { throw SQLiteError(code: .interrupted, message: "interrupted") }
  }
}
