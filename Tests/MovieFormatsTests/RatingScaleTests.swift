import MovieFormats
import Testing

@Suite struct RatingScaleTests {
  @Test("Ratings are converted in decimals, half up to a tenth")
  func conversion() throws {
    let samples: [(String, String, Int64?, Bool)] = [
      ("5", "4.5", 90, false), ("5", "0.5", 10, false), ("5", "5", 100, false),
      ("10", "8", 80, false), ("10", "7.5", 75, false), ("10", "8.25", 83, true),
      ("10", "8.24", 82, true), ("100", "88", 88, false), ("100", "88.5", 89, true),
      ("4", "3", 75, false), ("3", "1", 33, true), ("3", "2", 67, true),
      ("10", "0", nil, false), ("10", "-1", nil, false), ("0..10", "0", 0, false),
      ("0..5", "-1", nil, false), ("10", "8.3333333333333333", 83, true), ("6", "0.75", 13, true),
    ]
    for (scale, text, tenths, isRounded) in samples {
      let rating = try #require(RatingScale(scale)).rating(text)
      let expected: RatingScale.Rating =
        tenths.map { .rating(tenths: $0, isRounded: isRounded) } ?? .none
      #expect(rating == expected, "\(text) of \(scale)")
    }
  }

  @Test("Other texts, and ratings above the scale, are invalid")
  func invalid() throws {
    for text in ["", "x", "5.1", "1e1", "+4", "4.", ".5", "4,5", "٤", "99999999999999999999"] {
      #expect(try #require(RatingScale("5")).rating(text) == .invalid, "\(text)")
    }
    for text in ["0", "-5", "1001", "x", "0..", "1..5", ""] { #expect(RatingScale(text) == nil) }
  }
}
