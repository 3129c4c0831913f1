import Foundation
import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct TimestampTests {
  @Test("Has the seconds of its text, as Foundation computes them")
  func seconds() throws {
    let format = ISO8601DateFormatter()
    var random = RandomSource(seed: 1)
    // From the years after the Gregorian reform, before which Foundation uses another calendar.
    let numbers = (0..<2_000).map { _ in
      Int.random(in: -12_000_000_000...250_000_000_000, using: &random)
    }
    for number in numbers + [0, -1, 951_782_399, 951_782_400, 951_868_800] {
      let text = format.string(from: Date(timeIntervalSince1970: Double(number)))
      let time = try #require(Timestamp(text))
      #expect(time.secondsSince1970 == number && time.description == text)
    }
  }

  @Test(
    "Any other text is no time",
    arguments: [
      "", "2026-11-21", "2026-11-21T10:15:02", "2026-11-21T10:15:02+00:00", "2026-02-30T10:15:02Z",
      "2026-11-21T24:15:02Z", "2026-11-21T10:60:02Z", "2026-11-21T10:15:60Z",
      "2026-11-21t10:15:02Z",
    ])
  func otherTexts(text: String) {
    #expect(Timestamp(text) == nil)
    #expect(Timestamp(stored: text).secondsSince1970 == 0)
    #expect(Timestamp(stored: text).description == text)
  }
}
