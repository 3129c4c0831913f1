/// Text as a JSON string.
package enum JSONText {
  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)

  /// Adds a text with its double quotes to bytes of JSON, with as few escapes as JSON allows.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(.quote)
    for byte in text.utf8 { append(byte, to: &bytes) }
    bytes.append(.quote)
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case .quote, .backslash: bytes += [.backslash, byte]
    case .lineFeed: bytes += [.backslash, UInt8(ascii: "n")]
    case .carriageReturn: bytes += [.backslash, UInt8(ascii: "r")]
    case .tab: bytes += [.backslash, UInt8(ascii: "t")]
    case 0x08: bytes += [.backslash, UInt8(ascii: "b")]
    case 0x0C: bytes += [.backslash, UInt8(ascii: "f")]
    case 0..<0x20: appendEscape(UInt16(byte), to: &bytes)
    default: bytes.append(byte)
    }
  }

  private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes += [.backslash, UInt8(ascii: "u")]
    for shift: UInt16 in [12, 8, 4, 0] {
      bytes.append(hexadecimalDigits[Int(unit >> shift & 0xF)])
    }
  }
}
