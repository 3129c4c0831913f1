internal import MovieStore
internal import MovieSystem

// The members of objects of JSON, and the elements of XML.
extension FieldReader {
  /// Takes the values of the record.
  mutating func readRecord() {
    if readsTitles, case .string = values[0].kind, !isPreset { return read(.title, 0) }
    guard case .object = values[0].kind else { return recordUnexpected("an object", 0) }
    if !isPreset, !isOwnExport, draft.facts.rowCount == 0 {
      let names = values.positions(in: 0).map { values.string(of: values[$0].key) }
      fieldNames.setContext(names)
      draft.facts.publicRating = names.first(where: fieldNames.isPublicRating)
    }
    for member in values.positions(in: 0) { readMember(member) }
    // Without a title, the values that were read tell where the movies are.
    if values.isTruncated, isPreset || draft.record.title != nil {
      draft.recordProblem(RecordValues.problem, at: location(0))
    }
  }

  private mutating func readMember(_ member: Int) {
    keyCount += 1
    let key = key(of: member)
    if isPreset, !isOwnExport { return readPresetMember(member) }
    if readsIDs, key == "id" { return readID(member) }
    let isWorse = isOwnExport ? false : foreignField(key).map { !isBest($0) } ?? false
    if isWorse || !isOwnExport && fieldNames.isPublicRating(key) {
      return otherFields.ignore(otherFields.field(self.key(text: member), isIgnored: true))
    }
    let field = movieField(key, member)
    if readsIDs, field == nil {
      recordKey(member, expected: "'id', 'title', 'cast', 'favorite' or 'attributes'")
    }
    guard let field else { return readOtherField(member) }
    if !isOwnExport { draft.facts.fields?.insert(field == .actors ? "cast" : field.rawValue) }
    if keys.contains(field) { recordRepeatedKey(member) }
    keys.append(field)
    if keys.contains(.cast), keys.contains(.actors) {
      draft.recordProblem(
        "expected either 'cast' or 'actors', found both", at: values[member].key.location)
    }
    read(field, member)
  }

  private mutating func readID(_ member: Int) {
    guard case .number = values[member].kind else {
      return recordUnexpected("a number for 'id'", member)
    }
    load(member, limit: String.excerptLimit)
    draft.record.id = Int64(draft.text.string).map(Movie.ID.init)
  }

  /// Reads the value of a field of every movie.
  mutating func read(_ field: MovieField, _ member: Int) {
    switch field {
    case .title:
      if loadString(member, "a string for 'title'") { draft.setTitle(at: location(member)) }
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
    case .null: draft.record.isFavorite = false
    case .array, .object: recordUnexpected("true or false for 'favorite'", member)
    default: draft.setFavorite(expected: "true or false", at: location(member))
    }
  }

  // MARK: Casts

  private mutating func readCast(_ member: Int) {
    switch values[member].kind {
    case .null: break
    case .array:
      var orders: [Int] = []
      for actor in values.positions(in: member) {
        let count = draft.record.cast.count
        let order = readActor(actor)
        if draft.record.cast.count > count { orders.append(order ?? .max) }
      }
      sortCast(by: orders)
    case .object where isPreset: _ = readActorObject(member)
    case .string where !isOwnExport:
      load(member, limit: DraftBuilder.castLimit)
      draft.readCast(at: location(member))
    default: recordUnexpected("an array of names", member)
    }
  }

  /// Sorts the names of a cast by their places, as some programs write them.
  private mutating func sortCast(by orders: [Int]) {
    guard orders.contains(where: { $0 < .max }), orders.count == draft.record.cast.count else {
      return
    }
    let sorted = orders.indices.sorted { (orders[$0], $0) < (orders[$1], $1) }
    draft.record.cast = sorted.map { draft.record.cast[$0] }
  }

