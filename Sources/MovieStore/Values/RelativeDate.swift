internal import MovieSystem

/// A date that depends on the day on which it is typed, such as `yesterday`, `friday`, `3d` or
/// `last-month`.
package enum RelativeDate: Hashable, Sendable {
  /// A number of days ago.
  case days(Int)
  /// The same day a number of months ago.
  case months(Int)
  /// The latest such day, from 0 for Monday. It can be today, unless it is written `last friday`.
  case weekday(Int, isBeforeToday: Bool)
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
    switch text.lowercased() {
    case "today": .today
    case "yesterday": CalendarDate.today.adding(days: -1)
    default: nil
    }
  }

  /// - Parameter text: The text as `WrittenText` writes it. Blanks can stand for hyphens.
  init?(folded text: String) {
    var words = text.split { $0 == " " || $0 == "-" || $0 == "_" }.map(String.init)
    if words.first == "on" || words.first == "the" { words.removeFirst() }
    if words.count > 1, let last = words.last, Self.dayTimes.contains(last) {
      // Such as 'friday night' and 'this morning'.
      words.removeLast()
      if words == ["this"] { words = ["today"] }
      if words == ["last"] { words = ["yesterday"] }
    }
    switch words.joined(separator: " ") {
    case "today", "tonight", "now": self = .days(0)
    case "yesterday": self = .days(1)
    case "day before yesterday": self = .days(2)
    case "this week": self = .week(0)
    case "last week": self = .week(1)
    case "this month": self = .month(0)
    case "last month": self = .month(1)
    case "this year": self = .year(0)
    case "last year": self = .year(1)
    default:
      let isLast = words.count == 2 && words[0] == "last"
      if words.count == 1 || isLast, let day = words.last.flatMap(Self.weekday) {
        self = .weekday(day, isBeforeToday: isLast)
      } else if let distance = Self.distance(words) {
        self = distance
      } else {
        return nil
      }
    }
  }

  private static let dayTimes: Set<String> = ["morning", "afternoon", "evening", "night"]

  /// The day of the week of a name in English, or of its first three letters or more: 0 for Monday.
  static func weekday(_ word: String) -> Int? {
    if word == "weds" { return 2 }
    return word.utf8.count < 3
      ? nil : days.dropFirst(2).firstIndex { $0.hasPrefix(word) }.map { $0 - 2 }
  }

  /// A distance such as `3d`, `2 weeks` or `six months ago`.
  private static func distance(_ words: [String]) -> RelativeDate? {
    var words = words
    if words.count > 1, words.last == "ago" { words.removeLast() }
    if words.count == 1, let word = words.first {
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      words = [String(digits), String(word.dropFirst(digits.count))]
    }
    guard words.count == 2, let number = number(words[0]) else { return nil }
    switch words[1] {
    case "d", "day", "days": return .days(number)
    case "w", "wk", "wks", "week", "weeks": return .days(7 * number)
    case "m", "mo", "mos", "month", "months": return .months(number)
    case "y", "yr", "yrs", "year", "years": return .months(12 * number)
    default: return nil
    }
  }

  /// A number of at most five digits, or a word for one up to ten.
  private static func number(_ word: String) -> Int? {
    if word.isDigits { return word.utf8.count <= 5 ? Int(word) : nil }
    if word == "a" || word == "an" { return 1 }
    return numbers.firstIndex(of: word).map { $0 + 1 }
  }

  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]

  /// The first and the last date of the period on a day; `nil` if it is before the calendar.
  func period(on today: CalendarDate) -> ClosedRange<CalendarDate>? {
    switch self {
    case .days(let count): return today.adding(days: -count).map { $0...$0 }
    case .months(let count): return today.adding(months: -count).map { $0...$0 }
    case .weekday(let day, let isBeforeToday):
      let distance = (today.weekday - day + 7) % 7
      return today.adding(days: isBeforeToday && distance == 0 ? -7 : -distance).map { $0...$0 }
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
