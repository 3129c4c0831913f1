/// A seeded generator (SplitMix64), so that a failing property can be run again.
package struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// Text of up to `count` characters that often break programs: accents, marks, quotes,
  /// separators, control characters, emoji, right-to-left letters.
  package mutating func text(upTo count: Int) -> String {
    let alphabet = Array(
      "abcXYZ 019\"'\\,;\t\n\r|*%_-()[]{}éÉàßøØłŁđæœÆñçÅİıςΣσжЖ中日本한עبﬁ😀👩‍👧🇫🇷\u{301}\u{308}\u{200D}\u{202E}\u{1B}\u{7F}"
        .unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &self) {
      text.append(alphabet.randomElement(using: &self) ?? "a")
    }
    return String(text)
  }
}
