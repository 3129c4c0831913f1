/// The SHA-256 hash (FIPS 180-4). SQLite has no such function.
package enum SHA256 {
  private typealias State = InlineArray<8, UInt32>

  /// Returns the hash of a message, 32 bytes.
  package static func digest(of message: [UInt8]) -> [UInt8] {
    let bits = UInt64(message.count) * 8
    var blocks = message + [0x80]
    // The length follows at the end of a block of 64 bytes.
    blocks += repeatElement(0, count: (119 - message.count % 64) % 64)
    for shift in 0..<8 { blocks.append(UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * shift))) }
    var state = initial
    for start in stride(from: 0, to: blocks.count, by: 64) {
      compress(blocks.span, at: start, into: &state)
    }
    return (0..<32).map { index in
      UInt8(truncatingIfNeeded: state[index / 4] >> UInt32(24 - 8 * (index % 4)))
    }
  }

  private static func compress(_ bytes: Span<UInt8>, at start: Int, into state: inout State) {
    var words = InlineArray<64, UInt32>(repeating: 0)
    for index in 0..<64 {
      words[index / 4] = words[index / 4] << 8 | UInt32(bytes[start + index])
    }
    for index in 16..<64 {
      let (old, new) = (words[index - 15], words[index - 2])
      let small = rotated(old, 7) ^ rotated(old, 18) ^ (old >> 3)
      let large = rotated(new, 17) ^ rotated(new, 19) ^ (new >> 10)
      words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in 0..<64 {
      let choice = g ^ (e & (f ^ g))
      let first =
        h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice
        &+ constants[round] &+ words[round]
      let majority = (a & b) | (c & (a | b))
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    let sums: State = [a, b, c, d, e, f, g, h]
    for index in 0..<8 { state[index] &+= sums[index] }
  }

  private static let initial = State { fraction(of: Double(primes[$0]).squareRoot()) }

  private static let constants = InlineArray<64, UInt32> { cubeRootFraction(of: primes[$0]) }

  /// The first 64 primes.
  private static let primes = (2...311 as ClosedRange<UInt32>).filter { number in
    (2..<number).allSatisfy { number % $0 != 0 }
  }

  private static func fraction(of root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  /// Newton's method: the standard library has no cube root.
  private static func cubeRootFraction(of prime: UInt32) -> UInt32 {
    let value = Double(prime)
    var root = value.squareRoot()
    for _ in 0..<64 { root -= (root - value / (root * root)) / 3 }
    return fraction(of: root)
  }
}

extension [UInt8] {
  package var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

@inline(__always)
private func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
  word &>> bits | word &<< (32 - bits)
}