  /// Reads an actor.
  ///
  /// - Returns: The place in the cast, if it is known.
  private mutating func readActor(_ actor: Int) -> Int? {
    if case .object = values[actor].kind { return readActorObject(actor) }
    guard loadString(actor, "a string or an object for an actor") else { return nil }
    if !isPreset || !draft.text.isBlank { draft.addName(draft.text, at: location(actor)) }
    return nil
  }

  private mutating func readActorObject(_ actor: Int) -> Int? {
    var (hasName, isOther) = (false, false)
    let names = draft.record.cast.count
    var order: Int?
    for member in values.positions(in: actor) {
      let key = key(of: member)
      if key == "order" || key == "sortorder" {
        switch load(member, limit: String.excerptLimit) {
        case .array, .object: break
        default: order = Int(draft.text.string)
        }
        continue
      }
      if isPreset, key == "type", values[member].kind == .string {
        // Others have their own types, such as composers.
        load(member, limit: String.excerptLimit)
        isOther = !["", "actor", "gueststar"].contains(draft.text.string.lowercased())
        continue
      }
      guard key == "name" else { continue }
      if hasName { recordRepeatedKey(member) }
      hasName = true
      guard loadString(member, "a string for 'name'") else { continue }
      if isPreset, draft.text.bytes.last == .comma {
        draft.text = BoundedText(String(draft.text.string.dropLast()))
      }
      if !isPreset || !draft.text.isBlank { draft.addName(draft.text, at: location(member)) }
    }
    if isOther, draft.record.cast.count > names { draft.record.cast.removeLast() }
    if !hasName, values.hasEnd(actor) {
      draft.recordProblem(
        "expected a 'name' for the actor, found none", at: location(actor))
    }
    return order
  }

  // MARK: Values

  /// The key of a member. A problem with its characters is one of the record.
  mutating func key(of member: Int) -> String {
    let key = values[member].key
    if let problem = values.problem(with: key) { draft.recordProblem(problem) }
    return values.string(of: key)
  }

  /// Records a key that a member cannot have as a problem.
  mutating func recordKey(_ member: Int, expected: String, found suffix: String = "") {
    let found = key(text: member).excerpt + suffix
    draft.recordProblem("expected \(expected), found \(found)", at: values[member].key.location)
  }

  func key(text member: Int) -> BoundedText {
    var text = BoundedText(limit: 0)
    text.replace(by: values.bytes(of: values[member].key), limit: MovieDraft.textByteLimit)
    return text
  }

  func location(_ position: Int) -> TextLocation { values[position].location }

  /// Puts a string into the draft's text. Another value is a problem of the record.
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

  /// Puts the text of a string, a number or a word into the draft's text; none for an array or an
  /// object.
  @discardableResult
  mutating func load(_ position: Int, limit: Int) -> JSONKind {
    let value = values[position]
    if let problem = values.problem(with: value.text) { draft.recordProblem(problem) }
    draft.text.replace(by: values.bytes(of: value.text), limit: limit)
    return value.kind
  }

  /// Records a value of the wrong kind as a problem.
  mutating func recordUnexpected(_ expected: String, _ position: Int) {
    draft.recordProblem(
      "expected \(expected), found \(values[position].kind.rawValue)", at: location(position))
  }

  // MARK: Presets

  /// Reads a member, or the members of an object that have fields.
  mutating func readPresetMember(_ member: Int) {
    let path = self.path + key(of: member)
    let kind = values[member].kind
    if case .object = kind, fieldNames.hasFields(in: path) {
      let parent = self.path
      self.path = path + "."
      draft.record.hasMovie = true
      for member in values.positions(in: member) { readPresetMember(member) }
      self.path = parent
      return
    }
    guard let name = fieldNames.field(named: path)?.field else {
      return self.path.isEmpty ? readOtherField(member) : readNestedField(member, at: path)
    }
    if let field = RowField(rawValue: name) {
      readRowField(field, member)
    } else if case .null = kind {
      return
    } else if let field = MovieField(rawValue: name) {
      draft.facts.fields?.insert(name)
      read(field, member)
    } else if !name.isEmpty, !otherFields.isIgnored(AttributeKey(unchecked: name)) {
      draft.facts.fields?.insert(name)
      _ = readValues(of: AttributeKey(unchecked: name), member, isRequired: true)
    }
  }

