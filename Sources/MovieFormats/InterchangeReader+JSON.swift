internal import MovieStore
internal import MovieSystem

// An array of JSON objects (JSON), one object per line (NDJSON), or an XML document.
extension InterchangeReader {
  /// Reads the start of the array. A single object counts as an array of one.
  mutating func readArrayStart() throws(InterchangeError) {
    cursor.skipJSONSpace()
    switch cursor.peek() {
    case nil: break
    case .leftBracket:
      cursor.skip()
      isInArray = true
      cursor.skipJSONSpace()
      fieldReader.readsTitles = cursor.peek() == .quote
    case .leftBrace where !arrays.isEmpty:
      cursor.skip()
      isInRoot = try enterArray()
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
    while isInArray {
      isInArray = try cursor.advanceInJSON(.array, &needsComma)
      if isInArray { return try readMovie(depth: 1) }
      if isInRoot { isInRoot = try enterArray() }
    }
    cursor.skipJSONSpace()
    guard cursor.peek() == nil else {
      throw cursor.unexpected(expected: "the end of the input")
    }
    return nil
  }

  /// The arrays with records in an object that is the whole file, and what their records are.
  private var arrays: [String: String] { options.file?.arrays ?? plainArrays }

  /// Skips the members of the object that is the whole file, up to an array with records.
  ///
  /// - Returns: Whether there is one.
  private mutating func enterArray() throws(InterchangeError) -> Bool {
    while try cursor.advanceInJSON(.object, &needsRootComma) {
      fieldReader.values.begin()
      let key = try cursor.readJSONKey(into: &fieldReader.values)
      if let kind = arrays[fieldReader.values.string(of: key)], cursor.peek() == .leftBracket {
        cursor.skip()
        (isInArray, needsComma, arrayKind) = (true, false, kind)
        return true
      }
      try cursor.readJSONValue(into: &fieldReader.values, depth: 1)
    }
    return false
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
      if !fieldReader.values.isComplete {
        fieldReader.values.endMalformed()
        if !fieldReader.values.isEmpty { fieldReader.readRecord() }
      }
      let first = fieldReader.draft.problem ?? error
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
    fieldReader.values.begin()
    try cursor.readJSONValue(into: &fieldReader.values, depth: depth)
    takeProblem()
    if !arrayKind.isEmpty { fieldReader.draft.record.kind = arrayKind }
    fieldReader.readRecord()
    return fieldReader.finish(at: location)
  }

  // MARK: XML

  /// Returns the movie of an XML document, or the next one of a library; `nil` after the last.
  mutating func nextDocument() throws(InterchangeError) -> ImportRecord? {
    do throws(InterchangeError) {
      if options.file?.roots == [XMLElements.library] { return try nextElementOfLibrary() }
      return phase == .object ? try readDocument() : nil
    } catch {
      phase = .end
      var error = explained(error)
      error.hidesRest = isInArray
      return .failure(error)
    }
  }

  private mutating func readDocument() throws(InterchangeError) -> ImportRecord {
    phase = .records
    let location = cursor.location()
    beginRecord(at: location)
    try cursor.readXML(into: &fieldReader.values)
    takeProblem()
    fieldReader.readRecord()
    return fieldReader.finish(at: location)
  }

  private mutating func nextElementOfLibrary() throws(InterchangeError) -> ImportRecord? {
    if phase == .object {
      phase = .records
      isInArray = try cursor.readXMLRootStart()
    }
    while isInArray, let name = try cursor.skipToXMLElement(in: XMLElements.library) {
      let location = cursor.location()
      beginRecord(at: location)
      let isMovie = fieldReader.fieldNames.hasFields(in: name)
      try cursor.readXMLElement(into: &fieldReader.values, isKept: isMovie)
      takeProblem()
      if isMovie || fieldReader.fieldNames.field(named: name) != nil {
        fieldReader.readRecord()
        return fieldReader.finish(at: location)
      }
    }
    return nil
  }

  /// The error, with what to do if the declaration names an encoding that cannot be read.
  private func explained(_ error: InterchangeError) -> InterchangeError {
    guard error.scope == .encoding, let name = unknownEncoding else { return error }
    return InterchangeError(
      file: error.file, location: error.location,
      message: "the document is in the encoding '\(name)', which cannot be read; convert it first: "
        + "iconv -f \(name) -t UTF-8 <file> > <new file>", scope: .encoding)
  }

  /// Returns the name of the root element of an XML document in lower case, `url` for an address
  /// alone, or `nil` for other text.
  package mutating func readXMLRoot() throws(InterchangeError) -> String? {
    try readStart()
    return try cursor.skipToXMLRoot()
  }
}
