internal import Glibc

/// The time since something began, by a clock that nobody sets.
struct Stopwatch {
  private let start = Self.now()

  /// Seconds since then.
  var seconds: Double { Self.now() - start }

  private static func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Seconds with one decimal, such as `0.9 s`.
  var text: String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
