internal import Glibc

/// The time that is left to wait for other programs.
struct Patience {
  private(set) var milliseconds: Int32

  /// Sleeps a little.
  ///
  /// - Returns: `false`, at once, where no time is left.
  mutating func wait() -> Bool {
    let pause = min(milliseconds, 10)
    guard pause > 0 else { return false }
    milliseconds -= pause
    usleep(UInt32(pause) * 1_000)
    return true
  }
}
