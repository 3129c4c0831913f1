/// Reads JSON (RFC 8259) a token at a time, strictly, with places for what is wrong.
///
/// The tokens come from a cursor that is handed in, since it also serves the other formats.
struct JSONScanner {
  /// The key that `nextMember` read last.
  private(set) var key = BoundedText(limit: MovieDraft.textByteLimit)
  private(set) var keyPlace = InterchangePlace(line: 1, column: 1)

  private var depth = 0
  /// Whether a value precedes in the innermost array or object.
  private var needsComma = false
  private var scratch = BoundedText(limit: 0)

  /// Forgets what was open, to begin anew.
  mutating func reset() {
    depth = 0
    needsComma = false
  }

  // MARK: Containers

  /// Goes behind the `{` that is ahead.
  mutating func openObject(_ cursor: inout ByteCursor) throws(ParseFailure) { try open(&cursor) }

  /// Goes behind the `[` that is ahead.
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

  /// Goes to the next element of the open array; false behind its `]`.
  mutating func nextElement(_ cursor: inout ByteCursor) throws(ParseFailure) -> Bool {
    try cursor.skipJSONSpace()
    if try cursor.peek() == .rightBracket {
      close(&cursor)
      return false
    }
    try takeComma(&cursor, orEnd: "]")
    needsComma = true
    return true
  }

  /// Goes to the value of the open object's next member, whose name is then `key`; false behind
  /// its `}`.
  mutating func nextMember(_ cursor: inout ByteCursor) throws(ParseFailure) -> Bool {
    try cursor.skipJSONSpace()
    if try cursor.peek() == .rightBrace {
      close(&cursor)
      return false
    }
    try takeComma(&cursor, orEnd: "}")
    try takeKey(&cursor)
    needsComma = true
    return true
  }

  private mutating func takeComma(
    _ cursor: inout ByteCursor, orEnd end: StaticString
  ) throws(ParseFailure) {
    guard needsComma else { return }
    guard try cursor.peek() == .comma else {
      throw cursor.malformed("expected ',' or '\(end)', found \(try cursor.found())")
    }
    cursor.skip()
    try cursor.skipJSONSpace()
  }

  private mutating func takeKey(_ cursor: inout ByteCursor) throws(ParseFailure) {
    guard try cursor.peek() == .quote else {
      throw cursor.malformed("expected a key in double quotes, found \(try cursor.found())")
    }
    keyPlace = cursor.place()
    key.reset(limit: MovieDraft.textByteLimit)
    // No key of a movie has characters that are refused here.
    try cursor.ignoringProblems { (cursor) throws(ParseFailure) in
      try cursor.takeJSONString(into: &key)
    }
    try cursor.skipJSONSpace()
    guard try cursor.peek() == .colon else {
      throw cursor.malformed("expected ':' after the key, found \(try cursor.found())")
    }
    cursor.skip()
    try cursor.skipJSONSpace()
  }

  // MARK: Values

  /// Skips the next value, which needs to be well-formed JSON and no more: keys may repeat, and text may
  /// have NUL characters and lone surrogates.
  mutating func skipValue(_ cursor: inout ByteCursor) throws(ParseFailure) {
    try cursor.ignoringProblems { (cursor) throws(ParseFailure) in try skip(&cursor) }
  }

  private mutating func skip(_ cursor: inout ByteCursor) throws(ParseFailure) {
    scratch.reset(limit: 0)
    switch try cursor.jsonKind() {
    case .string: try cursor.takeJSONString(into: &scratch)
    case .number: try cursor.takeJSONNumber(into: &scratch)
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
