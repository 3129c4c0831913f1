internal import MovieSystem

/// A date as people and programs write it, such as `2026-11-23`, `28.11.2026`, `Jan 5, 2024`,
/// `friday` or `3d`.
///
/// What a text can mean depends on where it is written: `date(typedOn:)` is for what a person
/// types, `period(typedOn:)` for a time such as a week, and `date(isDayFirst:isUTC:)` for a file.
package struct WrittenDate: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// A day, a month or a year.
    case date(CalendarDate)
    /// A day and a month in an order that is not known, and a year.
    ///
    /// - Parameter yearFirst: The date if the first number is a year of two digits.
    case unordered(Int, Int, year: Int, yearFirst: CalendarDate?)
    /// A day without its year.
    case yearless(month: Int, day: Int)
    /// A day that the calendar does not have, such as 30 February.
    case missing
    case relative(RelativeDate)
  }

  /// The time after a day.
  package struct Time: Hashable, Sendable {
    /// The seconds since the start of the day.
    package let seconds: Int
    /// The seconds that its zone is ahead of UTC; `nil` if the zone is not written.
    package let offset: Int?
  }

  /// The text as it is written.
  package let text: String
  package let form: Form
  package let time: Time?

  /// Returns `nil` for a text that is no date.
  package init?(_ text: String) {
    self.text = text
    if let date = CalendarDate(text) {
      (form, time) = (.date(date), nil)
      return
    }
    guard text.utf8.count <= Self.byteLimit else { return nil }
    if let (date, time) = Self.dayAndTime(text) {
      (form, self.time) = (.date(date), time)
      return
    }
    // A note in parentheses repeats the day of the week, or the name of the time zone.
    let plain = WrittenText.plain(text)
    let folded = plain.first == "(" ? plain : String(plain.prefix { $0 != "(" }).trimmed
    if let relative = RelativeDate(folded: folded) {
      (form, time) = (.relative(relative), nil)
      return
    }
    let (day, time) = Self.splitTime(folded)
    guard let form = DateParts(folded: day)?.form else { return nil }
    if time != nil, case .date(let date) = form, date.day == nil { return nil }
    // The start of the Spanish 'agosto' is also a word of distances.
    if case .yearless = form, folded.hasSuffix("ago") { return nil }
    (self.form, self.time) = (form, time)
  }

  /// The length of the longest text that can be a date, such as that of a browser with the name of
  /// its time zone.
  private static let byteLimit = 96

  /// The year, if it is written.
  package var year: Int? {
    switch form {
    case .date(let date): date.year
    case .unordered(_, _, let year, _): year
    case .yearless, .missing, .relative: nil
    }
  }

  // MARK: Files

  /// The date in a file, in which it means the same on every day; `nil` if it does not, or if the
  /// calendar does not have it.
  ///
  /// A time with a zone is the day that the user's time zone had.
  ///
  /// - Parameters:
  ///   - isDayFirst: The order of day and month where they are not written otherwise.
  ///   - isUTC: Whether times without a zone are in UTC.
  package func date(isDayFirst: Bool, isUTC: Bool = false) -> CalendarDate? {
    let date: CalendarDate? =
      switch form {
      case .date(let date): date
      case .unordered(let first, let second, let year, _):
        CalendarDate(
          year: year, month: isDayFirst ? second : first, day: isDayFirst ? first : second)
      case .yearless, .missing, .relative: nil
      }
    guard let date, let time, let offset = offset(isUTC: isUTC) else { return date }
    return CalendarDate(Clock.localDate(of: date.daysSince1970 * 86_400 + time.seconds - offset))
  }

  /// Whether the day depends on the user's time zone.
  package func isMoment(isUTC: Bool = false) -> Bool { offset(isUTC: isUTC) != nil }

  private func offset(isUTC: Bool) -> Int? { time.flatMap { $0.offset ?? (isUTC ? 0 : nil) } }

  // MARK: People

  /// Why a text is not the date of a person, with the correction.
  package struct Problem: Error {
    package let description: String
    /// What the text can mean, such as `2024-02-05 (day first) or 2024-05-02 (month first)`.
    package var readings: String?
  }

  /// The date that a person means.
  ///
  /// - Parameter today: The day on which it is typed.
  /// - Throws: `Problem` for a date with two meanings, a week, and a day that the calendar does not
  ///   have.
  package func date(typedOn today: CalendarDate) throws(Problem) -> CalendarDate {
    let period = try period(typedOn: today)
    if period.lowerBound == period.upperBound { return period.lowerBound }
    throw Problem(
      description: "\(text.excerpt()) has several days, from \(period.lowerBound) to "
        + "\(period.upperBound); use one of them")
  }

  /// The first and the last date of the time that a person means. A month or a year is one date.
  ///
  /// - Parameter today: The day on which it is typed.
  /// - Throws: `Problem` for a date with two meanings, and a day that the calendar does not have.
  package func period(typedOn today: CalendarDate) throws(Problem) -> ClosedRange<CalendarDate> {
    switch form {
    case .date, .unordered:
      let readings = readings(on: today)
      guard let first = readings.first else { throw missing }
      if readings.allSatisfy({ $0.date == first.date }) { return first.date...first.date }
      let list = readings.map { "\($0.date) (\($0.order))" }.joined(separator: " or ")
      throw Problem(description: "\(text.excerpt()) is \(list); use one", readings: list)
    case .yearless(let month, let day):
      // The latest one. A leap day is at most eight years ago.
      for year in (max(0, today.year - 8)...today.year).reversed() {
        if let date = CalendarDate(year: year, month: month, day: day), date <= today {
          return date...date
        }
      }
      throw missing
    case .missing: throw missing
    case .relative(let relative):
      guard let period = relative.period(on: today) else { throw missing }
      return period
    }
  }

  /// The dates that the text can mean, each with the order of its numbers.
  private func readings(on today: CalendarDate) -> [(date: CalendarDate, order: String)] {
    var found = [(date(isDayFirst: true), "day first"), (date(isDayFirst: false), "month first")]
      .compactMap { date, order in date.map { (date: $0, order: order) } }
    if found.count == 2, found[0].date == found[1].date { found.removeLast() }
    guard case .unordered(_, _, _, let yearFirst?) = form else { return found }
    // Of years of two digits, one in the future is not meant.
    let isPast = found.contains { $0.date <= today }
    if yearFirst > today, isPast { return found }
    let last = [(date: yearFirst, order: "year first")]
    return yearFirst <= today && !isPast ? last : found + last
  }

  private var missing: Problem {
    Problem(description: "the calendar does not have \(text.excerpt())")
  }

  // MARK: Times

  /// A day and a time such as `2026-11-23T20:15:00Z`, the form of most programs.
  private static func dayAndTime(_ text: String) -> (CalendarDate, Time)? {
    let bytes = Array(text.utf8)
    guard bytes.count > 10, bytes[10] == UInt8(ascii: "T") || bytes[10] == .space,
      let day = CalendarDate(String(decoding: bytes[..<10], as: UTF8.self)),
      let time = Time(bytes[11...])
    else { return nil }
    return (day, time)
  }

  /// Splits a folded text into the day and the time that follows it.
  private static func splitTime(_ text: String) -> (day: String, time: Time?) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: .colon) else { return (text, nil) }
    let start = colon - bytes[..<colon].reversed().prefix { $0.isDigit }.count
    guard let time = Time(bytes[start...]) else { return (text, nil) }
    let day = String(decoding: bytes[..<start], as: UTF8.self).trimmed
    // The letter also ends words such as 'august'.
    if day.hasSuffix("t"), day.utf8.dropLast().last?.isDigit == true {
      return (String(day.dropLast()), time)
    }
    for word in [" at", ","] where day.hasSuffix(word) {
      return (String(day.dropLast(word.count)), time)
    }
    return (day, time)
  }
}

