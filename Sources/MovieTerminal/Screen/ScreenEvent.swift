/// What happened while the terminal was listened to.
package enum ScreenEvent: Hashable, Sendable {
  /// Never empty; those that one read brought come together.
  case keys([Key])
  case resized
  /// The process was stopped and goes on. The screen is there again, with nothing on it.
  case continued
  /// Somebody asked the process to stop; ``TerminalScreen/suspend()`` does it.
  case suspension
  /// The time is over, or what came is no whole key yet.
  case nothing
  /// The terminal is gone, or has no more input.
  case ended
}
