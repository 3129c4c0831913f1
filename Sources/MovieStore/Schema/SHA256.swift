/// The SHA-256 hash of a message in parts (FIPS 180-4). SQLite has no such function.
package struct SHA256: Sendable {
  private var state = initial
  /// The bytes of an incomplete block.
  private var rest = InlineArray<64, UInt8>(repeating: 0)
  private var restCount = 0
  private var messageCount: UInt64 = 0

  package init() {}

  /// The hash of a whole message, 32 bytes.
  package static func digest(of message: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(message.span)
    return hash.finish()
  }

  package mutating func update(_ bytes: Span<UInt8>) {
    messageCount &+= UInt64(bytes.count)
    var start = 0
    if restCount > 0 {
      start = min(64 - restCount, bytes.count)
      append(bytes.extracting(first: start))
    }
    while bytes.count - start >= 64 {
      compress(bytes, at: start)
      start += 64
    }
    append(bytes.extracting(droppingFirst: start))
  }

  /// Returns the hash of the message, 32 bytes.
  package consuming func finish() -> [UInt8] {
    let bits = messageCount &* 8
    append(0x80)
    while restCount != 56 { append(0) }
    for shift in 0..<8 { append(UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * shift))) }
    return (0..<32).map { index in
      UInt8(truncatingIfNeeded: state[index / 4] >> UInt32(24 - 8 * (index % 4)))
    }
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
  }

  private mutating func append(_ byte: UInt8) {
    rest[restCount] = byte
    restCount += 1
    guard restCount == 64 else { return }
    restCount = 0
    let block = rest
    compress(block.span, at: 0)
  }

  private mutating func compress(_ bytes: Span<UInt8>, at start: Int) {
    var words = InlineArray<16, UInt32>(repeating: 0)
    for index in 0..<16 { words[index] = word(of: bytes, at: start + 4 * index) }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // The schedule is computed sixteen words at a time, in place, so that it stays in registers.
    for group in stride(from: 0, to: 64, by: 16) {
      if group > 0 { Self.extend(&words) }
      for round in 0..<16 {
        let choice = g ^ (e & (f ^ g))
        let first =
          h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice
          &+ Self.constants[group + round] &+ words[round]
        let majority = (a & b) | (c & (a | b))
        let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
      }
    }
    let sums: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
    for index in 0..<8 { state[index] &+= sums[index] }
  }

  @inline(__always)
  private static func extend(_ words: inout InlineArray<16, UInt32>) {
    for index in 0..<16 {
      let (old, new) = (words[(index + 1) & 15], words[(index + 14) & 15])
      let small = rotated(old, 7) ^ rotated(old, 18) ^ (old >> 3)
      let large = rotated(new, 17) ^ rotated(new, 19) ^ (new >> 10)
      words[index] &+= small &+ words[(index + 9) & 15] &+ large
    }
  }

  private static let initial = InlineArray<8, UInt32> {
    fraction(of: Double(primes[$0]).squareRoot())
  }

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

// MARK: - Values

/// Values are added so that different sequences of them never have the same bytes.
extension SHA256 {
  mutating func add(_ value: Int64) {
    var bytes = InlineArray<8, UInt8>(repeating: 0)
    for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: value >> Int64(8 * index)) }
    update(bytes.span)
  }

  mutating func add(_ bytes: Span<UInt8>) {
    add(Int64(bytes.count))
    update(bytes)
  }
}

extension [UInt8] {
  var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

@inline(__always)
private func word(of bytes: Span<UInt8>, at start: Int) -> UInt32 {
  UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
    | UInt32(bytes[start + 3])
}

@inline(__always)
private func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
  word &>> bits | word &<< (32 - bits)
}
