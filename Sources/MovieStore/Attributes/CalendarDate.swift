/// A day of the Gregorian calendar, in the years from 0 to 9999, without a time zone.
public struct CalendarDate: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The year.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a date from its numbers; returns `nil` if the calendar does not have it.
  public init?(year: Int, month: Int, day: Int) {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard 0...9999 ~= year, 1...12 ~= month, 1...days[month - 1] ~= day else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates a date from text such as `2026-11-23`; returns `nil` for any other text.
  public init?(_ description: String) {
    let parts = description.utf8.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy(\.isDigits) else { return nil }
    let numbers = parts.compactMap { Int($0) }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// The date as text such as `2026-11-23`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, digits in
      String(repeating: "0", count: digits - "\(number)".utf8.count) + "\(number)"
    }.joined(separator: "-")
  }

  /// Returns whether the left date is earlier.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
