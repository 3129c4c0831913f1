internal import MovieSystem

/// A day, a month or a year of the Gregorian calendar, in the years from 0 to 9999, without a time
/// zone.
public struct CalendarDate: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The year.
  public let year: Int
  /// The month, from 1 to 12; `nil` if only the year is known.
  public let month: Int?
  /// The day of the month, from 1; `nil` if only the year, or the year and the month are known.
  public let day: Int?

  /// Creates a date from its numbers; returns `nil` if the calendar does not have it.
  public init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard 0...9999 ~= year, 1...12 ~= month ?? 1, 1...31 ~= day ?? 1 else { return nil }
    if let day {
      guard let month else { return nil }
      let days = Self.daysBefore(month, of: year)
      guard month == 12 || days + day <= Self.daysBefore(month + 1, of: year) else { return nil }
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates a date from text such as `2026-11-23`, `2026-11` or `2026`; returns `nil` for any
  /// other text.
  public init?(_ description: String) {
    let parts = description.utf8.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    guard parts.count <= 3, parts.map(\.utf8.count).elementsEqual([4, 2, 2].prefix(parts.count)),
      parts.allSatisfy(\.isDigits)
    else { return nil }
    let numbers = parts.map { Int($0) }
    self.init(
      year: numbers[0] ?? 0, month: parts.count > 1 ? numbers[1] : nil,
      day: parts.count > 2 ? numbers[2] : nil)
  }

  /// The date as text such as `2026-11-23`, `2026-11` or `2026`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].compactMap { number, digits in
      number.map { String(repeating: "0", count: digits - "\($0)".utf8.count) + "\($0)" }
    }.joined(separator: "-")
  }

  /// The number of days from 1970-01-01 to the day, or the first day; negative before.
  package var daysSince1970: Int {
    // 400 years have the same days as any others. Before 1970, these have 574 leap days.
    let past = year + 399
    return (year - 1970) * 365 + past / 4 - past / 100 + past / 400 - 574
      + Self.daysBefore(month ?? 1, of: year) + (day ?? 1) - 1
  }

  /// The day of the week of the day, or of the first day: 0 for Monday.
  package var weekday: Int {
    // 1970-01-01 was a Thursday.
    let days = (daysSince1970 + 3) % 7
    return days < 0 ? days + 7 : days
  }

  /// The numbers of days of the months of a year.
  package static func monthLengths(of year: Int) -> [Int] {
    (1...12).map { month in
      month == 12 ? 31 : daysBefore(month + 1, of: year) - daysBefore(month, of: year)
    }
  }

  private static func daysBefore(_ month: Int, of year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1]
      + (isLeapYear && month > 2 ? 1 : 0)
  }

  /// Returns whether the left date is earlier. A year and a month are before their days.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
  }
}
