internal import Glibc

/// The time since something began, by a clock that nobody sets.
struct Stopwatch {
  private let start = Self.milliseconds()

  /// Prints seconds, and the most memory that the process ever had.
  func report(_ name: String) {
    let time = Self.milliseconds() - start
    let fraction = String(time % 1000 + 1000).dropFirst()
    print("\(time / 1000).\(fraction) s  \(Self.peakMebibytes) MiB  \(name)")
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  private static var peakMebibytes: Int {
    var usage = rusage()
    _ = unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss / 1024
  }
}
