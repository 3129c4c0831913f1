import Foundation
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct AttributeValueTests {
  private static func value(_ text: String, _ key: String) throws -> AttributeValue {
    try AttributeValue(text, for: AttributeKey(key))
  }

  @Test(
    "Text of a known key becomes a value of its type",
    arguments: [
      ("year", "1870", .integer(1870)), ("year", " 2200 ", .integer(2200)),
      ("year", "1995.0", .integer(1995)), ("year", "1.995e3", .integer(1995)),
      ("rating", "0", .integer(0)), ("rating", "10", .integer(10)), ("rating", "8.5", .real(8.5)),
      ("rating", "8.50", .real(8.5)), ("rating", "8.0", .integer(8)),
      ("rating", "1e1", .integer(10)), ("rating", "8,5", .real(8.5)),
      ("rating", "4.5/5", .integer(9)),
      ("rating", "0.1", .real(0.1)), ("rating", "-0", .integer(0)), ("rating", "-0.0", .integer(0)),
      ("watched", "2026-11-23", .text("2026-11-23")),
      ("watched", "2024-02-29", .text("2024-02-29")),
      ("watched", "2000-02-29", .text("2000-02-29")),
      ("watched", "0001-01-01", .text("0001-01-01")), ("watched", " 2026-11", .text("2026-11")),
      ("watched", "2026", .text("2026")), ("runtime", "1", .integer(1)),
      ("runtime", "100000", .integer(100_000)), ("runtime", "90.0", .integer(90)),
      ("runtime", "1h 30m", .integer(90)),
      ("genre", " Crime, Drama", .text("Crime, Drama")), ("director", "7", .text("7")),
      ("aka", "8½", .text("8½")), ("imdb", "113277", .text("tt0113277")),
      ("tmdb", "949", .integer(949)),
      ("tmdb", "https://www.themoviedb.org/movie/949-heat", .integer(949)),
      ("letterboxd", "boxd.it/2aQw", .text("https://boxd.it/2aQw")),
      ("tag", " heist\t", .text("heist")), ("tag", "1995", .text("1995")),
      ("tag", "a b", .text("a b")), ("note", "a\nb", .text("a\nb")), ("note", "8.5", .text("8.5")),
    ] as [(String, String, AttributeValue)])
  func known(key: String, text: String, value: AttributeValue) throws {
    #expect(try Self.value(text, key) == value)
    #expect(try Self.value(value.description, key) == value)
  }

  @Test(
    "Rejects text that is not of the type of a known key",
    arguments: [
      ("year", "next"), ("year", "1869"), ("year", "2201"), ("year", "1995.5"), ("year", "0x7cb"),
      ("year", "01995"), ("year", "+1995"), ("year", "１９９５"), ("year", "-1995"), ("year", "1e400"),
      ("year", "9223372036854775808"), ("year", "1995,0"), ("rating", "8.55"), ("rating", "10.1"),
      ("rating", "-0.1"), ("rating", "11"), ("rating", "nan"), ("rating", "inf"), ("rating", ".5"),
      ("rating", "5."),
      ("watched", "2026-02-29"), ("watched", "1900-02-29"), ("watched", "2026-13-01"),
      ("watched", "2026-00-01"), ("watched", "2026-04-31"), ("watched", "2026-01-00"),
      ("watched", "2026-11-23 " + "x"), ("watched", "5/2/2026"), ("watched", "this-week"),
      ("watched", "26-11-23"), ("watched", "-026-11-23"),
      ("watched", "2026-"), ("watched", "202611"), ("watched", "2026.0"), ("watched", "2026-13"),
      ("runtime", "0"), ("runtime", "100001"), ("runtime", "90.5"), ("runtime", "1 x"),
      ("imdb", "tt"), ("imdb", "nm0000199"), ("tmdb", "0"), ("tmdb", "themoviedb.org/movie/x"),
      ("tmdb", "x"), ("letterboxd", "a b"),
      ("tag", "a\nb"), ("tag", "a\r\nb"), ("tag", "a\u{2028}b"), ("genre", "a\nb"),
      ("director", "a\nb"), ("aka", "a\nb"),
    ])
  func rejected(key: String, text: String) throws {
    let key = try AttributeKey(key)
    let error = try storeProblem { _ = try AttributeValue(text, for: key) }
    let isNamed = "\(error)".contains("'\(text)'") && [.rating, .watched, .runtime].contains(key)
    #expect("\(error)".hasSuffix(" is not \(key.expectedValue)") || isNamed, "\(error)")
  }

  @Test(
    "Text of another key is a number if JSON has that number without an exponent, or it is a description",
    arguments: [
      ("0", .integer(0)), ("-7", .integer(-7)), (" 42 ", .integer(42)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("2.0", .real(2)), ("0.1", .real(0.1)), ("1.50", .real(1.5)),
      ("5e-324", .real(.leastNonzeroMagnitude)),
      ("1.7976931348623157e+308", .real(.greatestFiniteMagnitude)), ("1e+16", .real(1e16)),
    ] as [(String, AttributeValue)])
  func number(text: String, value: AttributeValue) throws {
    #expect(try Self.value(text, "own") == value)
    #expect(try Self.value(value.description, "own") == value)
  }

  @Test(
    "Other text of another key stays text",
    arguments: [
      "007", "+5", "1e400", "-1e400", "12345678901234567890", "9223372036854775808", "0x10", ".5",
      "5.", "1e", "1e+", "--1", "-", "1 2", "1_000", "NaN", "inf", "Infinity", "true", "１２", "1.e5",
      "00", "-01", "-0", "1e3", "1E+3", "-1.5e-3", "1e-400", "1.7976931348623157e308",
    ])
  func notNumber(text: String) throws {
    #expect(try Self.value(text, "own") == .text(text))
  }

  @Test("A negative zero becomes zero")
  func negativeZero() throws {
    for text in ["-0.0", "-0.000"] {
      guard case .real(let zero) = try Self.value(text, "own") else {
        Issue.record("\(text)")
        continue
      }
      #expect(zero.sign == .plus)
    }
    let attributes = try attributes(["own": [.real(-0.0)]])
    #expect(try JSONEncoder().encode(attributes) == Data(#"{"own":[0]}"#.utf8))
  }

  @Test(
    "Rejects empty text, U+0000 and text over the limit",
    arguments: AttributeKey.known.map(\.name) + ["own"])
  func invalidText(name: String) throws {
    let key = try AttributeKey(name)
    let limit = name == "tag" ? 256 : 16_384
    let long = String(repeating: "é", count: limit / 2) + "x"
    for (text, problem) in [
      ("", "is empty"), (" \n\u{A0}", "is empty"), ("a\0", "contains a NUL character"),
      (
        long,
        name == "tag" ? "has 257 bytes; the limit is 256" : "has 16,385 bytes; the limit is 16,384"
      ),
    ] {
      expectInvalid("the value of '\(name)' \(problem)", .attribute(key)) {
        try AttributeValue(text, for: key)
      }
    }
    if ["genre", "director", "tag", "note", "aka", "own"].contains(name) {
      let longest = String(long.dropLast())
      #expect(longest.utf8.count == limit)
      #expect(try AttributeValue(longest, for: key) == .text(longest))
    }
  }

  @Test("Rejects numbers that are not finite", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(number: Double) throws {
    for name in ["year", "rating", "own"] {
      let key = try AttributeKey(name)
      var values = MovieAttributes()
      #expect(throws: StoreError.self) { try values.set(key, to: [.real(number)]) }
      #expect(values.isEmpty)
    }
  }

  @Test("Values are equal if their types and bytes are")
  func equality() {
    let values: [AttributeValue] = [
      .text("1"), .integer(1), .real(1), .text("\u{E9}"), .text("e\u{301}"), .text("a"), .text("A"),
      .integer(2),
    ]
    for (index, left) in values.enumerated() {
      for (other, right) in values.enumerated() { #expect((left == right) == (index == other)) }
    }
    #expect(Set(values).count == values.count)
  }

  @Test("Values are plain JSON values, except that JSON has no type of whole numbers")
  func codable() throws {
    let values: [AttributeValue] =
      [
        .integer(.min), .integer(.max), .integer(0), .real(0.1 + 0.2),
        .real(.leastNonzeroMagnitude), .real(1e300),
      ]
      + Generated.titles.map { .text($0) }
    let json = try JSONEncoder().encode(values)
    #expect(try JSONDecoder().decode([AttributeValue].self, from: json) == values)
    #expect(
      try JSONDecoder().decode([AttributeValue].self, from: Data(#"["1", 1, 1.5]"#.utf8))
        == [.text("1"), .integer(1), .real(1.5)])
    for text in ["[true]", "[null]", "[[1]]", "[{}]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([AttributeValue].self, from: Data(text.utf8))
      }
    }
  }

  @Test("Every accepted text has one form, which is accepted")
  func idempotent() throws {
    let names = AttributeKey.known.map(\.name) + ["own"]
    for text in Generated.texts + (0..<300).map({ "\($0 - 100)" }) {
      for name in names {
        guard let value = try? Self.value(text, name) else { continue }
        #expect(try Self.value(value.description, name) == value)
        #expect(try attributes([name: [value]])[AttributeKey(name)] == [value])
      }
    }
  }
}
