/// Reads movies from JSON: an array of objects, or an object a line.
struct JSONMovieParser {
  private(set) var ignoredKeys = IgnoredKeys()

  private var scanner = JSONScanner()
  private var text = BoundedText(limit: 0)
  private var phase = Phase.beginning

  private enum Phase {
    case beginning
    case array
    case end
  }

  // MARK: Framing

  /// The next element of the array; a lone object counts as an array of one.
  mutating func nextElement(
    _ cursor: inout ByteCursor
  ) throws(ParseFailure) -> ImportRecord? {
    switch phase {
    case .beginning: return try begin(&cursor)
    case .array:
      if try scanner.nextElement(&cursor) { return try takeMovie(&cursor) }
      phase = .end
      return try nextElement(&cursor)
    case .end:
      try cursor.skipJSONSpace()
      guard try cursor.peek() == nil else {
        throw cursor.malformed("expected the end of the input, found \(try cursor.found())")
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
      return try takeMovie(&cursor)
    default: throw cursor.malformed("expected '[', found \(try cursor.found())")
    }
  }

  /// The movie of the next line that is not blank.
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
      let item = try takeMovie(&cursor)
      if case .badRecord = item {
        try cursor.skipLine()
      } else {
        try takeLineEnd(&cursor)
      }
      return item
    } catch {
      guard case .malformed(let problem) = error else { throw error }
      let first = cursor.takeProblem() ?? problem
      try cursor.skipLine()
      return .badRecord(first)
    }
  }

  private func takeLineEnd(_ cursor: inout ByteCursor) throws(ParseFailure) {
    try cursor.skipJSONSpace()
    if try cursor.isAtLineEnd() { return cursor.skipLineEnd() }
    guard try cursor.peek() == nil else {
      throw cursor.malformed("expected the end of the line, found \(try cursor.found())")
    }
  }

  // MARK: A movie

  private mutating func takeMovie(
    _ cursor: inout ByteCursor
  ) throws(ParseFailure) -> ImportRecord {
    let place = cursor.place()
    var fields = RecordBuilder()
    let kind = try cursor.jsonKind()
    if case .object = kind {
      try scanner.openObject(&cursor)
      while try scanner.nextMember(&cursor) { try takeMember(&cursor, &fields) }
    } else {
      try skip("an object", kind, &cursor)
    }
    return fields.item(at: place, &cursor)
  }

  private mutating func takeMember(
    _ cursor: inout ByteCursor, _ fields: inout RecordBuilder
  ) throws(ParseFailure) {
    let field = MovieField(key: scanner.key.bytes)
    if let field { fields.begin(field, named: scanner.key, at: scanner.keyPlace, &cursor) }
    switch field {
    case .title: try takeTitle(&cursor, &fields)
    case .cast, .actors: try takeCast(&cursor, &fields)
    case .favorite: try takeFavorite(&cursor, &fields)
    case nil:
      ignoredKeys.insert(scanner.key)
      try scanner.skipValue(&cursor)
    }
  }

  private mutating func takeTitle(
    _ cursor: inout ByteCursor, _ fields: inout RecordBuilder
  ) throws(ParseFailure) {
    let kind = try cursor.jsonKind()
    guard case .string = kind else { return try skip("a string for 'title'", kind, &cursor) }
    let place = try takeText(&cursor)
    fields.setTitle(text, at: place, &cursor)
  }

  private mutating func takeFavorite(
    _ cursor: inout ByteCursor, _ fields: inout RecordBuilder
  ) throws(ParseFailure) {
    let place = cursor.place()
    let kind = try cursor.jsonKind()
    text.reset(limit: InterchangeLimits.quotedCharacters)
    switch kind {
    case .literal(let word):
      cursor.skip(word.rawValue.utf8.count)
      fields.isFavorite = word == .true
      return
    case .string: try cursor.takeJSONString(into: &text)
    case .number: try cursor.takeJSONNumber(into: &text)
    case .array, .object: return try skip("true or false for 'favorite'", kind, &cursor)
    }
    guard !text.isCut, let isFavorite = MovieField.isFavorite(text.string) else {
      return cursor.note(
        "expected true or false for 'favorite', found \(text.excerpt)", at: place)
    }
    fields.isFavorite = isFavorite
  }

  // MARK: A cast

  private mutating func takeCast(
    _ cursor: inout ByteCursor, _ fields: inout RecordBuilder
  ) throws(ParseFailure) {
    switch try cursor.jsonKind() {
    case .literal(.null): cursor.skip(4)
    case .array:
      try scanner.openArray(&cursor)
      while try scanner.nextElement(&cursor) { try takeActor(&cursor, &fields) }
    case let kind: try skip("an array of names", kind, &cursor)
    }
  }

  private mutating func takeActor(
    _ cursor: inout ByteCursor, _ fields: inout RecordBuilder
  ) throws(ParseFailure) {
    switch try cursor.jsonKind() {
    case .string:
      let place = try takeText(&cursor)
      fields.addName(text, at: place, &cursor)
    case .object: try takeActorObject(&cursor, &fields)
    case let kind: try skip("a string or an object for an actor", kind, &cursor)
    }
  }

  private mutating func takeActorObject(
    _ cursor: inout ByteCursor, _ fields: inout RecordBuilder
  ) throws(ParseFailure) {
    let place = cursor.place()
    var hasName = false
    try scanner.openObject(&cursor)
    while try scanner.nextMember(&cursor) {
      if scanner.key.bytes.elementsEqual("name".utf8) {
        if hasName { cursor.noteRepeated(scanner.key, at: scanner.keyPlace) }
        hasName = true
        try takeName(&cursor, &fields)
      } else {
        try scanner.skipValue(&cursor)
      }
    }
    if !hasName { cursor.note("expected a 'name' for the actor, found none", at: place) }
  }

  private mutating func takeName(
    _ cursor: inout ByteCursor, _ fields: inout RecordBuilder
  ) throws(ParseFailure) {
    let kind = try cursor.jsonKind()
    guard case .string = kind else { return try skip("a string for 'name'", kind, &cursor) }
    let place = try takeText(&cursor)
    fields.addName(text, at: place, &cursor)
  }

  // MARK: Values

  /// Takes the string that is ahead as `text`, and tells where it begins.
  private mutating func takeText(
    _ cursor: inout ByteCursor
  ) throws(ParseFailure) -> InterchangePlace {
    let place = cursor.place()
    text.reset(limit: MovieDraft.textByteLimit)
    try cursor.takeJSONString(into: &text)
    return place
  }

  /// Goes over a value of the wrong kind, with a note.
  private mutating func skip(
    _ expected: StaticString, _ kind: JSONKind, _ cursor: inout ByteCursor
  ) throws(ParseFailure) {
    cursor.note("expected \(expected), found \(kind.noun)")
    try scanner.skipValue(&cursor)
  }
}
