internal import MovieStore
internal import MovieSystem

/// The open arrays and objects of JSON.
struct JSONNesting {
  /// The key of the current member.
  var key = BoundedText(limit: MovieDraft.textByteLimit)
  var keyLocation = TextLocation(line: 1, column: 1)
  /// The number of open arrays and objects.
  var depth = 0
  /// Whether the innermost array or object has a value already.
  var needsComma = false
}

// The arrays and objects of JSON (RFC 8259), read strictly, one element or member at a time.
extension InterchangeReader {
  /// Reads `[` or `{`.
  mutating func open() throws(InterchangeError) {
    guard nesting.depth < InterchangeLimits.depth else {
      throw cursor.error(
        "expected at most \(InterchangeLimits.depth) nested arrays and objects, found more")
    }
    cursor.skip()
    nesting.depth += 1
    nesting.needsComma = false
  }

  /// Advances to the next element of the array. Returns `false` after its `]`.
  mutating func advanceToElement() throws(InterchangeError) -> Bool {
    try advance(before: .rightBracket, "',' or ']'")
  }

  /// Advances to the value of the object's next member and reads its key. Returns `false` after its
  /// `}`.
  ///
  /// - Parameter isSkipped: Whether the key may contain NUL characters and lone surrogates.
  mutating func advanceToMember(isSkipped: Bool = false) throws(InterchangeError) -> Bool {
    guard try advance(before: .rightBrace, "',' or '}'") else { return false }
    guard cursor.peek() == .quote else {
      throw cursor.unexpected(expected: "a key in double quotes")
    }
    nesting.keyLocation = cursor.location()
    nesting.key.reset(limit: MovieDraft.textByteLimit)
    try cursor.readJSONString(into: &nesting.key, ignoringProblems: isSkipped)
    cursor.skipJSONSpace()
    try cursor.readPunctuation(.colon, expected: "':' after the key")
    return true
  }

  private mutating func advance(
    before end: UInt8, _ expected: StaticString
  ) throws(InterchangeError) -> Bool {
    cursor.skipJSONSpace()
    let isAtEnd = cursor.peek() == end
    if isAtEnd {
      cursor.skip()
      nesting.depth -= 1
    } else if nesting.needsComma {
      try cursor.readPunctuation(.comma, expected: expected)
    }
    nesting.needsComma = true
    return !isAtEnd
  }

