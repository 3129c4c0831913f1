import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct JSONEscapesTests {
  @Test(
    "An escaped backslash does not start an escape",
    arguments: [
      (#"["\\u0000"]"#, true), (#"["\\\u0000"]"#, false), (#"["\\\\ud800"]"#, true),
      (#"["\\\ud800"]"#, false), (#"["\"\u0000"]"#, false), (#"["\n\/\b"]"#, true), ("[]", true),
    ])
  func backslashes(json: String, isText: Bool) {
    #expect(JSONEscapes.areValid(in: json) == isText)
  }

  @Test("Escaped code units are valid if they are UTF-16 without NUL")
  func units() {
    var random = RandomSource(seed: 16)
    var results: Set<Bool> = []
    for _ in 0..<2_000 {
      let units = (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.unit(&random) }
      let json = "[\"" + units.map { Self.escape($0, &random) }.joined() + "\"]"
      let isText = !units.contains(0) && String(validating: units, as: UTF16.self) != nil
      #expect(JSONEscapes.areValid(in: json) == isText, "\(json)")
      results.insert(isText)
    }
    #expect(results == [true, false])
  }

  /// Returns mostly surrogates and the neighbors of their ranges.
  private static func unit(_ random: inout RandomSource) -> UInt16 {
    let ends: [UInt16] = [
      0, 1, 0x41, 0xD7FF, 0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF, 0xE000, 0xFFFF,
    ]
    return ends.randomElement(using: &random) ?? 0
  }

  private static func escape(_ unit: UInt16, _ random: inout RandomSource) -> String {
    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
    return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
