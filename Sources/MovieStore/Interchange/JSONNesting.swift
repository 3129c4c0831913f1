/// Reads the arrays and objects of JSON (RFC 8259) strictly, one element or member at a time.
struct JSONNesting {
  /// The key that `nextMember` read last.
  private(set) var key = BoundedText(limit: MovieDraft.textByteLimit)
  private(set) var keyLocation = TextLocation(line: 1, column: 1)
  /// The number of open arrays and objects.
  private(set) var depth = 0

  /// Whether the innermost array or object has a value already.
  private var needsComma = false
  private var scratch = BoundedText(limit: 0)

  /// Discards the open arrays and objects.
  mutating func reset() { (depth, needsComma) = (0, false) }

  /// Reads `[` or `{`.
  mutating func open(_ cursor: inout ByteCursor) throws(ParseFailure) {
    guard depth < InterchangeLimits.depth else {
      throw cursor.malformed(
        "expected at most \(InterchangeLimits.depth) nested arrays and objects, found more")
    }
    cursor.skip()
    depth += 1
    needsComma = false
  }

  /// Advances to the next element of the array. Returns `false` after its `]`.
  mutating func nextElement(_ cursor: inout ByteCursor) throws(ParseFailure) -> Bool {
    try advance(&cursor, before: .rightBracket, "',' or ']'")
  }

  /// Advances to the value of the object's next member and sets `key`. Returns `false` after its `}`.
  mutating func nextMember(_ cursor: inout ByteCursor) throws(ParseFailure) -> Bool {
    guard try advance(&cursor, before: .rightBrace, "',' or '}'") else { return false }
    try readKey(&cursor)
    return true
  }

  private mutating func advance(
    _ cursor: inout ByteCursor, before end: UInt8, _ expected: StaticString
  ) throws(ParseFailure) -> Bool {
    try cursor.skipJSONSpace()
    let isAtEnd = try cursor.peek() == end
    if isAtEnd {
      cursor.skip()
      depth -= 1
    } else if needsComma {
      try cursor.readPunctuation(.comma, expected: expected)
    }
    needsComma = true
    return !isAtEnd
  }

  private mutating func readKey(_ cursor: inout ByteCursor) throws(ParseFailure) {
    guard try cursor.peek() == .quote else {
      throw try cursor.unexpected(expected: "a key in double quotes")
    }
    keyLocation = cursor.location()
    key.reset(limit: MovieDraft.textByteLimit)
    // A key with such a problem is unknown, and unknown keys are ignored.
    let before = cursor.ignoresProblems
    cursor.ignoresProblems = true
    defer { cursor.ignoresProblems = before }
    try cursor.readJSONString(into: &key)
    try cursor.skipJSONSpace()
    try cursor.readPunctuation(.colon, expected: "':' after the key")
  }

  /// Skips the next value, which must be well-formed JSON. Its keys can be repeated, and its text can
  /// contain NUL characters and lone surrogates.
  mutating func skipValue(_ cursor: inout ByteCursor) throws(ParseFailure) {
    let before = cursor.ignoresProblems
    cursor.ignoresProblems = true
    defer { cursor.ignoresProblems = before }
    scratch.reset(limit: 0)
    switch try cursor.jsonKind() {
    case .string: try cursor.readJSONString(into: &scratch)
    case .number: try cursor.readJSONNumber(into: &scratch)
    case .object:
      try open(&cursor)
      while try nextMember(&cursor) { try skipValue(&cursor) }
    case .array:
      try open(&cursor)
      while try nextElement(&cursor) { try skipValue(&cursor) }
    case let word: cursor.skip(word.rawValue.utf8.count)
    }
  }
}

/// The kind of a JSON value, by its first bytes. The raw value is a noun for a message.
enum JSONKind: String {
  case string = "a string"
  case number = "a number"
  case object = "an object"
  case array = "an array"
  case `true`, `false`, null
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

  fileprivate mutating func readPunctuation(
    _ byte: UInt8, expected: StaticString
  ) throws(ParseFailure) {
    guard try peek() == byte else { throw try unexpected(expected: expected) }
    skip()
    try skipJSONSpace()
  }

  mutating func jsonKind() throws(ParseFailure) -> JSONKind {
    switch try peek() {
    case .quote: return .string
    case .leftBrace: return .object
    case .leftBracket: return .array
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number
    case UInt8(ascii: "t") where try isAt("true"): return .true
    case UInt8(ascii: "f") where try isAt("false"): return .false
    case UInt8(ascii: "n") where try isAt("null"): return .null
    default: throw try unexpected(expected: "a value")
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
          throw try unexpected(expected: "UTF-8 text")
        }
        read(length, into: &text)
      case nil: throw malformed("expected '\"' at the end of this string, found none", at: start)
      case _ where try isAtLineEnd():
        throw try unexpected(expected: "'\"' at the end of the string")
      default: throw try unexpected(expected: "control characters to be escaped")
      }
    }
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
      throw try unexpected(expected: "one of \" \\ / b f n r t u after '\\'")
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
    var scalar = Unicode.Scalar(unit)
    if scalar == nil, unit < 0xDC00, try isAt("\\u") {
      let second = try readCodeUnit()
      if (0xDC00...0xDFFF).contains(second) {
        scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
      }
    }
    if scalar == nil {
      recordProblem(
        "expected a surrogate pair, found a lone \\u\(String(unit, radix: 16))", at: location)
    }
    // Not dropped: an ignored key must not turn into a known one.
    text.append(scalar ?? "\u{FFFD}")
  }

  private mutating func readCodeUnit() throws(ParseFailure) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 2..<6 {
      let byte = try peek(offset) ?? 0
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        skip(offset)
        throw try unexpected(expected: "four hexadecimal digits after '\\u'")
      }
      unit = unit << 4 | UInt32(digit)
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
      throw try unexpected(expected: "a digit")
    }
    try readRun(of: Self.digits, into: &text)
  }
}
