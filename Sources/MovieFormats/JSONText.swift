internal import MovieStore
internal import MovieSystem

// The text of JSON (RFC 8259), read strictly.
extension ByteCursor {
  /// Reads a value and adds it.
  ///
  /// - Parameter depth: The number of open arrays and objects around it.
  mutating func readJSONValue(
    into values: inout RecordValues, depth: Int, key: RecordText? = nil
  ) throws(InterchangeError) {
    let (kind, location) = (try jsonKind(), location())
    switch kind {
    case .string:
      values.add(kind, try readJSONText(into: &values), at: location, key: key)
    case .number:
      var text = BoundedText(limit: values.free)
      try readJSONNumber(into: &text)
      values.add(kind, values.append(text), at: location, key: key)
    case .true, .false, .null:
      let word = kind.rawValue.utf8
      values.add(kind, values.append(Array(word)[...]), at: location, key: key)
      skip(word.count)
    case .array, .object:
      guard depth < InterchangeLimits.depth else {
        throw error(
          "expected at most \(InterchangeLimits.depth) nested arrays and objects, found more")
      }
      values.add(kind, at: location, key: key)
      skip()
      var needsComma = false
      while try advanceInJSON(kind, &needsComma) {
        let key = kind == .object ? try readJSONKey(into: &values) : nil
        try readJSONValue(into: &values, depth: depth + 1, key: key)
      }
    }
    values.end(kind, at: offset)
  }

  /// Advances to the next element or member. Returns `false` after the end of the array or object.
  ///
  /// - Parameter needsComma: Whether there is a value before.
  mutating func advanceInJSON(
    _ kind: JSONKind, _ needsComma: inout Bool
  ) throws(InterchangeError) -> Bool {
    skipJSONSpace()
    if peek() == (kind == .array ? .rightBracket : .rightBrace) {
      skip()
      return false
    }
    if needsComma {
      try readPunctuation(.comma, expected: kind == .array ? "',' or ']'" : "',' or '}'")
    }
    needsComma = true
    return true
  }

  mutating func readJSONKey(
    into values: inout RecordValues
  ) throws(InterchangeError) -> RecordText {
    guard peek() == .quote else { throw unexpected(expected: "a key in double quotes") }
    let location = location()
    var key = try readJSONText(into: &values)
    key.location = location
    skipJSONSpace()
    try readPunctuation(.colon, expected: "':' after the key")
    return key
  }

  /// Reads a string and adds its text.
  private mutating func readJSONText(
    into values: inout RecordValues
  ) throws(InterchangeError) -> RecordText {
    let start = location()
    skip()
    // Most strings have no escapes.
    if let run = run(Self.stringKinds), run.next == .quote {
      let text = values.append(bytes(of: run))
      skip(run)
      skip()
      return text
    }
    var text = BoundedText(limit: values.free)
    let problem = try readJSONString(into: &text, from: start)
    return values.append(text, problem)
  }

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

  private static let stringKinds = RunKind.all { byte in
    byte < 0x20 || byte == .quote || byte == .backslash
  }

  /// Reads a string after its first quote and appends its unescaped text.
  ///
  /// - Returns: The first problem with its characters: NUL, or a lone surrogate.
  private mutating func readJSONString(
    into text: inout BoundedText, from start: TextLocation
  ) throws(InterchangeError) -> InterchangeError? {
    var problem: InterchangeError?
    while true {
      readRun(into: &text) { 0x20...0x7F ~= $0 && $0 != .quote && $0 != .backslash }
      switch peek() {
      case .quote:
        skip()
        return problem
      case .backslash:
        let found = try readEscape(into: &text)
        problem = problem ?? found
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
    into text: inout BoundedText
  ) throws(InterchangeError) -> InterchangeError? {
    let plain: UInt8?
    switch peek(1) {
    case .quote: plain = .quote
    case UInt8(ascii: "/"): plain = UInt8(ascii: "/")
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "u"):
      let location = location()
      let (scalar, problem) = try readUnicodeEscape()
      text.append(scalar)
      return problem.map { error($0, at: location) }
    case let letter: plain = letter?.unescapedInTSV
    }
    guard let plain else {
      skip()
      throw unexpected(expected: "one of \" \\ / b f n r t u after '\\'")
    }
    skip(2)
    text.append(plain)
    return nil
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
  private mutating func readJSONNumber(into text: inout BoundedText) throws(InterchangeError) {
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
