internal import MovieStore
internal import MovieSystem

// The attributes of a record.
extension InterchangeReader {
  // MARK: JSON

  /// Reads the object `attributes`, which has a value or an array of values for each key.
  mutating func readAttributes() throws(InterchangeError) {
    switch try cursor.jsonKind() {
    case .null: cursor.skip(4)
    case .object:
      try open()
      while try advanceToMember() {
        let name = AttributeKey.renamed(nesting.key.string) ?? nesting.key.string
        if AttributeKey.isValid(name), otherFields.isIgnored(AttributeKey(unchecked: name)) {
          try skipValue()
        } else if AttributeKey.isValid(name) {
          _ = try readValues(of: AttributeKey(unchecked: name), isRequired: true)
        } else {
          cursor.recordProblem(
            "expected keys such as 'year' or 'imdb_id' in 'attributes', found "
              + nesting.key.excerpt, at: nesting.keyLocation)
          try skipValue()
        }
      }
    default: try skipUnexpected("an object for 'attributes'")
    }
  }

  /// Reads the value of a key that is not a field of every movie. It becomes an attribute or is ignored.
  mutating func readOtherField() throws(InterchangeError) {
    // They come first; later keys of these names are the record's own.
    if hasDecisions, record.keyCount <= DecisionField.allCases.count,
      let field = DecisionField(rawValue: nesting.key.string)
    {
      return try readDecision(field)
    }
    if !isOwnExport, let name = foreignField(nesting.key)?.field, MovieField(rawValue: name) == nil
    {
      if name == FieldNames.kind {
        if case .string = try cursor.jsonKind() { return try readKind() }
      } else if !otherFields.isIgnored(AttributeKey(unchecked: name)) {
        facts.fields?.insert(name)
        _ = try readValues(of: AttributeKey(unchecked: name), isRequired: true)
        return
      }
    }
    let field = otherFields.field(nesting.key)
    if case .array = try cursor.jsonKind() { otherFields.nestedArray = field }
    try readOther(field)
  }

  /// Reads the value of a key that has no field. It is kept, or counted as ignored.
  mutating func readOther(_ field: OtherFields.Field) throws(InterchangeError) {
    let kind = try cursor.jsonKind()
    let hasNames = options.file != nil || field.key?.isKnown == true
    if let key = field.key, hasNames || kind != .object {
      facts.fields?.insert(key.name)
      if try readValues(of: key, isRequired: key.isKnown) { return }
    } else if kind == .object {
      try skipObject(field)
    } else {
      try skipValue()
    }
    otherFields.ignore(field)
  }

  private mutating func readDecision(_ field: DecisionField) throws(InterchangeError) {
    if case .array = try cursor.jsonKind() {
      try open()
      var ids: [String] = []
      while try advanceToElement() {
        _ = try readScalar(limit: AttributeValue.byteLimit)
        ids.append(text.string)
      }
      record.set(field, to: ids.joined(separator: ";"))
    } else {
      switch try readScalar(limit: AttributeValue.byteLimit) {
      case .null: record.set(field, to: "")
      case .object: try skipUnexpected("a text or a number for '\(field)'")
      default: record.set(field, to: text.string)
      }
    }
    record.start = cursor.offset
  }

  /// The field that a key of another program has.
  mutating func foreignField(_ name: BoundedText) -> (field: String, rank: Int)? {
    name.isTruncated ? nil : fieldNames.field(named: name.string)
  }

  /// Reads a text that can tell that the record is not a movie.
  private mutating func readKind() throws(InterchangeError) {
    let field = otherFields.field(nesting.key)
    let location = cursor.location()
    _ = try readScalar(limit: AttributeValue.byteLimit)
    record.kind = ForeignFile.kind(text.string)
    values.removeAll(keepingCapacity: true)
    guard let key = field.key else { return otherFields.ignore(field) }
    collect(.text(text.string), of: key, at: location)
    addValues(to: key, at: location)
  }

