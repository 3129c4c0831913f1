/// The 64-bit FNV-1a hash (RFC 9923) of bytes that are added one by one.
package struct FNV1a {
  package var value: UInt64 = 0xCBF2_9CE4_8422_2325

  @inlinable package init() {}

  @inlinable package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}

extension Span<UInt8> {
  /// The 64-bit FNV-1a hash (RFC 9923) of the bytes.
  package var fnv1a: UInt64 {
    var hash = FNV1a()
    for index in indices { hash.add(self[index]) }
    return hash.value
  }
}
