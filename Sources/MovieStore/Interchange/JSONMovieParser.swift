/// Parses an array of JSON objects (JSON), or one object per line (NDJSON).
struct JSONMovieParser {
  private(set) var ignoredKeys = IgnoredKeys()

  private var scanner = JSONScanner()
  private var text = BoundedText(limit: 0)
  private var phase = Phase.start

  private enum Phase {
    case start
    case array
    case end
  }

  // MARK: Framing

  /// Returns the next element of the array, or `nil` at its end. A single object counts as an array of
  /// one.
  mutating func nextElement(
    _ cursor: inout ByteCursor
  ) throws(ParseFailure) -> ImportRecord? {
    switch phase {
    case .start: return try begin(&cursor)
    case .array:
      if try scanner.nextElement(&cursor) { return try readMovie(&cursor) }
      phase = .end
      return try nextElement(&cursor)
    case .end:
      try cursor.skipJSONSpace()
      guard try cursor.peek() == nil else {
        throw cursor.malformed("expected the end of the input, found \(try cursor.describeNext())")
      }
      return nil
    }
  }

  private mutating func begin(
    _ cursor: inout ByteCursor
  ) throws(ParseFailure) -> ImportRecord? {
    try cursor.skipJSONSpace()
    switch try cursor.peek() {
    case nil: return nil
    case .leftBracket:
      try scanner.openArray(&cursor)
      phase = .array
      return try nextElement(&cursor)
    case .leftBrace:
      phase = .end
      return try readMovie(&cursor)
    default: throw cursor.malformed("expected '[', found \(try cursor.describeNext())")
    }
  }

  /// Returns the movie of the next line that is not blank, or `nil` at the end.
  mutating func nextLine(_ cursor: inout ByteCursor) throws(ParseFailure) -> ImportRecord? {
    cursor.endsRecordAtLineFeed = true
    try cursor.skipJSONSpace()
    while try cursor.isAtLineEnd() {
      cursor.skipLineEnd()
      try cursor.skipJSONSpace()
    }
    guard try cursor.peek() != nil else { return nil }
    scanner.reset()
    do {
      let record = try readMovie(&cursor)
      if case .invalid = record {
        try cursor.skipLine()
      } else {
        try readLineEnd(&cursor)
      }
      return record
    } catch {
      guard case .malformed(let problem) = error else { throw error }
      let first = cursor.removeProblem() ?? problem
      try cursor.skipLine()
      return .invalid(first)
    }
  }

  private func readLineEnd(_ cursor: inout ByteCursor) throws(ParseFailure) {
    try cursor.skipJSONSpace()
    if try cursor.isAtLineEnd() { return cursor.skipLineEnd() }
    guard try cursor.peek() == nil else {
      throw cursor.malformed("expected the end of the line, found \(try cursor.describeNext())")
    }
  }

  // MARK: Movies

  private mutating func readMovie(
    _ cursor: inout ByteCursor
  ) throws(ParseFailure) -> ImportRecord {
    let location = cursor.location()
    var record = RecordBuilder()
    let kind = try cursor.jsonKind()
    if case .object = kind {
      try scanner.openObject(&cursor)
      while try scanner.nextMember(&cursor) { try readMember(&cursor, &record) }
    } else {
      try skipUnexpected("an object", kind, &cursor)
    }
    return record.build(at: location, &cursor)
  }

  private mutating func readMember(
    _ cursor: inout ByteCursor, _ record: inout RecordBuilder
  ) throws(ParseFailure) {
    let field = MovieField(key: scanner.key.bytes)
    if let field { record.begin(field, named: scanner.key, at: scanner.keyLocation, &cursor) }
    switch field {
    case .title: try readTitle(&cursor, &record)
    case .cast, .actors: try readCast(&cursor, &record)
    case .favorite: try readFavorite(&cursor, &record)
    case nil:
      ignoredKeys.insert(scanner.key)
      try scanner.skipValue(&cursor)
    }
  }

