extension Span<UInt8> {
  /// The 64-bit FNV-1a hash (RFC 9923) of the bytes.
  package var fnv1a: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in indices { hash = (hash ^ UInt64(self[index])) &* 0x100_0000_01B3 }
    return hash
  }
}
