internal import MovieStore
internal import MovieSystem

/// A date as other programs write it: `2026-11-23`, with a time in UTC, `23.11.2026`, or
/// `11/23/2026`.
struct ForeignDate {
  private enum Form {
    /// The local day of a time in UTC.
    case time(CalendarDate)
    /// A day, a month or a year.
    case date(CalendarDate)
    /// Two numbers, of which the order is not known, and the year.
    case numbers(Int, Int, year: Int)
  }

  private let form: Form
  /// The date as it is written.
  private let text: String

  /// The year of the date.
  var year: Int {
    switch form {
    case .date(let date), .time(let date): date.year
    case .numbers(_, _, let year): year
    }
  }

  /// Returns `nil` for any other text.
  ///
  /// - Parameter file: The kind of file of a preset, which can have further forms.
  init?(_ text: String, in file: ImportPreset.File? = nil) {
    self.text = text
    let isUTC = file?.isUTC == true
    if let date = CalendarDate(text) ?? Self.dateInDots(text)
      ?? (file == nil ? nil : Self.dateWithTime(text))
    {
      form = .date(date)
      return
    }
    if isUTC, text.isDigits, text.utf8.count <= 10, let seconds = Int(text),
      let date = CalendarDate(Clock.localDate(of: seconds))
    {
      form = .time(date)
      return
    }
    if let form = Self.time(isUTC ? text + "Z" : text) ?? Self.time(text) {
      self.form = form
      return
    }
    guard let numbers = Self.numbers(text, separatedBy: UInt8(ascii: "/")) else { return nil }
    form = .numbers(numbers[0], numbers[1], year: numbers[2])
  }

  /// Returns the date as text; `nil` if the calendar does not have it.
  ///
  /// - Parameters:
  ///   - order: The order of day and month; if it is `nil`, only a number above 12 decides.
  ///   - facts: Notes what decides about the order.
  func day(_ order: ReadingOptions.DateOrder?, _ facts: inout SourceFacts) -> String? {
    switch form {
    case .date(let date): return date.description
    case .time(let date):
      facts.hasTimes = true
      return date.description
    case .numbers(let first, let second, let year):
      let isDayFirst = order == .dayFirst || order == nil && first > 12
      if first > 12 { facts.hasDayFirst = true }
      if second > 12 { facts.hasMonthFirst = true }
      if first <= 12, second <= 12, first != second, facts.undecidedDate == nil {
        facts.undecidedDate = text
      }
      return CalendarDate(
        year: year, month: isDayFirst ? second : first, day: isDayFirst ? first : second
      )?.description
    }
  }

  /// Whether programs write the text for "never": 0, or the epoch of MySQL, .NET, Windows or Unix,
  /// with or without a time. Do not use it for tables: people can have entered such a date.
  static func isNever(_ text: String) -> Bool {
    text == "0"
      || ["0000-00-00", "0001-01-01", "1601-01-01", "1970-01-01"].contains {
        text == $0 || text.hasPrefix($0 + "T") || text.hasPrefix($0 + " ")
      }
  }

  /// A time such as `2026-11-23T20:00:00Z`. Without a zone, its day is the one that is written.
  private static func time(_ text: String) -> Form? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T") || bytes[10] == .space,
      let day = CalendarDate(String(decoding: bytes[..<10], as: UTF8.self)), day.day != nil
    else { return nil }
    let time = String(decoding: bytes[11...], as: UTF8.self)
    guard let (seconds, offset) = secondsAndOffset(time) else { return nil }
    guard let offset else { return .date(day) }
    return CalendarDate(Clock.localDate(of: day.daysSince1970 * 86_400 + seconds - offset))
      .map(Form.time)
  }

  /// The seconds of the day, and of the offset from UTC; `nil` for the offset of a time without a
  /// zone.
  private static func secondsAndOffset(_ text: String) -> (Int, Int?)? {
    let zone = text.utf8.firstIndex {
      $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
    }
    let clock = String(Substring(text.utf8[..<(zone ?? text.utf8.endIndex)])).trimmed
    guard let seconds = seconds(clock) else { return nil }
    guard let zone else { return (seconds, nil) }
    let name = String(Substring(text.utf8[zone...]))
    if name == "Z" { return (seconds, 0) }
    var digits = String(name.dropFirst()).replacing(":", with: "")
    if digits.utf8.count == 2 { digits += "00" }
    guard digits.utf8.count == 4, digits.isDigits, let number = Int(digits) else { return nil }
    let offset = (number / 100 * 60 + number % 100) * 60
    return (seconds, name.utf8.first == UInt8(ascii: "-") ? -offset : offset)
  }

  private static func seconds(_ clock: String) -> Int? {
    let parts = clock.prefix { $0 != "." }.split(separator: ":").map(String.init)
    guard (2...3).contains(parts.count), parts.allSatisfy(\.isDigits) else { return nil }
    let numbers = parts.compactMap { Int($0) } + [0]
    guard numbers.count == parts.count + 1, numbers[0] < 24, numbers[1] < 60, numbers[2] <= 60
    else { return nil }
    return numbers[0] * 3_600 + numbers[1] * 60 + numbers[2]
  }

  /// A day such as `18-12-2023 21:50:41`.
  private static func dateWithTime(_ text: String) -> CalendarDate? {
    let day = text.utf8.prefix { $0 != .space }
    guard let numbers = numbers(String(Substring(day)), separatedBy: UInt8(ascii: "-")) else {
      return nil
    }
    return CalendarDate(year: numbers[2], month: numbers[1], day: numbers[0])
  }

  private static func dateInDots(_ text: String) -> CalendarDate? {
    guard let numbers = numbers(text, separatedBy: UInt8(ascii: ".")) else { return nil }
    return CalendarDate(year: numbers[2], month: numbers[1], day: numbers[0])
  }

  /// Three numbers, of which the last one is a year of two or four digits.
  private static func numbers(_ text: String, separatedBy separator: UInt8) -> [Int]? {
    let parts = text.utf8.split(separator: separator, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard parts.count == 3, parts.allSatisfy(\.isDigits),
      parts[0].utf8.count <= 2, parts[1].utf8.count <= 2, [2, 4].contains(parts[2].utf8.count)
    else { return nil }
    var numbers = parts.compactMap { Int($0) }
    if parts[2].utf8.count == 2 { numbers[2] += numbers[2] < 70 ? 2000 : 1900 }
    return numbers
  }
}
