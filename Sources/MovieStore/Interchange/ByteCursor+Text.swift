extension ByteCursor {
  /// Returns the next character, word or end as a noun for a message.
  mutating func describeNext() -> String {
    guard let byte = peek() else { return "the end of the input" }
    if isAtLineEnd() { return "the end of the line" }
    if byte == .carriageReturn { return "a carriage return without a line feed" }
    if byte == 0 { return "a NUL character" }
    guard let length = scalarLength() else {
      return "the byte 0x\(String(byte, radix: 16, uppercase: true)), which is not valid UTF-8"
    }
    var count = length
    if byte.isWordCharacter {
      while count < InterchangeLimits.quotedCharacters, peek(count)?.isWordCharacter == true {
        count += 1
      }
    }
    return "'\(String(decoding: lookahead(count), as: UTF8.self))'"
  }
}

/// A text buffer that stores bytes up to a limit and counts all of them.
struct BoundedText {
  /// The stored bytes. A character of several bytes is stored completely or not at all.
  private(set) var bytes: [UInt8] = []
  /// The number of bytes appended, stored or not.
  private(set) var count = 0
  private var limit: Int

  init(limit: Int) { self.limit = limit }

  init(_ text: String, limit: Int = MovieDraft.textByteLimit) {
    self.limit = limit
    append(Array(text.utf8)[...])
  }

  /// Whether the text ends with the start of an entity such as `&aring;`.
  var endsInEntity: Bool {
    let name = bytes.suffix(10).reversed().prefix { $0.isWordCharacter || $0 == UInt8(ascii: "#") }
    return !name.isEmpty && bytes.dropLast(name.count).last == UInt8(ascii: "&")
  }

  var isTruncated: Bool { count > bytes.count }

  var isBlank: Bool { bytes.allSatisfy(\.isBlank) }

  /// The stored text. The cursor appends only valid UTF-8.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The beginning of the text in quotes, for a message.
  var excerpt: String { string.excerpt(isTruncated: isTruncated) }

  mutating func reset(limit: Int) {
    bytes.removeAll(keepingCapacity: true)
    count = 0
    self.limit = limit
  }

  mutating func append(_ byte: UInt8) {
    if count < limit { bytes.append(byte) }
    count += 1
  }

  /// Appends ASCII characters, or one character of several bytes.
  mutating func append(_ text: ArraySlice<UInt8>) {
    if !isTruncated {
      let free = limit - bytes.count
      let isDivisible = text.first.map { $0 < 0x80 } ?? false
      if text.count <= free || isDivisible { bytes.append(contentsOf: text.prefix(free)) }
    }
    count += text.count
  }

  mutating func append(_ scalar: Unicode.Scalar) { append(Array(scalar.utf8)[...]) }
}

extension String {
  /// The beginning of the text in quotes, for a message.
  package func excerpt(isTruncated: Bool = false) -> String {
    let start = unicodeScalars.prefix(InterchangeLimits.quotedCharacters)
    return "'\(String(start))\(start.endIndex < unicodeScalars.endIndex || isTruncated ? "…" : "")'"
  }
}

/// The ASCII characters that have a meaning in one of the formats.
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

  /// Whether the byte is white space that can occur within a line.
  var isBlank: Bool { self == .space || self == .tab || self == .carriageReturn }

  var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Whether the byte is a character of a word or a number, for a message.
  fileprivate var isWordCharacter: Bool { isLetterOrDigit || "+-._".utf8.contains(self) }
}
