internal import CMovieSQLite
internal import Glibc

/// Decides, while SQLite works for a connection, whether it waits for a lock and whether it goes on.
///
/// SQLite keeps changed pages in memory while readers prevent it from writing them, however many they
/// become. A change that has given up waiting therefore ends with the statement under way: otherwise a
/// large one would neither end nor fail.
final class ConnectionMonitor {
  let timeout: LockTimeout
  /// The descriptor whose input ends reading.
  var yieldsTo: Int32?
  /// Whether a transaction holds the write lock.
  var hasWriteLock = false
  /// Whether waiting for a lock was given up since the transaction began.
  private(set) var hasGivenUp = false

  init(timeout: LockTimeout) { self.timeout = timeout }

  /// A transaction, or a statement outside any, begins.
  func begin() {
    hasGivenUp = false
    timeout.begin()
  }

  /// Takes charge of the connection, which it must outlive.
  func watch(_ connection: OpaquePointer) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe sqlite3_busy_handler(
      connection,
      { context, attempt in
        guard let monitor = unsafe ConnectionMonitor.at(context) else { return 0 }
        monitor.hasGivenUp = !monitor.timeout.wait(attempt: Int(attempt))
        return monitor.hasGivenUp ? 0 : 1
      }, context)
    // Often enough to end within a hundredth of a second, rarely enough to cost nothing.
    unsafe sqlite3_progress_handler(
      connection, 1_000,
      { context in unsafe ConnectionMonitor.at(context)?.mustEnd == false ? 0 : 1 },
      context)
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> ConnectionMonitor? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<ConnectionMonitor>.fromOpaque(context).takeUnretainedValue()
  }

  private var mustEnd: Bool {
    Interruption.isRequested || hasGivenUp
      || !hasWriteLock && yieldsTo.map(Self.hasInput) == true
  }

  /// Whether a read of the descriptor would not wait; the end of input is read immediately.
  private static func hasInput(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, 0) == 1 else { return false }
    return Int32(entry.revents) & (POLLIN | POLLHUP) != 0
  }
}
