internal import CLibrary

/// Clocks and pauses.
package enum Clock {
  /// Nanoseconds of the monotonic clock.
  package static var monotonic: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Suspends the thread. A signal ends the pause early.
  package static func sleep(microseconds: Int64) {
    usleep(UInt32(clamping: microseconds))
  }

  /// The current time in UTC.
  ///
  /// - Parameter format: The format for `strftime`, by default that of RFC 3339, such as
  ///   `2026-11-21T10:15:02Z`.
  package static func timestamp(_ format: String = "%Y-%m-%dT%H:%M:%SZ") -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    unsafe strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }
}

/// The time since its creation, by the monotonic clock.
package struct Stopwatch: Sendable {
  private let start = Clock.monotonic

  package init() {}

  package var seconds: Double { Double(Clock.monotonic - start) / 1e9 }
}
