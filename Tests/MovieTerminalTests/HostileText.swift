import TestSupport

extension RandomSource {
  /// Text with many unsafe characters among safe ones.
  mutating func hostileText(upTo count: Int) -> String {
    let pool: [ClosedRange<UInt32>] = [
      0x00...0x1F, 0x20...0x7E, 0x7F...0xAD, 0x300...0x36F, 0x591...0x60F, 0x61C...0x65F,
      0x6DD...0x6DD, 0x900...0x94D, 0x9B0...0x9CD, 0x1100...0x1200, 0x180B...0x180F,
      0x200B...0x2010, 0x200C...0x200D, 0x200D...0x200D, 0x2028...0x202E, 0x2060...0x206F,
      0x2764...0x2764, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFE0F...0xFE0F, 0xFEFF...0xFEFF,
      0xFFF9...0xFFFF, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0x1F466...0x1F469,
      0x1F600...0x1F610, 0xE0001...0xE007F, 0xE0100...0xE01EF,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &self) {
      let range = pool.randomElement(using: &self) ?? 0x61...0x7A
      let value = UInt32.random(in: range, using: &self)
      // Runs of one scalar reach the limits on marks and joiners.
      let run = Int.random(in: 0..<12, using: &self) == 0 ? 12 : 1
      for _ in 0..<run { if let scalar = Unicode.Scalar(value) { text.append(scalar) } }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar controls the terminal or is invisible; independent of the program's rules.
  var isHostile: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E: true
    case 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}
