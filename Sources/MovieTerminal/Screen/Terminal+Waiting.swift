internal import Glibc

extension Terminal {
  enum Waiting { case readable, timeOver, interrupted, ended }

  /// Whether there is something to read, or an end, without waiting.
  package static func hasInput(_ descriptor: Int32) -> Bool {
    switch wait(for: descriptor, milliseconds: 0) {
    case .readable, .ended: true
    case .timeOver, .interrupted: false
    }
  }

  /// Waits for input; a signal ends the waiting.
  static func wait(for descriptor: Int32, milliseconds: Int) -> Waiting {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let patience = Int32(min(max(0, milliseconds), Int(Int32.max)))
    let count = unsafe poll(&entry, 1, patience)
    if count < 0 { return errno == EINTR ? .interrupted : .ended }
    if count == 0 { return .timeOver }
    // What was typed before a terminal hung up can still be read.
    return entry.revents & Int16(POLLIN) != 0 ? .readable : .ended
  }

  /// Whether a descriptor takes bytes, or does within the time. A signal's handler may ask.
  package static func hasRoom(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) == 1
  }

  /// Waits until a descriptor that does not wait itself takes bytes again.
  static func waitForRoom(on descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&entry, 1, -1)
  }
}
