package import MovieStore
package import MovieSystem

/// Reads movies from a file of any interchange format, one at a time and in bounded memory.
///
/// It reads in three steps: the bytes of a record become cells (`TableRow`) or members
/// (`RecordValues`), of which `FieldReader` takes the fields, which `DraftBuilder` makes a movie.
///
/// An invalid record is returned as such. Reading can continue with the next line, element or row.
package struct InterchangeReader: ~Copyable {
  /// The format; `nil` before it is detected.
  package private(set) var format: InterchangeFormat?
  package var cursor: ByteCursor
  var phase = Phase.start
  /// The second and the third step.
  var fieldReader: FieldReader
  /// How cells of rows are written, and how many bytes of those of each column are stored.
  var rowStyle = CellStyle([.comma], .quoted)
  var cellLimits: [Int] = []
  /// Which rows of a dataset are needed; `nil` for all.
  package var filter: Filter?
  let options: ReadingOptions
  private let isXML: Bool
  /// The encoding that the declaration of an XML document names, if it is not known.
  private(set) var unknownEncoding: String?
  /// The text between the columns of CSV.
  package var delimiter: [UInt8] = [.comma]
  /// The line on which the last record starts, from 1.
  package private(set) var recordLine = 0
  /// The offset of the last record, and of its end if fields follow that are not part of it.
  private var recordStart: Int64 = 0
  var recordEnd: Int64?
  /// The bytes of the last record as UTF-8.
  package private(set) var recordBytes: Range<Int64> = 0..<0
  /// The header of CSV and TSV.
  package var header = TableHeader()
  /// The line and the kind of the last records that are not movies, as many as are listed between
  /// two movies.
  package var otherRecords: [(line: Int, kind: String)] = []
  private static let otherRecordLimit = 1 << 16
  /// Whether the elements of an array of JSON follow, and whether there was one.
  var isInArray = false
  var needsComma = false
  /// Whether the array is in an object that is the whole file, and whether a member was before.
  var isInRoot = false
  var needsRootComma = false
  /// What the last heading in a list of titles tells of the movies below it.
  var heading = TitleLineParts()
  /// What the records of the array are; empty for movies.
  var arrayKind = ""
  /// The array of a plain list that begins with `{"movies": [`.
  var plainArrays: [String: String] = [:]

  /// A function that tells by the id of IMDb and the titles of a row whether it is needed.
  package typealias Filter = @Sendable (_ id: String, _ titles: [String]) -> Bool

  /// The kind of a row that the catalog has no movie for.
  package static let unknownMovie = "not in the catalog"

  enum Phase {
    case start
    /// A single JSON object, or an XML document, follows.
    case object
    case records
    case end
  }

  /// - Parameters:
  ///   - fileName: The name of the file in errors.
  ///   - options: How the file is read.
  ///   - isOwnExport: Whether the file is known to be an export of this library.
  ///   - isXML: Whether the file is an XML document, which is one record, or a library.
  package init(
    source: ByteSource, fileName: String, _ options: ReadingOptions = ReadingOptions(),
    isOwnExport: Bool = false, isXML: Bool = false
  ) {
    self.isXML = isXML
    cursor = ByteCursor(source: source, fileName: fileName)
    format = options.format
    self.options = options
    fieldReader = FieldReader(options, fileName: fileName, isOwnExport: isOwnExport)
  }

  /// The fields that were read so far.
  package var fields: SourceFields {
    var facts = facts
    facts.isOwnExport = isOwnExport
    let others = fieldReader.otherFields
    return SourceFields(ignored: others.ignored, named: others.named, facts: facts)
  }

  /// Whether the source is an export of this library: all columns are kept, and texts are read as
  /// they are.
  package var isOwnExport: Bool { fieldReader.isOwnExport }

  /// What is known about the source so far.
  package var facts: SourceFacts { fieldReader.draft.facts }

  /// The fields of the record that was read last.
  package var record: RecordFields { fieldReader.draft.record }

  /// Whether records have the ids of movies.
  package var readsIDs: Bool {
    get { fieldReader.readsIDs }
    set { fieldReader.readsIDs = newValue }
  }

  /// The name of the list, if the positions of its rows are kept. The first record was read.
  package var positionList: String? {
    fieldReader.draft.hasPositions ? fieldReader.draft.listName : nil
  }

  /// Whether the whole source must be read before the options are known. The first record was read.
  package var hasUndecidedOptions: Bool {
    if isOwnExport { return false }
    return options.file?.titles == .episodes || fieldReader.columns.contains(.row(.user))
      || !options.decidesScale && canHave(.rating)
      || options.dateOrder == nil && canHave(.watched)
  }

  /// Whether the records of another program can have days of watching. The first record was read.
  package var canHaveViewings: Bool { !isOwnExport && canHave(.watched) }

  private func canHave(_ key: AttributeKey) -> Bool {
    fieldReader.columns.isEmpty || fieldReader.columns.contains(.attribute(key))
  }

  /// Whether only what decides how the values are read is needed: the days and ratings of rows.
  var decidesOnly: Bool { fieldReader.draft.decisions != nil }

  /// Reads the source to its end for what its values decide together. Problems of records are
  /// reported when they are read.
  package mutating func readDecisions() throws(SystemError) -> ColumnDecisions {
    fieldReader.draft.decisions = ColumnDecisions()
    while try next() != nil {}
    var decisions = fieldReader.draft.decisions ?? ColumnDecisions()
    decisions.namedScale = facts.namedScale
    return decisions
  }

  /// Returns an error about the last record.
  package mutating func errorOfRecord(_ message: String) -> InterchangeError {
    var error = cursor.error(message, at: TextLocation(line: recordLine, column: 1))
    error.bytes = recordBytes
    return error
  }

  /// Whether the source has all movies, and not those of a user.
  package var isDataset: Bool { options.file?.isDataset == true }

  /// Whether the last record was read.
  package var isAtEnd: Bool { phase == .end }

  /// Returns the next record, or `nil` at the end and after malformed text that ends reading.
  package mutating func next() throws(SystemError) -> ImportRecord? {
    guard phase != .end else { return nil }
    var record: ImportRecord?
    do throws(InterchangeError) {
      record = try nextRecord()
      // Rows that are not movies are only counted.
      while record != nil, let kind = self.record.kind {
        fieldReader.draft.facts.otherKinds.add(kind)
        if otherRecords.count < Self.otherRecordLimit { otherRecords.append((recordLine, kind)) }
        record = try nextRecord()
      }
    } catch {
      // The rest of the input cannot be read.
      var error = error
      if error.scope == .record { error.scope = .file }
      // A quote that is never closed has all that follows it.
      error.hidesRest = cursor.peek() != nil || cursor.location().line > error.line
      error.precedesRecords = phase == .start && !isXML
      record = .failure(error)
      phase = .end
    }
    if record == nil || cursor.failure != nil { phase = .end }
    if let failure = cursor.failure { throw failure }
    let end = recordEnd ?? cursor.offset
    recordBytes = min(fieldReader.decisionEnd ?? recordStart, end)..<end
    if case .failure(var error) = record, phase != .end {
      error.bytes = recordBytes
      return .failure(error)
    }
    return record
  }

  private mutating func nextRecord() throws(InterchangeError) -> ImportRecord? {
    if phase == .start { try begin() }
    if isXML { return try nextDocument() }
    return switch format {
    case .ndjson: try nextLine()
    case .json: try nextElement()
    case .csv, .tsv: try nextRow()
    case nil: nil
    }
  }

  mutating func beginRecord(at location: TextLocation) {
    recordLine = location.line
    (recordStart, recordEnd) = (cursor.offset, nil)
    fieldReader.beginRecord()
  }

  /// Leaves out the first bytes of the record.
  mutating func skipInRecord(_ count: Int) { recordStart += Int64(count) }

  /// Makes a problem that prevents no reading one of the record.
  mutating func takeProblem() {
    if let problem = cursor.removeProblem() { fieldReader.draft.recordProblem(problem) }
  }

  // MARK: The first bytes

  /// Detects the encoding and the format.
  ///
  /// - Returns: Whether the source is a table.
  mutating func beginText() throws(InterchangeError) -> Bool {
    try detectEncoding()
    header.hasByteOrderMark = cursor.skipByteOrderMark()
    if format == nil { format = detectedFormat() }
    if format == .ndjson || format == .json, options.format == nil, hasArrays() { format = .json }
    guard format == .csv || format == .tsv else { return false }
    if cursor.hasOnlyCarriageReturns() { cursor.convertCarriageReturns() }
    return true
  }

  /// Whether the source is an object with arrays of records.
  private mutating func hasArrays() -> Bool {
    if let file = options.file { return !file.arrays.isEmpty }
    // Before the array, only members that are no records may be.
    let start = cursor.lookahead(Self.objectStartLength).drop { $0 != .leftBrace }.dropFirst()
    let end = start.firstIndex { [.leftBrace, .leftBracket].contains($0) } ?? start.endIndex
    let key = String(
      decoding: start[..<end].filter { !$0.isBlank && $0 != .lineFeed }, as: UTF8.self)
    let rest = start[end...].dropFirst().first { !$0.isBlank && $0 != .lineFeed }
    if start[end...].first == .leftBracket, rest == .leftBrace {
      for name in ["movies", "films"] where key.hasSuffix("\"\(name)\":") { plainArrays[name] = "" }
    }
    return !plainArrays.isEmpty
  }

  private mutating func begin() throws(InterchangeError) {
    if isXML {
      try detectEncoding()
      _ = cursor.skipByteOrderMark()
      fieldReader.draft.facts.fields = []
      return phase = .object
    }
    _ = try beginText()
    switch format {
    case .ndjson:
      detectOwnObjects()
      cursor.endsRecordAtLineFeed = true
    case .json:
      detectOwnObjects()
      try readArrayStart()
    case .csv, .tsv:
      try readHeader()
      rowStyle = cellStyle
      fieldReader.draft.hasMarkup = rowStyle.delimiter == [.pipe] && !isOwnExport
      cellLimits = fieldReader.cellLimits
    case nil: break
    }
    if phase == .start { phase = .records }
  }

  /// Reads the header, unless it was read.
  package mutating func readStart() throws(InterchangeError) {
    if phase == .start { try begin() }
  }

  private mutating func detectEncoding() throws(InterchangeError) {
    let start = cursor.lookahead(ForeignFile.startLength)
    if start.starts(with: [0xFF, 0xFE, 0, 0]) {
      throw cursor.error("expected UTF-8 or UTF-16 text, found UTF-32", scope: .encoding)
    }
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) {
      fieldReader.draft.facts.encoding = "UTF-16"
      return cursor.decode(as: .utf16(isBigEndian: start[0] == 0xFE))
    }
    if !isXML, let problem = ForeignFile.problem(inFirstBytes: start) {
      throw cursor.error(problem)
    }
    if ForeignFile.startsWithNUL(start) {
      throw cursor.error(
        "expected UTF-8 text, found a NUL character at the start", scope: .encoding)
    }
    if start.starts(with: "\u{FEFF}".utf8) { return }
    let name = isXML ? XMLElements.encodingName(in: start) : nil
    let declared = name.flatMap(ReadingOptions.Encoding.init(name:))
    // A converted document still has the name of its former encoding: UTF-8 is tried.
    if declared == nil { unknownEncoding = name }
    let encodings = [declared, options.encoding].compactMap(\.self)
    if let encoding = encodings.first(where: { $0 != .utf8 }), let characters = encoding.characters
    {
      fieldReader.draft.facts.encoding = encoding.rawValue
      cursor.decode(as: .table(characters))
    }
  }

  /// Recognizes an export by the keys of the first object.
  private mutating func detectOwnObjects() {
    cursor.skipBlankLines()
    let start = cursor.lookahead(Self.objectStartLength)
    let signature = SourceSignature(fileName: cursor.fileName, ofJSON: start)
    fieldReader.hasDecisions =
      start.drop { $0.isBlank || [.lineFeed, .leftBracket, .leftBrace].contains($0) }
      .starts(with: "\"\(DecisionField.reason)\"".utf8) && signature.hasDecisions
    if signature.isOwnExport { fieldReader.draft.isOwnExport = true }
    fieldReader.draft.facts.fields = isOwnExport ? nil : []
  }

  /// The number of bytes in which an object has the keys that make it an export.
  static let objectStartLength = 1 << 16

  /// Detects the format by the first line that is not blank. Returns `nil` if there is none.
  private mutating func detectedFormat() -> InterchangeFormat? {
    cursor.skipBlankLines()
    let line = cursor.lookahead()
    let start = line.drop { $0.isBlank }
    switch start.first {
    case nil where line.isEmpty: return nil
    case .leftBracket: return .json
    case .leftBrace:
      // An object of several lines is JSON.
      return start.dropFirst().allSatisfy { $0.isBlank } ? .json : .ndjson
    default: return firstRow().contains(.tab) && options.delimiter == nil ? .tsv : .csv
    }
  }
}

/// A record of an interchange file: a movie, or the first error of an invalid record.
package typealias ImportRecord = Result<MovieDraft, InterchangeError>
