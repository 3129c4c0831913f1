/// Converts text of another encoding to UTF-8, piece by piece.
struct TextDecoder {
  enum Encoding: Equatable {
    case utf16(isBigEndian: Bool)
    case windows1252
  }

  let encoding: Encoding
  /// The bytes of a character that is not complete.
  private(set) var pending: [UInt8] = []
  /// Whether some bytes so far are no text.
  private(set) var isDamaged = false

  init(_ encoding: Encoding) { self.encoding = encoding }

  /// Returns the characters that end with these bytes. What cannot be converted becomes U+FFFD.
  mutating func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    switch encoding {
    case .windows1252:
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      for byte in bytes {
        if byte < 0x80 { text.append(byte) } else { text += Self.windows1252(byte).utf8 }
      }
      return text
    case .utf16(let isBigEndian):
      let all = pending + bytes
      var units: [UInt16] = []
      units.reserveCapacity(all.count / 2)
      for index in stride(from: 0, to: all.count - 1, by: 2) {
        let (first, second) = (UInt16(all[index]), UInt16(all[index + 1]))
        units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      }
      // The second half of a surrogate pair follows.
      if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
      pending = Array(all[(2 * units.count)...])
      isDamaged = isDamaged || String(validating: units, as: UTF16.self) == nil
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
  }

  /// The characters of the bytes from 0x80 to 0x9F. Source:
  /// https://encoding.spec.whatwg.org/index-windows-1252.txt
  private static let characters: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    let value = 0x80...0x9F ~= byte ? characters[Int(byte) - 0x80] : UInt32(byte)
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
