internal import MovieStore
internal import MovieSystem

// An array of JSON objects (JSON), or one object per line (NDJSON).
extension InterchangeReader {
  /// Reads the start of the array. A single object counts as an array of one.
  mutating func readArrayStart() throws(InterchangeError) {
    cursor.skipJSONSpace()
    switch cursor.peek() {
    case nil: break
    case .leftBracket: try open()
    case .leftBrace: phase = .object
    default: throw cursor.unexpected(expected: "'['")
    }
  }

  /// Returns the next element of the array, or `nil` at its end.
  mutating func nextElement() throws(InterchangeError) -> ImportRecord? {
    if phase == .object {
      phase = .records
      return try readMovie()
    }
    if nesting.depth > 0, try advanceToElement() { return try readMovie() }
    cursor.skipJSONSpace()
    guard cursor.peek() == nil else {
      throw cursor.unexpected(expected: "the end of the input")
    }
    return nil
  }

  /// Returns the movie of the next line that is not blank, or `nil` at the end.
  mutating func nextLine() throws(InterchangeError) -> ImportRecord? {
    cursor.skipJSONSpace()
    while cursor.isAtLineEnd() {
      cursor.skipLineEnd()
      cursor.skipJSONSpace()
    }
    guard cursor.peek() != nil else { return nil }
    nesting = JSONNesting()
    do throws(InterchangeError) {
      let record = try readMovie()
      if case .failure = record {
        cursor.skipLine()
      } else {
        try readLineEnd()
      }
      return record
    } catch {
      let first = cursor.removeProblem() ?? error
      cursor.skipLine()
      return .failure(first)
    }
  }

  private mutating func readLineEnd() throws(InterchangeError) {
    cursor.skipJSONSpace()
    if cursor.isAtLineEnd() { return cursor.skipLineEnd() }
    guard cursor.peek() == nil else {
      throw cursor.unexpected(expected: "the end of the line")
    }
  }

  // MARK: Movies

  private mutating func readMovie() throws(InterchangeError) -> ImportRecord {
    let location = cursor.location()
    beginRecord(at: location)
    if case .object = try cursor.jsonKind() {
      try open()
      while try advanceToMember() { try readMember() }
    } else {
      try skipUnexpected("an object")
    }
    return finishRecord(at: location)
  }

  private mutating func readMember() throws(InterchangeError) {
    record.keyCount += 1
    if options.file != nil, !isOwnExport { return try readPresetMember() }
    if readsIDs, nesting.key.bytes.elementsEqual("id".utf8) { return try readID() }
    if !isOwnExport, let found = foreignField(nesting.key), !record.isBest(found) {
      let field = otherFields.field(nesting.key, isIgnored: true)
      try skipValue()
      return otherFields.ignore(field)
    }
    let field = try movieField(nesting.key)
    if readsIDs, field == nil {
      cursor.recordProblem(
        "expected 'id', 'title', 'cast', 'favorite' or 'attributes', found \(nesting.key.excerpt)",
        at: nesting.keyLocation)
    }
    if let field {
      if !isOwnExport { facts.fields?.insert(field == .actors ? "cast" : field.rawValue) }
      if record.keys.contains(field) { recordRepeatedKey() }
      record.keys.append(field)
      if record.keys.contains(.cast), record.keys.contains(.actors) {
        cursor.recordProblem(
          "expected either 'cast' or 'actors', found both", at: nesting.keyLocation)
      }
    }
    if let field { try read(field) } else { try readOtherField() }
  }

  private mutating func readID() throws(InterchangeError) {
    guard case .number = try cursor.jsonKind() else {
      return try skipUnexpected("a number for 'id'")
    }
    _ = try readScalar(limit: String.excerptLimit)
    record.id = Int64(text.string).map(Movie.ID.init)
  }

  /// Reads the value of a field of every movie.
  mutating func read(_ field: MovieField) throws(InterchangeError) {
    switch field {
    case .title:
      guard let location = try readString("a string for 'title'") else { return }
      setTitle(at: location)
    case .cast, .actors: if skipsCasts { try skipValue() } else { try readCast() }
    case .favorite: try readFavorite()
    case .attributes: try readAttributes()
    }
  }

  /// The field of every movie that a key has. In files of other programs, keys can have other
  /// names.
  private mutating func movieField(_ key: BoundedText) throws(InterchangeError) -> MovieField? {
    if let field = MovieField(rawValue: key.string) { return field }
    if isOwnExport || key.isTruncated { return nil }
    // An object, such as 'movie', is no title.
    if case .object = try cursor.jsonKind() { return nil }
    return foreignField(key).flatMap { MovieField(rawValue: $0.field) }
  }

