/// The bytes with a meaning in one of the formats.
extension UInt8 {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var quote: UInt8 { 0x22 }
  static var comma: UInt8 { 0x2C }
  static var colon: UInt8 { 0x3A }
  static var semicolon: UInt8 { 0x3B }
  static var backslash: UInt8 { 0x5C }
  static var leftBracket: UInt8 { 0x5B }
  static var rightBracket: UInt8 { 0x5D }
  static var leftBrace: UInt8 { 0x7B }
  static var rightBrace: UInt8 { 0x7D }

  /// Whether the byte is white space of a kind that a line may hold.
  var isBlank: Bool { self == .space || self == .tab || self == .carriageReturn }
}

/// A set of ASCII characters that one comparison and one shift tell apart.
struct ASCIISet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The characters of a range but for those of a text.
  init(_ range: ClosedRange<UInt8>, except text: StaticString) {
    for byte in range where byte < 0x80 && !text.description.utf8.contains(byte) {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
  }
}
