internal import MovieStore
internal import MovieSystem

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
      while count < String.excerptLimit, peek(count)?.isWordCharacter == true {
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

  /// The text without blanks around it.
  var trimmed: Self {
    var text = self
    let start = bytes.drop(while: \.isBlank)
    let rest = start.dropLast(isTruncated ? 0 : start.reversed().prefix(while: \.isBlank).count)
    text.bytes = Array(rest)
    text.count -= bytes.count - rest.count
    return text
  }

  mutating func reset(limit: Int) {
    bytes.removeAll(keepingCapacity: true)
    count = 0
    self.limit = limit
  }

  /// Becomes a text of which the first bytes are stored.
  mutating func replace(by bytes: ArraySlice<UInt8>, count: Int) {
    self.bytes.removeAll(keepingCapacity: true)
    self.bytes += bytes
    (self.count, limit) = (count, bytes.count)
  }

  /// Becomes the text, of which as many characters are stored as the limit allows.
  mutating func replace(by bytes: ArraySlice<UInt8>, limit: Int) {
    var end = bytes.startIndex + min(limit, bytes.count)
    if end < bytes.endIndex {
      while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    }
    replace(by: bytes[..<end], count: bytes.count)
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

extension UInt8 {
  /// Whether the byte is a character of a word or a number, for a message.
  fileprivate var isWordCharacter: Bool { isLetterOrDigit || "+-._".utf8.contains(self) }
}
