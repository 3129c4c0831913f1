extension ByteCursor {
  /// The length in bytes of the character ahead; nil where the bytes are no UTF-8.
  ///
  /// The ranges are those of the Unicode Standard's table 3-7: nothing overlong, no surrogates,
  /// nothing above U+10FFFF.
  mutating func scalarLength() throws(ParseFailure) -> Int? {
    guard let first = try peek() else { return nil }
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard let byte = try peek(1), second.contains(byte) else { return nil }
    for offset in 2..<max(2, length) {
      guard let byte = try peek(offset), byte & 0xC0 == 0x80 else { return nil }
    }
    return length
  }

  /// What stands here, in words for a message: a character, a short word, or an end.
  mutating func found() throws(ParseFailure) -> String {
    guard let byte = try peek() else { return "the end of the input" }
    if try isAtLineEnd() { return "the end of the line" }
    if byte == .carriageReturn { return "a carriage return without a line feed" }
    if byte == 0 { return "a NUL character" }
    guard let length = try scalarLength() else { return byte.invalidUTF8 }
    var count = length
    if byte.isWordCharacter {
      while count < InterchangeLimits.quotedCharacters, try peek(count)?.isWordCharacter == true {
        count += 1
      }
    }
    var bytes: [UInt8] = []
    for offset in 0..<count { bytes.append(try peek(offset) ?? 0) }
    return "'\(String(decoding: bytes, as: UTF8.self))'"
  }
}

extension UInt8 {
  /// The byte in words, such as `the byte 0xFF, which is not valid UTF-8`.
  var invalidUTF8: String {
    let digits = String(self, radix: 16, uppercase: true)
    return "the byte 0x\(self < 16 ? "0" : "")\(digits), which is not valid UTF-8"
  }

  fileprivate var isWordCharacter: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
