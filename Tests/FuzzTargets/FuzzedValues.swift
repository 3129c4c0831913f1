import MovieStore

/// A value as people write it is read or refused, and printed as a text that is read as the same.
func checkValues(_ bytes: [UInt8]) throws {
  let typed = text(bytes)
  try checkDate(typed)
  if let rating = WrittenRating(typed) {
    let again = WrittenRating(rating.description)
    try require(
      again?.number == rating.number && again?.highest == rating.highest, "a rating is printed")
    for highest in [1, 5, 10, 1_000] {
      if case .rating(let tenths, _) = rating.converted(of: highest) {
        try require(0...100 ~= tenths, "a converted rating is from 0 to 10")
      }
    }
  }
  if let duration = WrittenDuration(typed) {
    try require(duration.minutes >= 0, "a running time is not negative")
    try require(WrittenDuration(duration.description) == duration, "a running time is printed")
  }
  if let boolean = WrittenBoolean(typed) {
    try require(WrittenBoolean(boolean.description) == boolean, "yes and no are printed")
  }
  if let list = WrittenList(typed) {
    try require(WrittenList(list.description) == list, "a list is printed")
  }
}

private func checkDate(_ typed: String) throws {
  guard let written = WrittenDate(typed), let today = CalendarDate("2026-11-28") else { return }
  for (isDayFirst, isUTC) in [(true, false), (false, true)] {
    guard let date = written.date(isDayFirst: isDayFirst, isUTC: isUTC) else { continue }
    try require(CalendarDate(date.description) == date, "a date is printed")
    try require(
      WrittenDate(date.description)?.date(isDayFirst: isDayFirst) == date, "and read again")
  }
  do {
    let period = try written.period(typedOn: today)
    try require(period.lowerBound <= period.upperBound, "a period ends after its start")
  } catch let problem as WrittenDate.Problem {
    try require(!problem.description.isEmpty, "a refused date has a reason")
  }
}
