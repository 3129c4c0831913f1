internal import CLibrary

/// The time of day, and pauses.
package enum Clock {
  /// Suspends the thread. A signal ends the pause early.
  package static func sleep(microseconds: Int64) { usleep(UInt32(clamping: microseconds)) }

  /// The current time in microseconds since 1970.
  package static var microseconds: Int64 {
    if let simulation = Simulation.current { return simulation.time() }
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
  }

  /// The current date in the user's time zone, or an earlier one, such as `2026-11-21`.
  package static func localDate(daysAgo days: Int32 = 0) -> String {
    var now = time_t(microseconds / 1_000_000)
    var parts = unsafe tm()
    unsafe localtime_r(&now, &parts)
    // At noon, a change to or from summer time does not change the day.
    unsafe (parts.tm_hour, parts.tm_mday) = (12, parts.tm_mday - days)
    unsafe mktime(&parts)
    return unsafe text(of: &parts, "%Y-%m-%d")
  }

  /// The date of a moment in the user's time zone.
  package static func localDate(of secondsSince1970: Int) -> String {
    var moment = time_t(secondsSince1970)
    var parts = unsafe tm()
    unsafe localtime_r(&moment, &parts)
    return unsafe text(of: &parts, "%Y-%m-%d")
  }

  // MARK: Time zones

  /// The name of the user's time zone, such as `Europe/Berlin`; `nil` if it has none.
  package static var timeZone: String? {
    let named = Environment.process.value(of: "TZ")
    if let named, !named.isEmpty { return named.first == ":" ? String(named.dropFirst()) : named }
    let file = "/etc/localtime"
    if named != nil || !FileMetadata.exists(file) { return utc }
    return FilePath.resolved(file).split(separator: "/zoneinfo/", maxSplits: 1).dropFirst().first
      .map(String.init)
  }

  /// Makes a zone that exists the time zone of the process. No other thread may run.
  package static func use(timeZone: String) {
    Environment.set("TZ", to: timeZone)
    tzset()
  }

  /// Whether the system knows a time zone.
  package static func hasTimeZone(_ name: String) -> Bool {
    if name == utc { return true }
    let isName = name.unicodeScalars.allSatisfy {
      $0.isASCII && $0.properties.isAlphabetic || "0123456789_+-/".unicodeScalars.contains($0)
    }
    guard isName, name.utf8.first != UInt8(ascii: "/") else { return false }
    do {
      let path = "\(Environment.process.value(of: "TZDIR") ?? "/usr/share/zoneinfo")/\(name)"
      return try FileMetadata(of: path, followingLinks: true).isRegular
    } catch {
      return false
    }
  }

  private static let utc = "UTC"

  /// The current time in UTC.
  ///
  /// - Parameter format: The format for `strftime`, by default that of RFC 3339, such as
  ///   `2026-11-21T10:15:02Z`.
  package static func timestamp(_ format: String = "%Y-%m-%dT%H:%M:%SZ") -> String {
    var now = time_t(microseconds / 1_000_000)
    var parts = unsafe tm()
    unsafe gmtime_r(&now, &parts)
    return unsafe text(of: &parts, format)
  }

  /// The current time in UTC to the microsecond, such as `2026-11-21T10:15:02.000123Z`.
  package static var preciseTimestamp: String {
    let now = max(0, microseconds)
    var second = time_t(now / 1_000_000)
    var parts = unsafe tm()
    unsafe gmtime_r(&second, &parts)
    let fraction = String(now % 1_000_000)
    return unsafe text(of: &parts, "%Y-%m-%dT%H:%M:%S.")
      + String(repeating: "0", count: 6 - fraction.count) + fraction + "Z"
  }

  private static func text(of parts: inout tm, _ format: String) -> String {
    var text = [CChar](repeating: 0, count: 32)
    unsafe strftime(&text, text.count, format, &parts)
    return String(nullTerminated: text)
  }
}

/// The time since its creation.
package struct Stopwatch: Sendable {
  private let start = SuspendingClock.now

  package init() {}

  package var duration: Duration { SuspendingClock.now - start }

  package var seconds: Double { duration.seconds }
}

extension Duration {
  package var seconds: Double { self / .seconds(1) }
}
