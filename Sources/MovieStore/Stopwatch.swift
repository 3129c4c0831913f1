internal import Glibc

/// The time since something began, by a clock that nobody sets.
package struct Stopwatch: Sendable {
  private let start = Self.now()

  /// Starts now.
  package init() {}

  /// Seconds since then.
  package var seconds: Double { Self.now() - start }

  private static func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