  /// Skips the next value, which must be well-formed JSON. Its keys can be repeated, and its keys
  /// and texts can contain NUL characters and lone surrogates.
  mutating func skipValue() throws(InterchangeError) {
    var skipped = BoundedText(limit: 0)
    switch try cursor.jsonKind() {
    case .string: try cursor.readJSONString(into: &skipped, ignoringProblems: true)
    case .number: try cursor.readJSONNumber(into: &skipped)
    case .object:
      try open()
      while try advanceToMember(isSkipped: true) { try skipValue() }
    case .array:
      try open()
      while try advanceToElement() { try skipValue() }
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
  /// Skips white space, including line ends unless they end a record.
  mutating func skipJSONSpace() {
    while let byte = peek() {
      switch byte {
      case .space, .tab: skip()
      case .carriageReturn where !endsRecordAtLineFeed: skip()
      case .lineFeed where !endsRecordAtLineFeed: skipLineFeed()
      default: return
      }
    }
  }

  mutating func readPunctuation(
    _ byte: UInt8, expected: StaticString
  ) throws(InterchangeError) {
    guard peek() == byte else { throw unexpected(expected: expected) }
    skip()
    skipJSONSpace()
  }

  mutating func jsonKind() throws(InterchangeError) -> JSONKind {
    switch peek() {
    case .quote: return .string
    case .leftBrace: return .object
    case .leftBracket: return .array
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number
    case UInt8(ascii: "t") where isAt("true"): return .true
    case UInt8(ascii: "f") where isAt("false"): return .false
    case UInt8(ascii: "n") where isAt("null"): return .null
    default: throw unexpected(expected: "a value")
    }
  }

  // MARK: Strings

  /// Reads a string and appends its unescaped text. NUL characters and lone surrogates are recorded as
  /// problems, unless these are ignored.
  mutating func readJSONString(
    into text: inout BoundedText, ignoringProblems: Bool = false
  ) throws(InterchangeError) {
    let start = location()
    skip()
    while true {
      readRun(into: &text) { 0x20...0x7F ~= $0 && $0 != .quote && $0 != .backslash }
      switch peek() {
      case .quote: return skip()
      case .backslash: try readEscape(into: &text, ignoringProblems)
      case .some(0x80...):
        guard let length = scalarLength() else {
          throw unexpected(expected: "UTF-8 text")
        }
        read(length, into: &text)
      case nil: throw error("expected '\"' at the end of this string, found none", at: start)
      case _ where isAtLineEnd():
        throw unexpected(expected: "'\"' at the end of the string")
      default: throw unexpected(expected: "control characters to be escaped")
      }
    }
  }

  private mutating func readEscape(
    into text: inout BoundedText, _ ignoringProblems: Bool
  ) throws(InterchangeError) {
    let plain: UInt8?
    switch peek(1) {
    case .quote: plain = .quote
    case UInt8(ascii: "/"): plain = UInt8(ascii: "/")
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "u"):
      let location = location()
      let (scalar, problem) = try readUnicodeEscape()
      if let problem, !ignoringProblems { recordProblem(problem, at: location) }
      return text.append(scalar)
    case let letter: plain = letter?.unescapedInTSV
    }
    guard let plain else {
      skip()
      throw unexpected(expected: "one of \" \\ / b f n r t u after '\\'")
    }
    skip(2)
    text.append(plain)
  }

  /// Reads `\uXXXX`, and a second one if the first is the first half of a surrogate pair.
  ///
  /// - Returns: The character, and the problem with it.
  private mutating func readUnicodeEscape() throws(InterchangeError) -> (Unicode.Scalar, String?) {
    let unit = try readCodeUnit()
    if unit == 0 { return ("\0", "expected text without NUL characters, found \\u0000") }
    if let scalar = Unicode.Scalar(unit) { return (scalar, nil) }
    if unit < 0xDC00, isAt("\\u") {
      let second = try readCodeUnit()
      let pair = 0x10000 &+ (unit - 0xD800) << 10 &+ (second &- 0xDC00)
      if 0xDC00...0xDFFF ~= second, let scalar = Unicode.Scalar(pair) { return (scalar, nil) }
    }
    // A placeholder: the record is refused, or the text is skipped.
    return ("\u{FFFD}", "expected a surrogate pair, found a lone \\u\(String(unit, radix: 16))")
  }

  private mutating func readCodeUnit() throws(InterchangeError) -> UInt32 {
    var unit: UInt32 = 0
    for offset in 2..<6 {
      let byte = peek(offset) ?? 0
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        skip(offset)
        throw unexpected(expected: "four hexadecimal digits after '\\u'")
      }
      unit = unit << 4 | UInt32(digit)
    }
    skip(6)
    return unit
  }

  // MARK: Numbers

  /// Reads a number and appends its characters.
  mutating func readJSONNumber(into text: inout BoundedText) throws(InterchangeError) {
    if peek() == UInt8(ascii: "-") { read(1, into: &text) }
    if peek() == UInt8(ascii: "0") {
      read(1, into: &text)
    } else {
      try readDigits(into: &text)
    }
    if peek() == UInt8(ascii: ".") {
      read(1, into: &text)
      try readDigits(into: &text)
    }
    guard peek().map({ $0 | 0x20 }) == UInt8(ascii: "e") else { return }
    read(1, into: &text)
    if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      read(1, into: &text)
    }
    try readDigits(into: &text)
  }

  private mutating func readDigits(into text: inout BoundedText) throws(InterchangeError) {
    let count = text.count
    readRun(into: &text) { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    if text.count == count { throw unexpected(expected: "a digit") }
  }
}
