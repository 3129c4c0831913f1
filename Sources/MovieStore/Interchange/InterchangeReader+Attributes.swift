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
    let field = otherFields.field(nesting.key)
    if field.key?.isKnown != true, case .object = try cursor.jsonKind() {
      try skipObject(field)
    } else if let key = field.key {
      if try readValues(of: key, isRequired: key.isKnown) { return countRating(key) }
    } else {
      try skipValue()
    }
    otherFields.ignore(field)
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
  private mutating func readValues(
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
    case .true, .false, .string: collect(.text(text.string), of: key, at: location)
    case .number:
      let number = text.isTruncated ? nil : AttributeValue.number(text.string)
      collect(number ?? .text(text.string), of: key, at: location)
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

  // MARK: Rows

  /// Adds the cell in `text` to the attributes of the record.
  mutating func addAttribute(_ key: AttributeKey, at location: TextLocation) {
    values.removeAll(keepingCapacity: true)
    if key.isSingle {
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
    countRating(key)
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

  private mutating func countRating(_ key: AttributeKey) {
    guard key == .rating, !isOwnExport, let rating = record.singleValues[key]?.number else {
      return
    }
    ratings = (ratings.count + 1, max(ratings.highest, rating))
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
