internal import CMovieSQLite
internal import MovieSystem

/// Decides, while SQLite works for a connection, whether it waits for a lock and whether it continues.
///
/// SQLite retains changed pages in memory while readers prevent it from writing them, without a limit.
/// After a timeout, the current statement is therefore interrupted: otherwise a large change would use
/// ever more memory.
final class ConnectionMonitor {
  let timeout: LockTimeout
  /// The descriptor whose input interrupts reads.
  var inputDescriptor: Int32?
  /// Whether a transaction holds the write lock.
  var hasWriteLock = false
  /// Whether a wait for a lock timed out since the transaction began.
  private(set) var hasTimedOut = false

  init(timeout: LockTimeout) { self.timeout = timeout }

  /// To be called when a transaction, or a statement outside a transaction, begins.
  func begin() {
    hasTimedOut = false
    timeout.begin()
  }

  /// Installs the handlers. The connection must not outlive the monitor.
  func install(on connection: OpaquePointer) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe sqlite3_busy_handler(
      connection,
      { context, attempt in
        guard let monitor = unsafe ConnectionMonitor.at(context) else { return 0 }
        monitor.hasTimedOut = !monitor.timeout.wait(attempt: Int(attempt))
        return monitor.hasTimedOut ? 0 : 1
      }, context)
    // 1,000 instructions take less than 10 ms, and the cost of the check is negligible.
    unsafe sqlite3_progress_handler(
      connection, 1_000,
      { context in unsafe ConnectionMonitor.at(context)?.mustStop == false ? 0 : 1 },
      context)
  }

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
