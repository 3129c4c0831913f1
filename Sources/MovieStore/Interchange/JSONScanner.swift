/// Reads the structure of JSON (RFC 8259) strictly, one element or member at a time.
struct JSONScanner {
  /// The key that `nextMember` read last.
  private(set) var key = BoundedText(limit: MovieDraft.textByteLimit)
  private(set) var keyLocation = TextLocation(line: 1, column: 1)

  private var depth = 0
  /// Whether the innermost array or object has a value already.
  private var needsComma = false
  private var scratch = BoundedText(limit: 0)

  /// Discards the open arrays and objects.
  mutating func reset() {
    depth = 0
    needsComma = false
  }

  // MARK: Containers

  /// Reads `{`.
  mutating func openObject(_ cursor: inout ByteCursor) throws(ParseFailure) { try open(&cursor) }

  /// Reads `[`.
  mutating func openArray(_ cursor: inout ByteCursor) throws(ParseFailure) { try open(&cursor) }

  private mutating func open(_ cursor: inout ByteCursor) throws(ParseFailure) {
    guard depth < InterchangeLimits.depth else {
      throw cursor.malformed(
        "expected at most \(InterchangeLimits.depth) nested arrays and objects, found more")
    }
    cursor.skip()
    depth += 1
    needsComma = false
  }

  private mutating func close(_ cursor: inout ByteCursor) {
    cursor.skip()
    depth -= 1
    needsComma = true
  }

  /// Advances to the next element of the array. Returns `false` after its `]`.
  mutating func nextElement(_ cursor: inout ByteCursor) throws(ParseFailure) -> Bool {
    try cursor.skipJSONSpace()
    if try cursor.peek() == .rightBracket {
      close(&cursor)
      return false
    }
    try readComma(&cursor, orEnd: "]")
    needsComma = true
    return true
  }

  /// Advances to the value of the object's next member and sets `key`. Returns `false` after its `}`.
  mutating func nextMember(_ cursor: inout ByteCursor) throws(ParseFailure) -> Bool {
    try cursor.skipJSONSpace()
    if try cursor.peek() == .rightBrace {
      close(&cursor)
      return false
    }
    try readComma(&cursor, orEnd: "}")
    try readKey(&cursor)
    needsComma = true
    return true
  }

  private mutating func readComma(
    _ cursor: inout ByteCursor, orEnd end: StaticString
  ) throws(ParseFailure) {
    guard needsComma else { return }
    guard try cursor.peek() == .comma else {
      throw cursor.malformed("expected ',' or '\(end)', found \(try cursor.describeNext())")
    }
    cursor.skip()
    try cursor.skipJSONSpace()
  }

  private mutating func readKey(_ cursor: inout ByteCursor) throws(ParseFailure) {
    guard try cursor.peek() == .quote else {
      throw cursor.malformed("expected a key in double quotes, found \(try cursor.describeNext())")
    }
    keyLocation = cursor.location()
    key.reset(limit: MovieDraft.textByteLimit)
    // A key with such a problem is unknown, and unknown keys are ignored.
    try cursor.ignoringProblems { (cursor) throws(ParseFailure) in
      try cursor.readJSONString(into: &key)
    }
    try cursor.skipJSONSpace()
    guard try cursor.peek() == .colon else {
      throw cursor.malformed("expected ':' after the key, found \(try cursor.describeNext())")
    }
    cursor.skip()
    try cursor.skipJSONSpace()
  }

  // MARK: Values

  /// Skips the next value, which must be well-formed JSON. Its keys can be repeated, and its text can
  /// contain NUL characters and lone surrogates.
  mutating func skipValue(_ cursor: inout ByteCursor) throws(ParseFailure) {
    try cursor.ignoringProblems { (cursor) throws(ParseFailure) in try skip(&cursor) }
  }

  private mutating func skip(_ cursor: inout ByteCursor) throws(ParseFailure) {
    scratch.reset(limit: 0)
    switch try cursor.jsonKind() {
    case .string: try cursor.readJSONString(into: &scratch)
    case .number: try cursor.readJSONNumber(into: &scratch)
    case .object:
      try openObject(&cursor)
      while try nextMember(&cursor) { try skip(&cursor) }
    case .array:
      try openArray(&cursor)
      while try nextElement(&cursor) { try skip(&cursor) }
    case .literal(let word): cursor.skip(word.rawValue.utf8.count)
    }
  }
}