  private mutating func recordRepeatedKey() {
    cursor.recordProblem(
      "expected each key once, found \(nesting.key.excerpt) twice", at: nesting.keyLocation)
  }

  private mutating func readFavorite() throws(InterchangeError) {
    let location = cursor.location()
    switch try readScalar(limit: String.excerptLimit) {
    case .null: record.isFavorite = false
    case .array, .object: try skipUnexpected("true or false for 'favorite'")
    default: setFavorite(expected: "true or false", at: location)
    }
  }

  // MARK: Casts

  private mutating func readCast() throws(InterchangeError) {
    switch try cursor.jsonKind() {
    case .null: cursor.skip(4)
    case .array:
      try open()
      var orders: [Int] = []
      while try advanceToElement() {
        let count = record.cast.count
        let order = try readActor()
        if record.cast.count > count { orders.append(order ?? .max) }
      }
      sortCast(by: orders)
    case .object where options.file != nil: _ = try readActorObject()
    case .string:
      let location = cursor.location()
      if isOwnExport { return try skipUnexpected("an array of names") }
      text.reset(limit: Self.castLimit)
      try cursor.readJSONString(into: &text)
      readCast(at: location)
    default: try skipUnexpected("an array of names")
    }
  }

  /// Sorts the names of a cast by their places, as some programs write them.
  private mutating func sortCast(by orders: [Int]) {
    guard orders.contains(where: { $0 < .max }), orders.count == record.cast.count else { return }
    let sorted = orders.indices.sorted { (orders[$0], $0) < (orders[$1], $1) }
    record.cast = sorted.map { record.cast[$0] }
  }

  /// Reads an actor.
  ///
  /// - Returns: The place in the cast, if it is known.
  private mutating func readActor() throws(InterchangeError) -> Int? {
    if case .object = try cursor.jsonKind() { return try readActorObject() }
    guard let location = try readString("a string or an object for an actor") else { return nil }
    if options.file == nil || !text.isBlank { addName(text, at: location) }
    return nil
  }

  private mutating func readActorObject() throws(InterchangeError) -> Int? {
    let start = cursor.location()
    var (hasName, isOther) = (false, false)
    let names = record.cast.count
    var order: Int?
    try open()
    while try advanceToMember() {
      if ["order", "sortorder"].contains(nesting.key.string) {
        switch try readScalar(limit: String.excerptLimit) {
        case .array, .object: try skipValue()
        default: order = Int(text.string)
        }
        continue
      }
      if options.file != nil, nesting.key.bytes.elementsEqual("type".utf8),
        case .string = try cursor.jsonKind()
      {
        // Others have their own types, such as composers.
        _ = try readScalar(limit: String.excerptLimit)
        isOther = !["", "actor", "gueststar"].contains(text.string.lowercased())
        continue
      }
      guard nesting.key.bytes.elementsEqual("name".utf8) else {
        try skipValue()
        continue
      }
      if hasName { recordRepeatedKey() }
      hasName = true
      guard let location = try readString("a string for 'name'") else { continue }
      if options.file != nil, text.bytes.last == .comma {
        text = BoundedText(String(text.string.dropLast()))
      }
      if options.file == nil || !text.isBlank { addName(text, at: location) }
    }
    if isOther, record.cast.count > names { record.cast.removeLast() }
    if !hasName { cursor.recordProblem("expected a 'name' for the actor, found none", at: start) }
    return order
  }

  // MARK: Values

  /// Reads a string into `text` and returns its location. Another value is skipped and recorded as a
  /// problem.
  private mutating func readString(
    _ expected: String
  ) throws(InterchangeError) -> TextLocation? {
    guard case .string = try cursor.jsonKind() else {
      try skipUnexpected(expected)
      return nil
    }
    let location = cursor.location()
    _ = try readScalar(limit: MovieDraft.textByteLimit)
    return location
  }

  /// Reads a string, a number or a word into `text`. Nothing of an array or an object is read.
  mutating func readScalar(limit: Int) throws(InterchangeError) -> JSONKind {
    let kind = try cursor.jsonKind()
    text.reset(limit: limit)
    switch kind {
    case .string: try cursor.readJSONString(into: &text)
    case .number: try cursor.readJSONNumber(into: &text)
    case .true, .false, .null: cursor.read(kind.rawValue.utf8.count, into: &text)
    case .array, .object: break
    }
    return kind
  }

  /// Skips a value of the wrong kind and records the problem.
  mutating func skipUnexpected(_ expected: String) throws(InterchangeError) {
    let kind = try cursor.jsonKind()
    cursor.recordProblem("expected \(expected), found \(kind.rawValue)")
    try skipValue()
  }
}
