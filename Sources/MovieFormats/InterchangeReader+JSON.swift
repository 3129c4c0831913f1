internal import MovieStore
internal import MovieSystem

// An array of JSON objects (JSON), or one object per line (NDJSON).
extension InterchangeReader {
  /// Reads the start of the array. A single object counts as an array of one.
  mutating func readArrayStart() throws(InterchangeError) {
    cursor.skipJSONSpace()
    switch cursor.peek() {
    case nil: break
    case .leftBracket:
      cursor.skip()
      isInArray = true
    case .leftBrace: phase = .object
    default: throw cursor.unexpected(expected: "'['")
    }
  }

  /// Returns the next element of the array, or `nil` at its end.
  mutating func nextElement() throws(InterchangeError) -> ImportRecord? {
    if phase == .object {
      phase = .records
      return try readMovie(depth: 0)
    }
    if isInArray {
      isInArray = try cursor.advanceInJSON(.array, &needsComma)
      if isInArray { return try readMovie(depth: 1) }
    }
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
    do throws(InterchangeError) {
      let record = try readMovie(depth: 0)
      if case .failure = record {
        cursor.skipLine()
      } else {
        try readLineEnd()
      }
      return record
    } catch {
      // A problem with an earlier value comes first.
      if !values.isComplete {
        values.endMalformed()
        if !values.isEmpty { decodeRecord() }
      }
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

  /// - Parameter depth: The number of arrays around the record.
  private mutating func readMovie(depth: Int) throws(InterchangeError) -> ImportRecord {
    let location = cursor.location()
    beginRecord(at: location)
    values.begin()
    try cursor.readJSONValue(into: &values, depth: depth)
    decodeRecord()
    return finishRecord(at: location)
  }

  /// Returns the movie of an XML document, or `nil` after it.
  mutating func nextDocument() -> ImportRecord? {
    if phase != .start { return nil }
    phase = .records
    let location = cursor.location()
    beginRecord(at: location)
    facts.fields = []
    let text = cursor.bytes(in: 0..<Int64(XMLElements.byteLimit + 1))
    do {
      values = try XMLElements.values(of: text)
    } catch {
      phase = .end
      return .failure(
        cursor.error(
          error.message, at: error.location,
          scope: error.message.contains("UTF-8") ? .encoding : .record))
    }
    decodeRecord()
    return finishRecord(at: location)
  }

  /// Takes the values of the record.
  mutating func decodeRecord() {
    guard case .object = values[0].kind else { return recordUnexpected("an object", 0) }
    for member in values.positions(in: 0) { readMember(member) }
    // Without a title, the values that were read tell where the movies are.
    if values.isTruncated, isPreset || record.title != nil {
      cursor.recordProblem(RecordValues.problem, at: location(0))
    }
  }

  private mutating func readMember(_ member: Int) {
    record.keyCount += 1
    let key = key(of: member)
    if isPreset, !isOwnExport { return readPresetMember(member) }
    if readsIDs, key == "id" { return readID(member) }
    if !isOwnExport, let found = foreignField(key), !record.isBest(found) {
      return otherFields.ignore(otherFields.field(self.key(text: member), isIgnored: true))
    }
    let field = movieField(key, member)
    if readsIDs, field == nil {
      recordKey(member, expected: "'id', 'title', 'cast', 'favorite' or 'attributes'")
    }
    guard let field else { return readOtherField(member) }
    if !isOwnExport { facts.fields?.insert(field == .actors ? "cast" : field.rawValue) }
    if record.keys.contains(field) { recordRepeatedKey(member) }
    record.keys.append(field)
    if record.keys.contains(.cast), record.keys.contains(.actors) {
      cursor.recordProblem(
        "expected either 'cast' or 'actors', found both", at: values[member].key.location)
    }
    read(field, member)
  }

  private mutating func readID(_ member: Int) {
    guard case .number = values[member].kind else {
      return recordUnexpected("a number for 'id'", member)
    }
    load(member, limit: String.excerptLimit)
    record.id = Int64(text.string).map(Movie.ID.init)
  }

  /// Reads the value of a field of every movie.
  mutating func read(_ field: MovieField, _ member: Int) {
    switch field {
    case .title: if loadString(member, "a string for 'title'") { setTitle(at: location(member)) }
    case .cast, .actors: readCast(member)
    case .favorite: readFavorite(member)
    case .attributes: readAttributes(member)
    }
  }

  /// The field of every movie that a key has. In files of other programs, keys can have other
  /// names.
  private mutating func movieField(_ key: String, _ member: Int) -> MovieField? {
    if let field = MovieField(rawValue: key) { return field }
    // An object, such as 'movie', is no title.
    if isOwnExport || values[member].kind == .object { return nil }
    return foreignField(key).flatMap { MovieField(rawValue: $0.field) }
  }

  private mutating func recordRepeatedKey(_ member: Int) {
    recordKey(member, expected: "each key once", found: " twice")
  }

  private mutating func readFavorite(_ member: Int) {
    switch load(member, limit: String.excerptLimit) {
    case .null: record.isFavorite = false
    case .array, .object: recordUnexpected("true or false for 'favorite'", member)
    default: setFavorite(expected: "true or false", at: location(member))
    }
  }

  // MARK: Casts

  private mutating func readCast(_ member: Int) {
    switch values[member].kind {
    case .null: break
    case .array:
      var orders: [Int] = []
      for actor in values.positions(in: member) {
        let count = record.cast.count
        let order = readActor(actor)
        if record.cast.count > count { orders.append(order ?? .max) }
      }
      sortCast(by: orders)
    case .object where isPreset: _ = readActorObject(member)
    case .string where !isOwnExport:
      load(member, limit: Self.castLimit)
      readCast(at: location(member))
    default: recordUnexpected("an array of names", member)
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
  private mutating func readActor(_ actor: Int) -> Int? {
    if case .object = values[actor].kind { return readActorObject(actor) }
    guard loadString(actor, "a string or an object for an actor") else { return nil }
    if !isPreset || !text.isBlank { addName(text, at: location(actor)) }
    return nil
  }

  private mutating func readActorObject(_ actor: Int) -> Int? {
    var (hasName, isOther) = (false, false)
    let names = record.cast.count
    var order: Int?
    for member in values.positions(in: actor) {
      let key = key(of: member)
      if key == "order" || key == "sortorder" {
        switch load(member, limit: String.excerptLimit) {
        case .array, .object: break
        default: order = Int(text.string)
        }
        continue
      }
      if isPreset, key == "type", values[member].kind == .string {
        // Others have their own types, such as composers.
        load(member, limit: String.excerptLimit)
        isOther = !["", "actor", "gueststar"].contains(text.string.lowercased())
        continue
      }
      guard key == "name" else { continue }
      if hasName { recordRepeatedKey(member) }
      hasName = true
      guard loadString(member, "a string for 'name'") else { continue }
      if isPreset, text.bytes.last == .comma {
        text = BoundedText(String(text.string.dropLast()))
      }
      if !isPreset || !text.isBlank { addName(text, at: location(member)) }
    }
    if isOther, record.cast.count > names { record.cast.removeLast() }
    if !hasName, values.hasEnd(actor) {
      cursor.recordProblem(
        "expected a 'name' for the actor, found none", at: location(actor))
    }
    return order
  }

  // MARK: Values

  /// The key of a member. A problem with its characters is one of the record.
  mutating func key(of member: Int) -> String {
    let key = values[member].key
    if let problem = values.problem(with: key) { cursor.record(problem) }
    return values.string(of: key)
  }

  /// Records a key that a member cannot have as a problem.
  mutating func recordKey(_ member: Int, expected: String, found suffix: String = "") {
    let found = key(text: member).excerpt + suffix
    cursor.recordProblem("expected \(expected), found \(found)", at: values[member].key.location)
  }

  func key(text member: Int) -> BoundedText {
    var text = BoundedText(limit: 0)
    text.replace(by: values.bytes(of: values[member].key), limit: MovieDraft.textByteLimit)
    return text
  }

  func location(_ position: Int) -> TextLocation { values[position].location }

  /// Puts a string into `text`. Another value is a problem of the record.
  ///
  /// - Returns: Whether the value is a string.
  private mutating func loadString(_ position: Int, _ expected: String) -> Bool {
    guard case .string = values[position].kind else {
      recordUnexpected(expected, position)
      return false
    }
    load(position, limit: MovieDraft.textByteLimit)
    return true
  }

  /// Puts the text of a string, a number or a word into `text`; none for an array or an object.
  @discardableResult
  mutating func load(_ position: Int, limit: Int) -> JSONKind {
    let value = values[position]
    if let problem = values.problem(with: value.text) { cursor.record(problem) }
    text.replace(by: values.bytes(of: value.text), limit: limit)
    return value.kind
  }

  /// Records a value of the wrong kind as a problem.
  mutating func recordUnexpected(_ expected: String, _ position: Int) {
    cursor.recordProblem(
      "expected \(expected), found \(values[position].kind.rawValue)", at: location(position))
  }
}