  private mutating func skipObject(_ field: OtherFields.Field) throws(InterchangeError) {
    try open()
    while try advanceToMember(isSkipped: true) {
      if nesting.key.bytes.elementsEqual("title".utf8) { otherFields.nestedTitle = field }
      try skipValue()
    }
  }

  /// Reads a value or an array of values, and adds them to the attributes of the record.
  ///
  /// - Parameter isRequired: Whether a value that cannot be stored is a problem of the record.
  /// - Returns: `false` if a value cannot be stored. Then none is added.
  mutating func readValues(
    of key: AttributeKey, isRequired: Bool
  ) throws(InterchangeError) -> Bool {
    let location = cursor.location()
    values.removeAll(keepingCapacity: true)
    var isStorable = true
    if case .array = try cursor.jsonKind() {
      try open()
      while try advanceToElement() {
        isStorable = try readValue(of: key, isRequired: isRequired) && isStorable
      }
    } else if !isOwnExport, key.isKnown, case .string = try cursor.jsonKind() {
      _ = try readScalar(limit: cellLimit(of: key))
      collectForeignCell(of: key, at: location)
    } else {
      isStorable = try readValue(of: key, isRequired: isRequired)
    }
    if isStorable { addValues(to: key, at: location) }
    return isStorable
  }

  private mutating func readValue(
    of key: AttributeKey, isRequired: Bool
  ) throws(InterchangeError) -> Bool {
    let location = cursor.location()
    switch try readScalar(limit: AttributeValue.byteLimit) {
    case .null: break
    case .string where !isOwnExport && key.isKnown, .number where !isOwnExport && key.isKnown:
      collectForeign(text.string, of: key, at: location)
    case .true, .false, .string: collect(.text(text.string), of: key, at: location)
    case .number:
      let number = text.isTruncated ? nil : AttributeValue.number(text.string)
      collect(number ?? .text(text.string), of: key, at: location)
    case .object where options.file != nil: return try readName(of: key) || isRequired
    case .array, .object:
      if isRequired {
        try skipUnexpected("text or a number for a value of '\(key)'")
      } else {
        try skipValue()
      }
      return false
    }
    return true
  }

  /// Reads the name of an object, such as a genre of TMDB.
  ///
  /// - Returns: Whether it has one.
  private mutating func readName(of key: AttributeKey) throws(InterchangeError) -> Bool {
    var hasName = false
    try open()
    while try advanceToMember() {
      if nesting.key.bytes.elementsEqual("name".utf8), case .string = try cursor.jsonKind() {
        hasName = try readValue(of: key, isRequired: true)
      } else {
        try skipValue()
      }
    }
    return hasName
  }

  // MARK: Rows

  /// The number of bytes that are stored of a text with the values of a key. A note of another
  /// program can be cut.
  func cellLimit(of key: AttributeKey) -> Int {
    if options.file != nil, key == .note { return MovieAttributes.byteLimit }
    return key.isSingle ? AttributeValue.byteLimit : ValueCell.byteLimit
  }

  /// Adds texts of another program to the attributes of the record.
  mutating func addAttributes(
    _ texts: [String], to key: AttributeKey, at location: TextLocation
  ) {
    values.removeAll(keepingCapacity: true)
    for text in texts {
      self.text = BoundedText(text, limit: cellLimit(of: key))
      collectForeign(text, of: key, at: location)
    }
    addValues(to: key, at: location)
  }

  /// Adds the cell in `text` to the attributes of the record.
  mutating func addAttribute(_ key: AttributeKey, at location: TextLocation) {
    values.removeAll(keepingCapacity: true)
    if !isOwnExport, key.isKnown {
      collectForeignCell(of: key, at: location)
    } else if key.isSingle {
      collect(.text(text.string), of: key, at: location)
    } else if text.isTruncated {
      cursor.recordProblem(StoreError.tooManyBytes.description, at: location)
    } else {
      let cell = text.bytes
      _ = ValueCell.forEachText(in: cell, allowsBackslash: true) { part in
        text = part
        collect(value(part.string, of: key), of: key, at: location)
      }
    }
    addValues(to: key, at: location)
  }

