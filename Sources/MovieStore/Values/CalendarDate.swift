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

  private init(last year: Int) { (self.year, month, day) = (year, 12, 31) }

  /// The current day in the user's time zone; the last one of the calendar for a later clock.
  package static var today: CalendarDate {
    CalendarDate(Clock.localDate()) ?? CalendarDate(last: 9999)
  }

  /// Creates a date from text such as `2026-11-23`, `2026-11` or `2026`; returns `nil` for any
  /// other text.
  public init?(_ description: String) {
    let bytes = description.utf8.span
    guard [4, 7, 10].contains(bytes.count) else { return nil }
    // The numbers of the year, the month and the day.
    var numbers = (0, 0, 0)
    for index in bytes.indices {
      if index == 4 || index == 7 {
        if bytes[index] != UInt8(ascii: "-") { return nil }
        continue
      }
      guard bytes[index].isDigit else { return nil }
      let digit = Int(bytes[index] & 0x0F)
      switch index {
      case 0..<4: numbers.0 = numbers.0 * 10 + digit
      case 5..<7: numbers.1 = numbers.1 * 10 + digit
      default: numbers.2 = numbers.2 * 10 + digit
      }
    }
    self.init(
      year: numbers.0, month: bytes.count > 4 ? numbers.1 : nil,
      day: bytes.count > 7 ? numbers.2 : nil)
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

  /// Creates the day that is a number of days after 1970-01-01; returns `nil` outside of the years
  /// from 0 to 9999.
  package init?(daysSince1970 days: Int) {
    guard -719_528...2_932_896 ~= days else { return nil }
    // The year at most one off, by the mean length of a year.
    var year = (days + 719_528) * 400 / 146_097
    func start(_ year: Int) -> Int {
      CalendarDate(year: year)?.daysSince1970 ?? .max
    }
    while start(year) > days { year -= 1 }
    while start(year + 1) <= days { year += 1 }
    let rest = days - start(year)
    let month = (1...12).last { Self.daysBefore($0, of: year) <= rest } ?? 1
    self.init(year: year, month: month, day: rest - Self.daysBefore(month, of: year) + 1)
  }

  /// The day that is a number of days later, or earlier if it is negative.
  package func adding(days: Int) -> CalendarDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : CalendarDate(daysSince1970: sum)
  }

  /// The same day of a later or an earlier month, or the last day of a month without it. The month
  /// or the year of a date without a day.
  package func adding(months: Int) -> CalendarDate? {
    let (sum, overflow) = (year * 12 + (month ?? 1) - 1).addingReportingOverflow(months)
    guard !overflow, 0..<120_000 ~= sum else { return nil }
    let (year, month) = (sum / 12, sum % 12 + 1)
    let length = Self.monthLengths(of: year)[month - 1]
    return CalendarDate(
      year: year, month: self.month == nil ? nil : month, day: day.map { min($0, length) })
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
