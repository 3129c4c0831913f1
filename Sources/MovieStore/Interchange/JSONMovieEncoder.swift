/// Text as a JSON string.
package enum JSONMovieEncoder {
  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)

  /// Adds a text with its double quotes to bytes of JSON, with as few escapes as JSON allows.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    append(text.utf8.span, to: &bytes)
  }

  /// The same, of a text in UTF-8.
  package static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(.quote)
    bytes.append(text, escaping: isEscaped, by: appendEscape)
    bytes.append(.quote)
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == .quote || byte == .backslash
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case .lineFeed: bytes += [.backslash, UInt8(ascii: "n")]
    case .carriageReturn: bytes += [.backslash, UInt8(ascii: "r")]
    case .tab: bytes += [.backslash, UInt8(ascii: "t")]
    case 0x08: bytes += [.backslash, UInt8(ascii: "b")]
    case 0x0C: bytes += [.backslash, UInt8(ascii: "f")]
    case 0..<0x20: appendCodeUnit(UInt16(byte), to: &bytes)
    default: bytes += [.backslash, byte]
    }
  }

  private static func appendCodeUnit(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes += [.backslash, UInt8(ascii: "u")]
    for shift: UInt16 in [12, 8, 4, 0] {
      bytes.append(hexadecimalDigits[Int(unit >> shift & 0xF)])
    }
  }
}

extension [UInt8] {
  /// Adds the bytes of a span.
  mutating func append(_ span: Span<UInt8>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Adds a text, run after run of what needs no escape, and escapes for the rest.
  @inline(__always)
  mutating func append(
    _ text: Span<UInt8>, escaping isEscaped: (UInt8) -> Bool,
    by appendEscape: (UInt8, inout [UInt8]) -> Void
  ) {
    var start = 0
    for index in text.indices where isEscaped(text[index]) {
      append(text.extracting(start..<index))
      appendEscape(text[index], &self)
      start = index + 1
    }
    append(text.extracting(start..<text.count))
  }
}