  /// The value of a cell. An export has numbers as they are printed; any other text is not a number
  /// there.
  private func value(_ text: String, of key: AttributeKey) -> AttributeValue {
    if isOwnExport, !key.isKnown {
      let number = AttributeValue.printedNumber(text)
      // Of a number and a text that print equally, the first is read as the number.
      return number.flatMap { values.contains($0) ? nil : $0 } ?? .text(text)
    }
    // A value that cannot be stored is reported when it is added.
    do { return try AttributeValue(text, for: key) } catch { return .text(text) }
  }

  /// The values in a cell of another program: a semicolon separates them, or a vertical bar or a
  /// comma those of tags and genres.
  private func foreignParts(of cell: BoundedText, _ key: AttributeKey) -> [BoundedText] {
    if key.isSingle { return [cell] }
    if key == .director, options.file != nil, !cell.bytes.contains(.semicolon) {
      return ForeignFile.names(in: cell, separatedBy: .comma)
    }
    let separators: [UInt8] =
      [.tag, .genre].contains(key) ? [.semicolon, UInt8(ascii: "|"), .comma] : [.semicolon]
    let separator = separators.first(where: cell.bytes.contains) ?? .semicolon
    var parts: [BoundedText] = []
    _ = ValueCell.forEachText(in: cell.bytes, separatedBy: separator, allowsBackslash: true) {
      parts.append($0)
    }
    return parts
  }

  /// Adds the values of a cell of another program.
  private mutating func collectForeignCell(of key: AttributeKey, at location: TextLocation) {
    if options.file != nil, text.bytes.first == .leftBracket,
      let names = Self.names(inJSON: text.bytes)
    {
      for name in names {
        text = BoundedText(name)
        collectForeign(name, of: key, at: location)
      }
      return
    }
    if text.isTruncated {
      if key.isSingle { return collect(.text(text.string), of: key, at: location) }
      return cursor.recordProblem(StoreError.tooManyBytes.description, at: location)
    }
    for part in foreignParts(of: text, key) {
      text = part
      collectForeign(part.string, of: key, at: location)
    }
  }

  /// Adds a value of another program in the form of this library.
  private mutating func collectForeign(
    _ text: String, of key: AttributeKey, at location: TextLocation
  ) {
    let text = String(text.unicodeScalars[...].trimmed)
    switch key {
    case _ where text.isEmpty: break
    case .note where options.file != nil: collectNote(text, at: location)
    case .note, .tag, .aka: collect(.text(text), of: key, at: location)
    case _ where ForeignFile.isNone(text): break
    case .rating: collectRating(text, at: location)
    case .watched: collectDate(text, at: location)
    case .year:
      let year = ForeignDate(text).map { "\($0.year)" }
      if options.file == nil {
        collect(.text(year ?? text), of: key, at: location)
      } else if let number = Int64(year ?? ForeignFile.year(text)), AttributeValue.years ~= number {
        collect(.integer(number), of: key, at: location)
      }
    case .runtime where options.file != nil && text == "0": break
    case .runtime: collect(.text(ForeignFile.minutes(text)), of: key, at: location)
    case .imdb, .tmdb, .letterboxd:
      if !["0", "-1"].contains(text) { collect(.text(text), of: key, at: location) }
    default: collect(.text(text), of: key, at: location)
    }
  }

