import MovieFormats
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// Dates and times as other programs write them.
@Suite(.limited) struct FileDateTests {
  /// The stored date of a cell, or the problem with it.
  private func read(_ text: String, _ order: ReadingOptions.DateOrder? = nil) throws -> String {
    let table = "title\twatched\nHeat\t\(text)\n"
    var reader = InterchangeReader(
      source: ByteSource(bytes: Array(table.utf8)), fileName: "f",
      ReadingOptions(dateOrder: order))
    switch try reader.next() {
    case .success(let movie)?:
      return movie.attributes[.watched].map(\.description).joined(separator: " ")
    case .failure(let error)?: return error.message
    case nil: return "nothing"
    }
  }

  private func padded(_ number: Int, _ width: Int = 2) -> String {
    String(repeating: "0", count: width - "\(number)".count) + "\(number)"
  }

  @Test(
    "Every way to write a generated day is that day",
    arguments: 0..<UInt64(Tier.amount(40, full: 200)))
  func days(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let (year, month) = (
      Int.random(in: 1900...2099, using: &random), Int.random(in: 1...12, using: &random)
    )
    let day = Int.random(in: 1...28, using: &random)
    let date = "\(year)-\(padded(month))-\(padded(day))"
    #expect(try read(date) == date)
    #expect(try read("\(day).\(month).\(year)") == date)
    #expect(try read("\(padded(day)).\(padded(month)).\(year)") == date)
    #expect(try read("\(day)/\(month)/\(year)", .dayFirst) == date)
    #expect(try read("\(month)/\(day)/\(year)", .monthFirst) == date)
    if day > 12 {
      #expect(try read("\(day)/\(month)/\(year)") == date)
      #expect(try read("\(month)/\(day)/\(year)") == date)
    }
    if 1950...2049 ~= year {
      #expect(try read("\(day).\(month).\(padded(year % 100))") == date)
    }
    // A time without a zone is a time of that day.
    let minute = padded(Int.random(in: 0...59, using: &random))
    for time in ["T23:\(minute)", " 00:\(minute):59", "T12:\(minute):00.123"] {
      #expect(try read(date + time) == date)
    }
  }

  @Test(
    "A moment is the local day, however its offset is written",
    arguments: 0..<UInt64(Tier.amount(20, full: 100)))
  func times(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let moment = Int.random(in: 0...4_000_000_000, using: &random)
    let expected = Clock.localDate(of: moment)
    for minutes in [0, 60, -300, 345, 840, -720, Int.random(in: -840...840, using: &random)] {
      let seconds = moment + 60 * minutes
      let day = try #require(Self.date(seconds / 86_400))
      let clock = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0) }
      let time = day + "T" + clock.joined(separator: ":")
      let (sign, size) = (minutes < 0 ? "-" : "+", abs(minutes))
      let offset = "\(sign)\(padded(size / 60)):\(padded(size % 60))"
      #expect(try read(time + offset) == expected)
      #expect(try read(time + offset.replacing(":", with: "")) == expected)
      if minutes == 0 { #expect(try read(time + ".000Z") == expected) }
    }
  }

  /// The date of a day since 1970, computed from the lengths of years and months.
  private static func date(_ daysSince1970: Int) -> String? {
    var (year, rest) = (1970, daysSince1970)
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    while rest >= (isLeap(year) ? 366 : 365) {
      rest -= isLeap(year) ? 366 : 365
      year += 1
    }
    for (index, days) in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      .enumerated()
    {
      if rest < days {
        return "\(year)-\(index < 9 ? "0" : "")\(index + 1)-\(rest < 9 ? "0" : "")\(rest + 1)"
      }
      rest -= days
    }
    return nil
  }

  @Test(
    "Other texts are no dates",
    arguments: [
      "31.2.2024", "2024-02-30", "1.13.2024", "2024-02-10T25:00Z", "2024-02-10T12:61", "1/2",
      "1.2.3.4",
      "2024-02-10T12:00+", "xyz", "2024-01-01T99999999999999999999:00",
    ])
  func others(text: String) throws {
    #expect(try !read(text).isEmpty && read(text).contains("'\(text)'"))
  }
}
