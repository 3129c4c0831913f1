internal import CMovieSQLite
internal import Glibc

extension Interruption {
  /// Ends statements of the connection that are under way when the wish is made, or when the descriptor
  /// has input; it takes the place of what was told before.
  static func end(statementsOf connection: OpaquePointer, forInputOf descriptor: Int32?) {
    // The number itself is the pointer, one higher: 0 would be none.
    let context = unsafe descriptor.flatMap {
      unsafe UnsafeMutableRawPointer(bitPattern: Int($0) + 1)
    }
    // Often enough to end within a hundredth of a second, rarely enough to cost nothing.
    unsafe sqlite3_progress_handler(
      connection, 1_000,
      { context in
        if Interruption.isRequested { return 1 }
        guard let context = unsafe context else { return 0 }
        return hasInput(Int32(Int(bitPattern: context) - 1)) ? 1 : 0
      }, context)
  }
}

/// Whether a read of the descriptor would not wait; the end of input is read at once.
private func hasInput(_ descriptor: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  guard unsafe poll(&entry, 1, 0) == 1 else { return false }
  return Int32(entry.revents) & (POLLIN | POLLHUP) != 0
}
