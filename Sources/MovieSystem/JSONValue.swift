/// A value of JSON (RFC 8259). Numbers stay as they are written, and members in their order.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// Any other number.
  case number(String)
  case text(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSONValue

    package init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }
  }

  /// The member of an object with the key; `nil` for other values.
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members.first { $0.key == key }?.value } else { nil }
  }

  /// The integer, unless it is negative.
  package var nonnegativeInteger: Int64? { integer.flatMap { $0 < 0 ? nil : $0 } }

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// The value as text without white space.
  package var bytes: [UInt8] {
    var json = JSONBuilder(isCompact: true)
    json.add(nil, self)
    return json.bytes
  }
}

extension JSONBuilder {
  package mutating func add(_ key: String?, _ value: JSONValue) {
    switch value {
    case .null: addToken(key, "null")
    case .bool(let value): addToken(key, value ? "true" : "false")
    case .integer(let value): addToken(key, String(value))
    case .number(let text): addToken(key, text)
    case .text(let text): add(key, text.utf8.span)
    case .array(let values):
      open("[", key)
      for value in values { add(nil, value) }
      close("]")
    case .object(let members):
      object(key) { json in for member in members { json.add(member.key, member.value) } }
    }
  }
}

extension JSONValue {
  /// The value of a text; `nil` for a text that is not one value of JSON.
  ///
  /// - Parameter allowsPython: Whether arrays can be tuples and texts be in single quotes, as in
  ///   `('A', None)`, and words be those of Python.
  package init?(_ bytes: [UInt8], allowsPython: Bool = false) {
    var parser = Parser(bytes: bytes, allowsPython: allowsPython)
    guard let value = parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    guard parser.isAtEnd else { return nil }
    self = value
  }

  private struct Parser {
    private static let depthLimit = 16

    let bytes: [UInt8]
    let allowsPython: Bool
    private var position = 0

    init(bytes: [UInt8], allowsPython: Bool) {
      (self.bytes, self.allowsPython) = (bytes, allowsPython)
    }

    var isAtEnd: Bool { position == bytes.count }
    private var next: UInt8? { isAtEnd ? nil : bytes[position] }

    mutating func skipSpace() {
      while let next, next.isBlank || next == .lineFeed || next == .carriageReturn { position += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      skipSpace()
      guard next == byte else { return false }
      position += 1
      return true
    }

    private mutating func skip(_ word: String) -> Bool {
      guard bytes[position...].starts(with: word.utf8) else { return false }
      position += word.utf8.count
      return true
    }

    mutating func value(depth: Int) -> JSONValue? {
      skipSpace()
      guard depth < Self.depthLimit, let next else { return nil }
      switch next {
      case .leftBrace: return object(depth: depth)
      case .leftBracket: return array(depth: depth)
      case .quote: return string().map(JSONValue.text)
      case .apostrophe where allowsPython: return string().map(JSONValue.text)
      case UInt8(ascii: "T") where allowsPython: return skip("True") ? .bool(true) : nil
      case UInt8(ascii: "F") where allowsPython: return skip("False") ? .bool(false) : nil
      case UInt8(ascii: "N") where allowsPython: return skip("None") ? .null : nil
      case UInt8(ascii: "n") where allowsPython: return skip("null") || skip("nan") ? .null : nil
      case UInt8(ascii: "(") where allowsPython: return array(depth: depth)
      case UInt8(ascii: "u") where allowsPython:
        position += 1
        return self.next == .apostrophe || self.next == .quote
          ? string().map(JSONValue.text) : nil
      case UInt8(ascii: "t"): return skip("true") ? .bool(true) : nil
      case UInt8(ascii: "f"): return skip("false") ? .bool(false) : nil
      case UInt8(ascii: "n"): return skip("null") ? .null : nil
      default: return number()
      }
    }

    private mutating func object(depth: Int) -> JSONValue? {
      position += 1
      var members: [Member] = []
      if skip(.rightBrace) { return .object([]) }
      repeat {
        skipSpace()
        guard next == .quote || allowsPython && next == .apostrophe, let key = string(),
          skip(.colon), let value = value(depth: depth + 1)
        else { return nil }
        members.append(Member(key: key, value: value))
      } while skip(.comma)
      return skip(.rightBrace) ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONValue? {
      let end: UInt8 = next == .leftBracket ? .rightBracket : UInt8(ascii: ")")
      position += 1
      var values: [JSONValue] = []
      if skip(end) { return .array([]) }
      repeat {
        if allowsPython, !values.isEmpty, skip(end) { return .array(values) }
        guard let value = value(depth: depth + 1) else { return nil }
        values.append(value)
      } while skip(.comma)
      return skip(end) ? .array(values) : nil
    }

    private mutating func number() -> JSONValue? {
      let start = position
      while let next, next.isNumberCharacter { position += 1 }
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      if let value = Int64(text), String(value) == text { return .integer(value) }
      return Double(text) == nil ? nil : .number(text)
    }

    private mutating func string() -> String? {
      let quote = bytes[position]
      position += 1
      let start = position
      while let next, next >= 0x20, next != quote, next != .backslash { position += 1 }
      if next == quote {
        defer { position += 1 }
        return String(validating: bytes[start..<position], as: UTF8.self)
      }
      var text = Array(bytes[start..<position])
      while let next {
        position += 1
        switch next {
        case quote: return String(validating: text, as: UTF8.self)
        case .backslash:
          guard let scalar = escape() else { return nil }
          text += String(scalar).utf8
        case 0..<0x20: return nil
        default: text.append(next)
        }
      }
      return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
      guard let next else { return nil }
      position += 1
      switch next {
      case .quote, .backslash, UInt8(ascii: "/"): return Unicode.Scalar(next)
      case .apostrophe where allowsPython: return Unicode.Scalar(next)
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "u"):
        guard let unit = codeUnit() else { return nil }
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
        guard skip("\\u"), let low = codeUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      default: return nil
      }
    }

    private mutating func codeUnit() -> UInt32? {
      guard bytes.count - position >= 4 else { return nil }
      defer { position += 4 }
      return UInt32(String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
    }
  }
}

extension UInt8 {
  fileprivate static var apostrophe: UInt8 { 0x27 }

  fileprivate var isNumberCharacter: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || "+-.eE".utf8.contains(self)
  }
}