  /// Reads a member of an object that has no field there. A member without a value is skipped.
  private mutating func readNestedField(_ member: Int, at path: String) {
    // A member is unused if its object is, or its name without the type of an XML element.
    let names = [String(self.path.dropLast()), String(path.prefix { $0 != ":" })]
    let isUnused = names.contains { fieldNames.field(named: $0)?.field == "" }
    // A value of a known key is that of the public.
    let isKnown = KeptFields.key(of: values.string(of: values[member].key))?.isKnown == true
    if isUnused || isKnown { return }
    let field = otherFields.field(key(text: member))
    let kind = values[member].kind
    if kind == .null || kind == .string && values[member].text.range.isEmpty { return }
    readOther(field, member)
  }

  private mutating func readRowField(_ field: RowField, _ member: Int) {
    if field == .position, !keepsPositions(named: key(of: member)) { return }
    switch values[member].kind {
    case .array, .object: draft.read(field, "", at: location(member))
    case .null: break
    default:
      load(member, limit: AttributeValue.byteLimit)
      draft.read(field, draft.text.string, at: location(member))
    }
  }

  // MARK: Attributes

  /// Reads the object `attributes`, which has a value or an array of values for each key.
  mutating func readAttributes(_ attributes: Int) {
    switch values[attributes].kind {
    case .null: break
    case .object:
      for member in values.positions(in: attributes) {
        let written = key(of: member)
        let name = AttributeKey.renamed(written) ?? written
        if !AttributeKey.isValid(name) {
          recordKey(member, expected: "keys such as 'year' or 'imdb_id' in 'attributes'")
        } else if !otherFields.isIgnored(AttributeKey(unchecked: name)) {
          _ = readValues(of: AttributeKey(unchecked: name), member, isRequired: true)
        }
      }
    default: recordUnexpected("an object for 'attributes'", attributes)
    }
  }

  /// Reads the value of a key that is not a field of every movie. It becomes an attribute or is
  /// ignored.
  mutating func readOtherField(_ member: Int) {
    let key = values.string(of: values[member].key)
    // They come first; later keys of these names are the record's own.
    if hasDecisions, keyCount <= DecisionField.allCases.count,
      let field = DecisionField(rawValue: key)
    {
      return readDecision(field, member)
    }
    if !isOwnExport, let name = foreignField(key)?.field, MovieField(rawValue: name) == nil {
      if name == FieldNames.kind {
        if case .string = values[member].kind { return readKind(member) }
      } else if name == RowField.status.rawValue {
        let field = otherFields.field(self.key(text: member))
        if case .string = values[member].kind {
          load(member, limit: AttributeValue.byteLimit)
          if draft.readStatus(), field.key == nil { return }
        }
        return readOther(field, member)
      } else if !otherFields.isIgnored(AttributeKey(unchecked: name)) {
        draft.facts.fields?.insert(name)
        _ = readValues(of: AttributeKey(unchecked: name), member, isRequired: true)
        return
      }
    }
    let field = otherFields.field(self.key(text: member))
    if case .array = values[member].kind { otherFields.nestedArray = field }
    readOther(field, member)
  }

  /// Reads the value of a key that has no field. It is kept, or counted as ignored.
  mutating func readOther(_ field: OtherFields.Field, _ member: Int) {
    let kind = values[member].kind
    let hasNames = isPreset || field.key?.isKnown == true
    if let key = field.key, hasNames || kind != .object {
      draft.facts.fields?.insert(key.name)
      if readValues(of: key, member, isRequired: key.isKnown) { return }
    } else if kind == .object,
      values.positions(in: member).contains(where: {
        values.string(of: values[$0].key) == "title"
      })
    {
      otherFields.nestedTitle = field
    }
    otherFields.ignore(field)
  }

