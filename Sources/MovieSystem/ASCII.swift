/// ASCII characters. They are inlinable, because parsers compare each byte with them.
extension UInt8 {
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var quote: UInt8 { 0x22 }
  @inlinable package static var comma: UInt8 { 0x2C }
  @inlinable package static var colon: UInt8 { 0x3A }
  @inlinable package static var semicolon: UInt8 { 0x3B }
  @inlinable package static var backslash: UInt8 { 0x5C }
  @inlinable package static var leftBracket: UInt8 { 0x5B }
  @inlinable package static var rightBracket: UInt8 { 0x5D }
  @inlinable package static var leftBrace: UInt8 { 0x7B }
  @inlinable package static var pipe: UInt8 { 0x7C }
  @inlinable package static var rightBrace: UInt8 { 0x7D }

  /// Whether the byte is white space that can occur within a line.
  @inlinable package var isBlank: Bool { self == .space || self == .tab || self == .carriageReturn }

  @inlinable package var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  @inlinable package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
