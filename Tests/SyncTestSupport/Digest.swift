import MovieStore
import MovieSync

/// A hash of 128 bits: among some millions of states, two have the same one by chance about once in
/// 10²⁵ runs.
package struct Digest: Hashable, Sendable {
  private var high: UInt64 = 0x6C62_272E_07BB_0142
  private var low: UInt64 = 0x62B8_2175_6295_C58D

  package init() {}

  package mutating func add(_ value: UInt64) {
    high = Self.mixed(high ^ value, 0x9E37_79B9_7F4A_7C15)
    low = Self.mixed(low &+ value, 0xC2B2_AE3D_27D4_EB4F)
  }

  private static func mixed(_ value: UInt64, _ factor: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: factor)
    return (high ^ low) &+ factor
  }

  mutating func add(_ value: Int) { add(UInt64(bitPattern: Int64(value))) }

  mutating func add(_ value: Int64) { add(UInt64(bitPattern: value)) }

  mutating func add(_ text: String) {
    var word: UInt64 = 1
    for byte in text.utf8 {
      if word >> 56 != 0 {
        add(word)
        word = 1
      }
      word = word << 8 | UInt64(byte)
    }
    add(word)
  }

  mutating func add(_ stamp: SyncStamp) {
    add(stamp.time)
    add(stamp.replica)
  }

  mutating func add(_ other: Digest) {
    add(other.high)
    add(other.low)
  }

  /// Adds a part whose place does not matter.
  mutating func combine(_ other: Digest) {
    high &+= other.high
    low &+= other.low
  }

  /// A text for the checksum of a line.
  var text: String { String(low, radix: 16) }
}
