import Foundation
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct MovieAttributesTests {
  private static func key(_ name: String) throws -> AttributeKey { try AttributeKey(name) }

  @Test("Keys are in their order, values in the given order")
  func order() throws {
    var values = MovieAttributes()
    for name in ["zoo", "note", "ark", "tag", "year", "rating"] {
      try values.set(Self.key(name), to: [.integer(name == "year" ? 1995 : 7)])
    }
    try values.add(.text("b"), to: .tag)
    try values.add(.text("a"), to: .tag)
    #expect(values.keys.map(\.name) == ["year", "rating", "tag", "note", "ark", "zoo"])
    #expect(values[.tag] == [.text("7"), .text("b"), .text("a")])
    #expect(values.year == 1995)
    #expect(try values[Self.key("other")] == [])
    values.remove(.text("b"), from: .tag)
    values.remove(.text("x"), from: .tag)
    #expect(values[.tag] == [.text("7"), .text("a")])
    for key in values.keys { values.remove(key) }
    #expect(values.isEmpty && values == MovieAttributes() && values.year == nil)
  }

  @Test("A repeated value is left out; NFC and NFD differ")
  func repeats() throws {
    var values = MovieAttributes()
    let (nfc, nfd) = (AttributeValue.text("\u{E9}"), AttributeValue.text("e\u{301}"))
    try values.set(.tag, to: [nfc, .text("a"), nfc, nfd, .text(" a ")])
    #expect(values[.tag] == [nfc, .text("a"), nfd])
    try values.add(nfd, to: .tag)
    #expect(values[.tag].count == 3)
    values.remove(nfc, from: .tag)
    #expect(values[.tag] == [.text("a"), nfd])
    #expect(try attributes(["tag": [nfc]]) != attributes(["tag": [nfd]]))
    #expect(try attributes(["tag": [nfc]]).hashValue != attributes(["tag": [nfd]]).hashValue)
  }

  @Test("Numbers are repeated and removed by value")
  func numbers() throws {
    let own = try Self.key("own")
    var values = MovieAttributes()
    try values.set(own, to: [.integer(1), .real(1), .real(1.5), .text("1.50"), .text("1")])
    #expect(values[own] == [.integer(1), .real(1.5), .text("1.50"), .text("1")])
    values.remove(.real(1), from: own)
    #expect(values[own] == [.real(1.5), .text("1.50"), .text("1")])
    values.remove(.text("1.50"), from: own)
    #expect(values[own] == [.text("1")])
    values.remove(.integer(1), from: own)
    #expect(values.isEmpty)
    let large = AttributeValue.integer(9_007_199_254_740_993)
    try values.set(own, to: [large, .real(9_007_199_254_740_992)])
    #expect(values[own].count == 2)
  }

  @Test(
    "Known keys except lists have one value",
    arguments: ["year", "rating", "runtime", "note", "imdb", "tmdb", "letterboxd"])
  func single(name: String) throws {
    let key = try Self.key(name)
    let (first, second): (AttributeValue, AttributeValue) =
      name == "year" ? (.integer(1995), .text("1996")) : (.text("1"), .text("2"))
    var values = MovieAttributes()
    try values.set(key, to: [first, first])
    let before = values
    let sentence = "'\(name)' can have only one value"
    expectInvalid(sentence, .attribute(key)) { try values.add(second, to: key) }
    expectInvalid(sentence) { try values.set(key, to: [first, second]) }
    #expect(values == before)
    try values.set(key, to: [second])
    #expect(values[key].count == 1 && values != before)
    try values.set(key, to: [])
    #expect(values.isEmpty)
  }

  @Test("A movie has at most 1,000 values, and 1 MiB of keys and values")
  func limits() throws {
    var values = MovieAttributes()
    let own = try Self.key("own")
    let thousand = (0..<1_000).map { AttributeValue.integer(Int64($0)) }
    try values.set(own, to: thousand + thousand)
    #expect(values[own].count == MovieAttributes.valueLimit)
    let tooManyValues = "a movie can have at most 1,000 attribute values"
    expectInvalid(tooManyValues, .attributes) { try values.set(.year, to: [.integer(1995)]) }
    expectInvalid(tooManyValues) { try values.add(.integer(1_000), to: own) }
    #expect(values.keys == [own])
    try values.add(.integer(999), to: own)

    // Each value with its key has 16 KiB, of which 64 fit.
    let long = (10..<75).map {
      AttributeValue.text("\($0)" + String(repeating: "x", count: 16_379))
    }
    try values.set(own, to: Array(long.prefix(64)))
    let tooManyBytes = "the attributes of a movie can have at most 1 MiB"
    expectInvalid(tooManyBytes, .attributes) { try values.set(own, to: long) }
    expectInvalid(tooManyBytes) { try values.add(.integer(1), to: own) }
    #expect(values[own] == Array(long.prefix(64)))
  }

  @Test("Many repeated values are rejected or accepted in linear time")
  func manyValues() throws {
    var values = MovieAttributes()
    let many = (0..<100_000).map { AttributeValue.integer(Int64($0 % 50_000)) }
    #expect(throws: StoreError.self) { try values.set(Self.key("own"), to: many) }
    let repeated = (0..<100_000).map { AttributeValue.integer(Int64($0 % 1_000)) }
    try values.set(Self.key("own"), to: repeated)
  }

  @Test("Dates have their order")
  func dates() throws {
    var values = MovieAttributes()
    try values.set(.watched, to: ["2026-11-23", .integer(2026), "2025-03", "2026", " 2026-11 "])
    #expect(values[.watched] == ["2025-03", "2026", "2026-11", "2026-11-23"])
    try values.add("2025", to: .watched)
    #expect(values.watched.map(\.description).first == "2025" && values[.watched].count == 5)
  }

  @Test("JSON has an array of the values of a key that can have several, otherwise a value")
  func json() throws {
    let values = try attributes([
      "year": [.integer(1997)], "tag": [.text("heist")], "own": [.integer(1), .text("x")],
      "watched": [.text("2026")], "runtime": [.integer(170)], "mood": [.text("calm")],
    ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json =
      #"{"mood":["calm"],"own":[1,"x"],"runtime":170,"tag":["heist"],"watched":["2026"],"year":1997}"#
    #expect(String(decoding: try encoder.encode(values), as: UTF8.self) == json)
    #expect(
      String(decoding: Self.json(values), as: UTF8.self)
        == #"{"year": 1997, "watched": ["2026"], "runtime": 170, "tag": ["heist"], "#
        + #""mood": ["calm"], "own": [1, "x"]}"#)
    let text =
      #"{"year": ["1997"], "tag": "heist", "own": [1, "x", 1], "z": [], "watched": 2026, "#
      + #""runtime": 170.0, "mood": "calm"}"#
    for text in [text, json] {
      let decoded = try JSONDecoder().decode(MovieAttributes.self, from: Data(text.utf8))
      #expect(try MovieDraft(title: "T", attributes: decoded).validated().attributes == values)
    }
    // Another program can have stored several values.
    let stored: MovieAttributes = [.year: [1995, 1996]]
    #expect(String(decoding: try encoder.encode(stored), as: UTF8.self) == #"{"year":[1995,1996]}"#)
  }

  @Test(
    "JSON can have values that cannot be stored",
    arguments: [
      #"{"year": 1}"#, #"{"year": [1997, 1998]}"#, #"{"tag": ""}"#, #"{"note": "a\u0000"}"#,
    ])
  func invalidValues(text: String) throws {
    let decoded = try JSONDecoder().decode(MovieAttributes.self, from: Data(text.utf8))
    #expect(throws: StoreError.self) { try MovieDraft(title: "T", attributes: decoded).validated() }
  }

  @Test(
    "Rejects JSON with keys and values that do not exist",
    arguments: [
      #"{"Year": 1997}"#, #"{"year": null}"#, #"{"year": true}"#, #"{"tag": [["a"]]}"#, "[]", "1",
    ])
  func invalidJSON(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MovieAttributes.self, from: Data(text.utf8))
    }
  }

  private static func json(_ values: MovieAttributes) -> [UInt8] {
    var json = JSONBuilder()
    json.add(nil, values)
    return json.bytes
  }

  @Test("Generated attributes survive JSON", arguments: 1...6 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generated = GeneratedAttributes(seed: seed)
    for _ in 0..<20 {
      let values = try generated.next()
      let json = try JSONEncoder().encode(values)
      #expect(try JSONDecoder().decode(MovieAttributes.self, from: json) == values)
      let line = Self.json(values)
      #expect(try JSONDecoder().decode(MovieAttributes.self, from: Data(line)) == values)
      #expect(!line.contains { $0 < 0x20 })
      var rebuilt = MovieAttributes()
      for key in values.keys.reversed() {
        for value in values[key] { try rebuilt.add(value, to: key) }
      }
      #expect(rebuilt == values && rebuilt.hashValue == values.hashValue)
      #expect(values.keys == values.keys.sorted())
    }
  }

  @Test("The JSON of a movie can have no attributes")
  func noAttributes() throws {
    let movie = #"{"id":1,"title":"Heat","sortableTitle":"heat","favorite":false,"actors":[]}"#
    let decoded = try JSONDecoder().decode(Movie.self, from: Data(movie.utf8))
    #expect(decoded.attributes.isEmpty)
  }
}
