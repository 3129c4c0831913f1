internal import MovieSystem

/// A date that depends on the day on which it is typed, such as `yesterday`, `friday`, `3d` or
/// `last-month`.
package enum RelativeDate: Hashable, Sendable {
  /// A number of days ago.
  case days(Int)
  /// The same day a number of months ago.
  case months(Int)
  /// The latest such day, today included, from 0 for Monday.
  case weekday(Int)
  /// The week from Monday, the month or the year a number of them ago.
  case week(Int)
  case month(Int)
  case year(Int)

  /// The words that stand for one date, as completions offer them.
  package static let days = [
    "today", "yesterday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday",
  ]
  /// The words that stand for a time of several days.
  package static let periods = [
    "this-week", "last-week", "this-month", "last-month", "this-year", "last-year",
  ]

  /// The date of `today` and `yesterday`, the only words of dates that a key of the user's own
  /// takes: its values are texts, such as a mood on a Friday.
  static func dateForOwnKey(_ text: String) -> CalendarDate? {
    switch text {
    case "today": .today
    case "yesterday": CalendarDate.today.adding(days: -1)
    default: nil
    }
  }

  /// - Parameter text: The text as `Folding` writes it. Blanks can stand for hyphens.
  init?(folded text: String) {
    let words = text.split { $0 == " " || $0 == "-" || $0 == "_" }.map(String.init)
    switch (words.count, words.first, words.dropFirst().first) {
    case (1, "today", _), (1, "tonight", _), (1, "now", _): self = .days(0)
    case (1, "yesterday", _), (2, "last", "night"): self = .days(1)
    case (2, "this", "week"): self = .week(0)
    case (2, "last", "week"): self = .week(1)
    case (2, "this", "month"): self = .month(0)
    case (2, "last", "month"): self = .month(1)
    case (2, "this", "year"): self = .year(0)
    case (2, "last", "year"): self = .year(1)
    case (1, let word?, _) where Self.weekday(word) != nil:
      self = .weekday(Self.weekday(word) ?? 0)
    default:
      guard let distance = Self.distance(words) else { return nil }
      self = distance
    }
  }

  /// The day of the week of a name in English, or of its first three letters or more: 0 for Monday.
  static func weekday(_ word: String) -> Int? {
    word.utf8.count < 3 ? nil : days.dropFirst(2).firstIndex { $0.hasPrefix(word) }.map { $0 - 2 }
  }

  /// A distance such as `3d`, `2 weeks` or `6 months ago`.
  private static func distance(_ words: [String]) -> RelativeDate? {
    var words = words
    if words.count > 1, words.last == "ago" { words.removeLast() }
    let text = words.joined()
    var digits = String(text.prefix { $0.isASCII && $0.isNumber })
    let unit = String(text.dropFirst(digits.count))
    // A word and its number can be apart, but not two numbers.
    guard words.count <= 2, words.count < 2 || words[0] == digits || words[0] == "a" else {
      return nil
    }
    if words.count == 2, words[0] == "a" { digits = "1" }
    guard digits.utf8.count <= 5, let number = Int(digits) else { return nil }
    switch words.count == 2 ? words[1] : unit {
    case "d", "day", "days": return .days(number)
    case "w", "week", "weeks": return .days(7 * number)
    case "m", "month", "months": return .months(number)
    case "y", "year", "years": return .months(12 * number)
    default: return nil
    }
  }

  /// The first and the last date of the period on a day; `nil` if it is before the calendar.
  func period(on today: CalendarDate) -> ClosedRange<CalendarDate>? {
    switch self {
    case .days(let count): return today.adding(days: -count).map { $0...$0 }
    case .months(let count): return today.adding(months: -count).map { $0...$0 }
    case .weekday(let day):
      return today.adding(days: -((today.weekday - day + 7) % 7)).map { $0...$0 }
    case .week(let count):
      guard let first = today.adding(days: -today.weekday - 7 * count),
        let last = first.adding(days: 6)
      else { return nil }
      return first...last
    case .month(let count):
      return CalendarDate(year: today.year, month: today.month)?.adding(months: -count)
        .map { $0...$0 }
    case .year(let count): return CalendarDate(year: today.year - count).map { $0...$0 }
    }
  }
}