/// The kind of a JSON value, by its first byte.
enum JSONKind {
  case string
  case number
  case object
  case array
  case literal(JSONLiteral)

  /// The kind as a noun for a message, such as `a number`.
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

enum JSONLiteral: String {
  case `true`
  case `false`
  case null
}

extension ByteCursor {
  private static let plain = ASCIISet(0x20...0x7F, except: "\"\\")
  private static let digits = ASCIISet(0x30...0x39, except: "")

  /// Skips white space, including line ends unless they end a record.
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
    default: throw malformed("expected a value, found \(try describeNext())")
    }
  }

  // MARK: Strings

  /// Reads a string and appends its unescaped text.
  mutating func readJSONString(into text: inout BoundedText) throws(ParseFailure) {
    let start = location()
    skip()
    while true {
      try readRun(of: Self.plain, into: &text)
      switch try peek() {
      case .quote: return skip()
      case .backslash: try readEscape(into: &text)
      case .some(0x80...):
        guard let length = try scalarLength() else {
          throw malformed("expected UTF-8 text, found \(try describeNext())")
        }
        read(length, into: &text)
      case nil: throw malformed("expected '\"' at the end of this string, found none", at: start)
      default: throw try unescapedControl()
      }
    }
  }

  private mutating func unescapedControl() throws(ParseFailure) -> ParseFailure {
    if try isAtLineEnd() {
      return malformed("expected '\"' at the end of the string, found the end of the line")
    }
    return malformed("expected control characters to be escaped, found \(try describeNext())")
  }

  private mutating func readEscape(into text: inout BoundedText) throws(ParseFailure) {
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
    case UInt8(ascii: "u"): return try readUnicodeEscape(into: &text)
    default:
      skip()
      throw malformed("expected one of \" \\ / b f n r t u after '\\', found \(try describeNext())")
    }
    skip(2)
    text.append(plain)
  }

  /// Reads `\uXXXX`, and a second one if the first is the first half of a surrogate pair.
  private mutating func readUnicodeEscape(into text: inout BoundedText) throws(ParseFailure) {
    let location = location()
    let unit = try readCodeUnit()
    if unit == 0 {
      recordProblem("expected text without NUL characters, found \\u0000", at: location)
    }
    if let scalar = Unicode.Scalar(unit) { return text.append(scalar) }
    guard unit < 0xDC00, try isAt("\\u") else {
      return readLoneSurrogate(unit, at: location, into: &text)
    }
    let second = try readCodeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { return readLoneSurrogate(unit, at: location, into: &text) }
    text.append(scalar)
  }

  private mutating func readLoneSurrogate(
    _ unit: UInt32, at location: TextLocation, into text: inout BoundedText
  ) {
    // Not dropped: an ignored key must not turn into a known one.
    text.append("\u{FFFD}")
    recordProblem(
      "expected a surrogate pair, found a lone \\u\(String(unit, radix: 16))", at: location)
  }

  private mutating func readCodeUnit() throws(ParseFailure) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 2..<6 {
      guard let digit = try peek(offset)?.hexadecimalValue else {
        skip(offset)
        throw malformed("expected four hexadecimal digits after '\\u', found \(try describeNext())")
      }
      unit = unit << 4 | digit
    }
    skip(6)
    return unit
  }

  // MARK: Numbers

  /// Reads a number and appends its characters.
  mutating func readJSONNumber(into text: inout BoundedText) throws(ParseFailure) {
    if try peek() == UInt8(ascii: "-") { read(1, into: &text) }
    if try peek() == UInt8(ascii: "0") {
      read(1, into: &text)
    } else {
      try readDigits(into: &text)
    }
    if try peek() == UInt8(ascii: ".") {
      read(1, into: &text)
      try readDigits(into: &text)
    }
    guard try peek().map({ $0 | 0x20 }) == UInt8(ascii: "e") else { return }
    read(1, into: &text)
    if let sign = try peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      read(1, into: &text)
    }
    try readDigits(into: &text)
  }

  private mutating func readDigits(into text: inout BoundedText) throws(ParseFailure) {
    guard let byte = try peek(), Self.digits.contains(byte) else {
      throw malformed("expected a digit, found \(try describeNext())")
    }
    try readRun(of: Self.digits, into: &text)
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