  private mutating func readDecision(_ field: DecisionField, _ member: Int) {
    switch values[member].kind {
    case .array:
      var ids: [String] = []
      for id in values.positions(in: member) {
        load(id, limit: AttributeValue.byteLimit)
        ids.append(draft.text.string)
      }
      draft.record.set(field, to: ids.joined(separator: ";"))
    case .null: draft.record.set(field, to: "")
    case .object: recordUnexpected("a text or a number for '\(field)'", member)
    default:
      load(member, limit: AttributeValue.byteLimit)
      draft.record.set(field, to: draft.text.string)
    }
    decisionEnd = values[member].endOffset
  }

  /// The field that a key of another program has.
  mutating func foreignField(_ name: String) -> (field: String, rank: Int)? {
    name.utf8.count > MovieDraft.textByteLimit ? nil : fieldNames.field(named: name)
  }

  /// Reads a text that can tell that the record is not a movie.
  private mutating func readKind(_ member: Int) {
    let field = otherFields.field(key(text: member))
    load(member, limit: AttributeValue.byteLimit)
    draft.record.kind = ForeignFile.kind(draft.text.string)
    draft.attributeValues.removeAll(keepingCapacity: true)
    guard let key = field.key else { return otherFields.ignore(field) }
    draft.collect(.text(draft.text.string), of: key, at: location(member))
    draft.addValues(to: key, at: location(member))
  }

  /// Reads a value or an array of values, and adds them to the attributes of the record.
  ///
  /// - Parameter isRequired: Whether a value that cannot be stored is a problem of the record.
  /// - Returns: `false` if a value cannot be stored. Then none is added.
  mutating func readValues(of key: AttributeKey, _ member: Int, isRequired: Bool) -> Bool {
    draft.attributeValues.removeAll(keepingCapacity: true)
    var isStorable = true
    if case .array = values[member].kind {
      for element in values.positions(in: member) {
        isStorable = readValue(of: key, element, isRequired: isRequired) && isStorable
      }
    } else if !isOwnExport, key.isKnown, case .string = values[member].kind {
      load(member, limit: draft.cellLimit(of: key))
      draft.collectForeignCell(of: key, at: location(member))
    } else {
      isStorable = readValue(of: key, member, isRequired: isRequired)
    }
    // Malformed text in an array comes before what is wrong with all its values.
    if isStorable, values.hasEnd(member) { draft.addValues(to: key, at: location(member)) }
    return isStorable
  }

  private mutating func readValue(
    of key: AttributeKey, _ position: Int, isRequired: Bool
  ) -> Bool {
    let location = location(position)
    switch load(position, limit: AttributeValue.byteLimit) {
    case .null: break
    case .string where !isOwnExport && key.isKnown, .number where !isOwnExport && key.isKnown,
      .true where !isOwnExport && key == .watched, .false where !isOwnExport && key == .watched:
      draft.collectForeign(draft.text.string, of: key, at: location)
    case .true, .false, .string: draft.collect(.text(draft.text.string), of: key, at: location)
    case .number:
      let number = draft.text.isTruncated ? nil : AttributeValue.number(draft.text.string)
      draft.collect(number ?? .text(draft.text.string), of: key, at: location)
    case .object where isPreset: return readName(of: key, position) || isRequired
    case .array, .object:
      if isRequired {
        draft.recordProblem(
          "expected text or a number for a value of '\(key)', found \(values[position].kind.rawValue)",
          of: key.name, at: location)
      }
      return false
    }
    return true
  }

  /// Reads the name of an object, such as a genre of TMDB.
  ///
  /// - Returns: Whether it has one.
  private mutating func readName(of key: AttributeKey, _ position: Int) -> Bool {
    var hasName = false
    for member in values.positions(in: position)
    where self.key(of: member) == "name" && values[member].kind == .string {
      hasName = readValue(of: key, member, isRequired: true)
    }
    return hasName
  }
}