  private mutating func readTitle(
    _ cursor: inout ByteCursor, _ record: inout RecordBuilder
  ) throws(ParseFailure) {
    let kind = try cursor.jsonKind()
    guard case .string = kind else {
      return try skipUnexpected("a string for 'title'", kind, &cursor)
    }
    let location = try readText(&cursor)
    record.setTitle(text, at: location, &cursor)
  }

  private mutating func readFavorite(
    _ cursor: inout ByteCursor, _ record: inout RecordBuilder
  ) throws(ParseFailure) {
    let location = cursor.location()
    let kind = try cursor.jsonKind()
    text.reset(limit: InterchangeLimits.quotedCharacters)
    switch kind {
    case .literal(let word):
      cursor.skip(word.rawValue.utf8.count)
      record.isFavorite = word == .true
      return
    case .string: try cursor.readJSONString(into: &text)
    case .number: try cursor.readJSONNumber(into: &text)
    case .array, .object: return try skipUnexpected("true or false for 'favorite'", kind, &cursor)
    }
    guard !text.isTruncated, let isFavorite = MovieField.isFavorite(text.string) else {
      return cursor.recordProblem(
        "expected true or false for 'favorite', found \(text.excerpt)", at: location)
    }
    record.isFavorite = isFavorite
  }

  // MARK: Casts

  private mutating func readCast(
    _ cursor: inout ByteCursor, _ record: inout RecordBuilder
  ) throws(ParseFailure) {
    switch try cursor.jsonKind() {
    case .literal(.null): cursor.skip(4)
    case .array:
      try scanner.openArray(&cursor)
      while try scanner.nextElement(&cursor) { try readActor(&cursor, &record) }
    case let kind: try skipUnexpected("an array of names", kind, &cursor)
    }
  }

  private mutating func readActor(
    _ cursor: inout ByteCursor, _ record: inout RecordBuilder
  ) throws(ParseFailure) {
    switch try cursor.jsonKind() {
    case .string:
      let location = try readText(&cursor)
      record.addName(text, at: location, &cursor)
    case .object: try readActorObject(&cursor, &record)
    case let kind: try skipUnexpected("a string or an object for an actor", kind, &cursor)
    }
  }

  private mutating func readActorObject(
    _ cursor: inout ByteCursor, _ record: inout RecordBuilder
  ) throws(ParseFailure) {
    let location = cursor.location()
    var hasName = false
    try scanner.openObject(&cursor)
    while try scanner.nextMember(&cursor) {
      if scanner.key.bytes.elementsEqual("name".utf8) {
        if hasName { cursor.recordRepeatedKey(scanner.key, at: scanner.keyLocation) }
        hasName = true
        try readName(&cursor, &record)
      } else {
        try scanner.skipValue(&cursor)
      }
    }
    if !hasName {
      cursor.recordProblem("expected a 'name' for the actor, found none", at: location)
    }
  }

  private mutating func readName(
    _ cursor: inout ByteCursor, _ record: inout RecordBuilder
  ) throws(ParseFailure) {
    let kind = try cursor.jsonKind()
    guard case .string = kind else {
      return try skipUnexpected("a string for 'name'", kind, &cursor)
    }
    let location = try readText(&cursor)
    record.addName(text, at: location, &cursor)
  }

  // MARK: Values

  /// Reads a string into `text` and returns its location.
  private mutating func readText(
    _ cursor: inout ByteCursor
  ) throws(ParseFailure) -> TextLocation {
    let location = cursor.location()
    text.reset(limit: MovieDraft.textByteLimit)
    try cursor.readJSONString(into: &text)
    return location
  }

  /// Skips a value of the wrong kind and records the problem.
  private mutating func skipUnexpected(
    _ expected: StaticString, _ kind: JSONKind, _ cursor: inout ByteCursor
  ) throws(ParseFailure) {
    cursor.recordProblem("expected \(expected), found \(kind.noun)")
    try scanner.skipValue(&cursor)
  }
}