  private mutating func collectRating(_ written: String, at location: TextLocation) {
    let text = written.replacing(",", with: ".")
    let mapped = options.mappings.first { $0.field == AttributeKey.rating.name }?.scale
    let parts = text.split(separator: "/", maxSplits: 1).map {
      String($0.unicodeScalars[...].trimmed)
    }
    // A rating such as 4/5 has its scale.
    let ownScale = parts.count == 2 ? RatingScale(parts[1]) : nil
    let scale = ownScale ?? mapped ?? options.scale ?? options.file?.scale ?? .own
    if ownScale == nil { facts.scale = scale }
    switch scale.rating(ownScale == nil ? text : parts[0]) {
    case .none: break
    case .rating(let tenths, let isRounded):
      let isWhole = tenths % 10 == 0
      let value: AttributeValue = isWhole ? .integer(tenths / 10) : .real(Double(tenths) / 10)
      facts.addRating(
        ownScale == nil ? Double(text) ?? 0 : Double(RatingScale.own.highest), tenths: tenths,
        isRounded: isRounded)
      collect(value, of: .rating, at: location)
    case .invalid:
      let number = Double(text)
      cursor.recordProblem(
        "expected a rating up to \(scale.highest), found \(written.excerpt())"
          + (number == nil ? "" : "; for another scale, pass '--scale <highest>'"), at: location)
    }
  }

  /// Adds a note, of which the first part is stored if it is too long.
  private mutating func collectNote(_ written: String, at location: TextLocation) {
    let note = options.file?.isHTML == true ? MarkupText.plain(written) : written
    let stored = note.prefix(ofBytes: AttributeValue.byteLimit)
    if stored.utf8.count < note.utf8.count { facts.cutNotes += 1 }
    text = BoundedText(stored)
    collect(.text(stored), of: .note, at: location)
  }

  private mutating func collectDate(_ text: String, at location: TextLocation) {
    if options.file != nil, text.lowercased() == "unknown" {
      return record.attributes.append((.tag, .text(MovieAttributes.seenTag)))
    }
    let isTable = format == .csv || format == .tsv
    if !isTable, ForeignDate.isNever(text) { return }
    let text = text.after(prefix: "watch-date-") ?? text
    guard let date = ForeignDate(text, in: options.file) else {
      return collect(.text(text), of: .watched, at: location)
    }
    if let day = date.day(options.dateOrder, &facts) {
      collect(.text(day), of: .watched, at: location)
    } else {
      cursor.recordProblem(
        "expected a date such as 2026-11-23, found \(text.excerpt())", at: location)
    }
  }

  // MARK: Values

  /// Adds a value, of which the characters are in `text`, to `values`. Blank text is no value.
  private mutating func collect(
    _ value: AttributeValue, of key: AttributeKey, at location: TextLocation
  ) {
    if text.isTruncated {
      let limit = AttributeValue.byteLimit(for: key)
      let error = StoreError.tooLong(.attribute(key), text.count, limit: limit)
      return cursor.recordProblem(error.description, at: location)
    }
    if case .text(let text) = value, text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      return
    }
    record.valueCount += 1
    record.valueBytes += key.name.utf8.count + text.count
    if record.valueCount > MovieAttributes.valueLimit {
      cursor.recordProblem(StoreError.tooManyValues.description, at: location)
    } else if record.valueBytes > MovieAttributes.byteLimit {
      cursor.recordProblem(StoreError.tooManyBytes.description, at: location)
    } else {
      values.append(value)
    }
  }

  /// Adds `values` to the attributes of the record, whose keys can be in any order.
  private mutating func addValues(to key: AttributeKey, at location: TextLocation) {
    do throws(StoreError) {
      for value in values {
        let value = try value.validated(for: key)
        if key.isSingle {
          let first = record.singleValues[key] ?? value
          if first != value { throw .severalValues(of: key) }
          record.singleValues[key] = first
        }
        record.attributes.append((key, value))
      }
    } catch {
      cursor.recordProblem(error.description, at: location)
    }
  }
}

extension AttributeValue {
  /// Returns the number that is printed as the text.
  static func printedNumber(_ text: String) -> AttributeValue? {
    // A negative zero is stored as zero.
    guard let value = number(text), value != .real(0) || text == "0.0" else { return nil }
    return value.description == text ? value : nil
  }
}
