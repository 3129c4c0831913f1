/// Random numbers that a seed determines (SplitMix64).
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A character that XML allows, often one with a meaning in XML, JSON, or HTML.
  mutating func scalar() -> Unicode.Scalar {
    if Bool.random(using: &self) {
      return "<>&;'\"\\/ \t\n]-!#?aé€🎬".unicodeScalars.randomElement(using: &self)!
    }
    while true {
      let bits = Int.random(in: 5...21, using: &self)
      let value = UInt32.random(in: 0x20..<max(0x21, 1 << UInt32(bits)), using: &self)
      if let scalar = Unicode.Scalar(value) { return scalar }
    }
  }

  mutating func text(maximum: Int = 12) -> String {
    let count = Int.random(in: 0...maximum, using: &self)
    var text = String.UnicodeScalarView()
    for _ in 0..<count { text.append(scalar()) }
    return String(text)
  }
}