extension WrittenDate.Time {
  /// A time such as `20:15`, `8:15:30.5 PM`, `20:15Z`, `20:15+01:00` or `20:15 GMT+0100`.
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    /// Removes a number of one or two digits.
    func number() -> Int? {
      let digits = rest.prefix(2).prefix { $0.isDigit }
      if digits.isEmpty { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }
    /// Removes an ASCII word in any case, and the blanks after it.
    func skip(_ word: StaticString) -> Bool {
      let length = word.utf8CodeUnitCount
      guard rest.count >= length,
        zip(rest, 0..<length).allSatisfy({ byte, index in
          unsafe byte.lowercased == word.utf8Start[index]
        })
      else { return false }
      rest = rest.dropFirst(length).drop { $0 == .space }
      return true
    }
    guard var hours = number(), skip(":"), let minutes = number() else { return nil }
    var seconds = 0
    if skip(":") {
      guard let number = number() else { return nil }
      seconds = number
      if rest.first == UInt8(ascii: ".") || rest.first == .comma {
        rest = rest.dropFirst().drop { $0.isDigit }
      }
    }
    rest = rest.drop { $0 == .space }
    let isMorning = skip("am") || skip("a.m.")
    if isMorning || skip("pm") || skip("p.m.") {
      guard 1...12 ~= hours else { return nil }
      hours = hours % 12 + (isMorning ? 0 : 12)
    }
    guard hours < 24, minutes < 60, seconds <= 60 else { return nil }
    self.seconds = hours * 3_600 + minutes * 60 + seconds
    let isUTC = skip("z") || skip("utc") || skip("gmt")
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      guard rest.isEmpty || !isUTC && skip("uhr") && rest.isEmpty else { return nil }
      offset = isUTC ? 0 : nil
      return
    }
    rest = rest.dropFirst()
    guard let zoneHours = number(), zoneHours <= 14 else { return nil }
    let zoneMinutes = skip(":") || rest.first?.isDigit == true ? number() : 0
    rest = rest.drop { $0 == .space }
    guard let zoneMinutes, zoneMinutes < 60, rest.isEmpty else { return nil }
    let offset = (zoneHours * 60 + zoneMinutes) * 60
    self.offset = sign == UInt8(ascii: "-") ? -offset : offset
  }
}
