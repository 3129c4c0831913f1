/// What a JSON value is, told by its first byte.
enum JSONKind {
  case string
  case number
  case object
  case array
  case literal(JSONLiteral)

  /// The kind in words, such as `a number`.
  var noun: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .object: "an object"
    case .array: "an array"
    case .literal(let word): word.rawValue
    }
  }
}

/// The words of JSON.
enum JSONLiteral: String {
  case `true`
  case `false`
  case null
}

extension ByteCursor {
  private static let plain = ASCIISet(0x20...0x7F, except: "\"\\")
  private static let digits = ASCIISet(0x30...0x39, except: "")

  /// Goes over white space: lines too, unless they end a record.
  mutating func skipJSONSpace() throws(ParseFailure) {
    while let byte = try peek() {
      switch byte {
      case .space, .tab: skip()
      case .carriageReturn where !endsRecordAtLineFeed: skip()
      case .lineFeed where !endsRecordAtLineFeed: skipLineFeed()
      default: return
      }
    }
  }

  mutating func jsonKind() throws(ParseFailure) -> JSONKind {
    switch try peek() {
    case .quote: return .string
    case .leftBrace: return .object
    case .leftBracket: return .array
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number
    case UInt8(ascii: "t") where try isAt("true"): return .literal(.true)
    case UInt8(ascii: "f") where try isAt("false"): return .literal(.false)
    case UInt8(ascii: "n") where try isAt("null"): return .literal(.null)
    default: throw malformed("expected a value, found \(try found())")
    }
  }

  // MARK: Strings

  /// Goes behind the string that is ahead and adds its text, escapes undone.
  mutating func takeJSONString(into text: inout BoundedText) throws(ParseFailure) {
    let start = place()
    skip()
    while true {
      try takeRun(of: Self.plain, into: &text)
      switch try peek() {
      case .quote: return skip()
      case .backslash: try takeEscape(into: &text)
      case .some(0x80...):
        guard let length = try scalarLength() else {
          throw malformed("expected UTF-8 text, found \(try found())")
        }
        take(length, into: &text)
      case nil: throw malformed("expected '\"' at the end of this string, found none", at: start)
      default: throw try unescapedControl()
      }
    }
  }

  private mutating func unescapedControl() throws(ParseFailure) -> ParseFailure {
    if try isAtLineEnd() {
      return malformed("expected '\"' at the end of the string, found the end of the line")
    }
    return malformed("expected control characters to be escaped, found \(try found())")
  }

  private mutating func takeEscape(into text: inout BoundedText) throws(ParseFailure) {
    let plain: UInt8
    switch try peek(1) {
    case .quote: plain = .quote
    case .backslash: plain = .backslash
    case UInt8(ascii: "/"): plain = UInt8(ascii: "/")
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = .lineFeed
    case UInt8(ascii: "r"): plain = .carriageReturn
    case UInt8(ascii: "t"): plain = .tab
    case UInt8(ascii: "u"): return try takeUnicodeEscape(into: &text)
    default:
      skip()
      throw malformed("expected one of \" \\ / b f n r t u after '\\', found \(try found())")
    }
    skip(2)
    text.append(plain)
  }

  /// Takes `\uXXXX`, with a second one where the first is half of a surrogate pair.
  private mutating func takeUnicodeEscape(into text: inout BoundedText) throws(ParseFailure) {
    let place = place()
    let unit = try takeCodeUnit()
    if unit == 0 { note("expected text without NUL characters, found \\u0000", at: place) }
    if let scalar = Unicode.Scalar(unit) { return text.append(scalar) }
    guard unit < 0xDC00, try isAt("\\u") else {
      return takeLoneSurrogate(unit, at: place, into: &text)
    }
    let second = try takeCodeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { return takeLoneSurrogate(unit, at: place, into: &text) }
    text.append(scalar)
  }

  private mutating func takeLoneSurrogate(
    _ unit: UInt32, at place: InterchangePlace, into text: inout BoundedText
  ) {
    // An ignored key must not become another one.
    text.append("\u{FFFD}")
    note("expected a surrogate pair, found a lone \\u\(String(unit, radix: 16))", at: place)
  }

  private mutating func takeCodeUnit() throws(ParseFailure) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 2..<6 {
      guard let digit = try peek(offset)?.hexadecimalValue else {
        skip(offset)
        throw malformed("expected four hexadecimal digits after '\\u', found \(try found())")
      }
      unit = unit << 4 | digit
    }
    skip(6)
    return unit
  }

  // MARK: Numbers

  /// Goes behind the number that is ahead and adds its characters.
  mutating func takeJSONNumber(into text: inout BoundedText) throws(ParseFailure) {
    if try peek() == UInt8(ascii: "-") { take(1, into: &text) }
    if try peek() == UInt8(ascii: "0") {
      take(1, into: &text)
    } else {
      try takeDigits(into: &text)
    }
    if try peek() == UInt8(ascii: ".") {
      take(1, into: &text)
      try takeDigits(into: &text)
    }
    guard try peek().map({ $0 | 0x20 }) == UInt8(ascii: "e") else { return }
    take(1, into: &text)
    if let sign = try peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      take(1, into: &text)
    }
    try takeDigits(into: &text)
  }

  private mutating func takeDigits(into text: inout BoundedText) throws(ParseFailure) {
    guard let byte = try peek(), Self.digits.contains(byte) else {
      throw malformed("expected a digit, found \(try found())")
    }
    try takeRun(of: Self.digits, into: &text)
  }
}

extension UInt8 {
  fileprivate var hexadecimalValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - 0x30)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - 0x57)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - 0x37)
    default: nil
    }
  }
}
