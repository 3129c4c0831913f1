package import MovieStore
package import MovieSystem

/// Reads movies from a file of any interchange format, one at a time and in bounded memory.
///
/// An invalid record is returned as such. Reading can continue with the next line, element or row.
package struct InterchangeReader: ~Copyable {
  /// The format; `nil` before it is detected.
  package private(set) var format: InterchangeFormat?
  package var cursor: ByteCursor
  var phase = Phase.start
  package var record = RecordFields()
  /// The string or cell that was read last.
  var text = BoundedText(limit: 0)
  /// The values of the attribute that was read last.
  var attributeValues: [AttributeValue] = []
  /// The columns of CSV and TSV.
  var columns: [ColumnField] = []
  /// How cells of rows are written, and how many bytes of those of each column are stored.
  var rowStyle = CellStyle([.comma], .quoted)
  var cellLimits: [Int] = []
  /// The row of CSV or TSV that was read last.
  var row = TableRow()
  /// Whether the source is an export of this library: all columns are kept, and texts are read as
  /// they are.
  package var isOwnExport: Bool
  /// Whether records have the ids of movies.
  package var readsIDs = false
  /// Whether only what decides how the values are read is needed: the days and ratings of rows.
  package var decidesOnly = false
  /// Which rows of a dataset are needed; `nil` for all.
  package var filter: Filter?
  let options: ReadingOptions
  /// Whether the source is a file of a preset.
  let isPreset: Bool
  private let isXML: Bool
  /// The fields that names stand for in files of other programs.
  var fieldNames: FieldNames
  /// The text between the columns of CSV.
  package var delimiter: [UInt8] = [.comma]
  /// The position of the column that tells whether a row is a movie.
  var typeColumn: Int?
  /// What the texts of a column that tells the kind of rows stand for; `nil` for movies.
  var kinds: [String: String?] = [:]
  /// Whether the records have the fields of `DecisionField`; in rows, as their last ones.
  var hasDecisions = false
  var hasDecisionsAtEnd = false
  /// The line on which the last record starts, from 1.
  package private(set) var recordLine = 0
  /// The bytes of the last record as UTF-8.
  package private(set) var recordBytes: Range<Int64> = 0..<0
  /// The header of CSV and TSV.
  package var header = TableHeader()
  /// The line and the kind of the last records that are not movies, as many as are listed between
  /// two movies.
  package var otherRecords: [(line: Int, kind: String)] = []
  private static let otherRecordLimit = 1 << 16
  /// Whether a record with a title was read.
  private var hasTitles = false
  /// The name of a list, which its movies get as a tag.
  var listTags: [String] = []
  /// What is known about the source so far.
  package var facts = SourceFacts()
  /// The keys and columns that are not fields of every movie.
  var otherFields: OtherFields
  /// The record of JSON or XML that was read last.
  var values = RecordValues()
  /// Whether the elements of an array of JSON follow, and whether there was one.
  var isInArray = false
  var needsComma = false

  enum Phase {
    case start
    /// A single JSON object follows.
    case object
    case records
    case end
  }

  /// - Parameters:
  ///   - fileName: The name of the file in errors.
  ///   - options: How the file is read.
  ///   - isOwnExport: Whether the file is known to be an export of this library.
  ///   - isXML: Whether the file is an XML document, which is one record.
  package init(
    source: ByteSource, fileName: String, _ options: ReadingOptions = ReadingOptions(),
    isOwnExport: Bool = false, isXML: Bool = false
  ) {
    self.isXML = isXML
    cursor = ByteCursor(source: source, fileName: fileName)
    format = options.format
    self.options = options
    isPreset = options.file != nil
    self.isOwnExport = isOwnExport
    fieldNames = FieldNames(options.mappings, options.file)
    otherFields = OtherFields(options.kept, ignoring: options.ignored)
  }

  /// The fields that were read so far.
  package var fields: SourceFields {
    var facts = facts
    facts.isOwnExport = isOwnExport
    return SourceFields(ignored: otherFields.ignored, named: otherFields.named, facts: facts)
  }

  /// Whether the whole source must be read before the options are known. The first record was read.
  package var hasUndecidedOptions: Bool {
    if isOwnExport { return false }
    let canHave = { [columns] (key: AttributeKey) in
      columns.isEmpty || columns.contains(.attribute(key))
    }
    return columns.contains(.row(.user)) || !options.decidesScale && canHave(.rating)
      || options.dateOrder == nil && canHave(.watched)
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
        facts.otherKinds.add(kind)
        if otherRecords.count < Self.otherRecordLimit { otherRecords.append((recordLine, kind)) }
        record = try nextRecord()
      }
    } catch {
      // The rest of the input cannot be read.
      var error = error
      if error.scope == .record { error.scope = .file }
      error.precedesRecords = phase == .start
      record = .failure(error)
      phase = .end
    }
    if record == nil || cursor.failure != nil { phase = .end }
    if let failure = cursor.failure { throw failure }
    let end = self.record.end ?? cursor.offset
    recordBytes = min(self.record.start, end)..<end
    if case .failure(var error) = record, phase != .end {
      error.bytes = recordBytes
      return .failure(error)
    }
    return record
  }

  private mutating func nextRecord() throws(InterchangeError) -> ImportRecord? {
    if isXML { return nextDocument() }
    if phase == .start { try begin() }
    return switch format {
    case .ndjson: try nextLine()
    case .json: try nextElement()
    case .csv, .tsv: try nextRow()
    case nil: nil
    }
  }

  mutating func beginRecord(at location: TextLocation) {
    record = RecordFields()
    record.start = cursor.offset
    recordLine = location.line
    otherFields.beginRecord()
  }

  // MARK: The first bytes

  /// Detects the encoding and the format.
  ///
  /// - Returns: Whether the source is a table.
  mutating func beginText() throws(InterchangeError) -> Bool {
    try detectEncoding()
    header.hasByteOrderMark = cursor.skipByteOrderMark()
    if format == nil { format = detectedFormat() }
    return format == .csv || format == .tsv
  }

  private mutating func begin() throws(InterchangeError) {
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
      cellLimits = columns.enumerated().map { cellLimit(of: $1, isType: $0 == typeColumn) }
    case nil: break
    }
    if phase == .start { phase = .records }
  }

  /// Reads the header, unless it was read.
  package mutating func readStart() throws(InterchangeError) {
    if phase == .start, !isXML { try begin() }
  }

  private mutating func detectEncoding() throws(InterchangeError) {
    let start = cursor.lookahead(ForeignFile.startLength)
    if start.starts(with: [0xFF, 0xFE, 0, 0]) {
      throw cursor.error("expected UTF-8 or UTF-16 text, found UTF-32", scope: .encoding)
    }
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) {
      facts.encoding = "UTF-16"
      return cursor.decode(as: .utf16(isBigEndian: start[0] == 0xFE))
    }
    if let problem = ForeignFile.problem(inFirstBytes: start) { throw cursor.error(problem) }
    if ForeignFile.startsWithNUL(start) {
      throw cursor.error(
        "expected UTF-8 text, found a NUL character at the start", scope: .encoding)
    }
    if options.encoding == .windows1252, !start.starts(with: "\u{FEFF}".utf8) {
      facts.encoding = "Windows-1252"
      cursor.decode(as: .windows1252)
    }
  }

  /// Recognizes an export by the keys of the first object.
  private mutating func detectOwnObjects() {
    cursor.skipBlankLines()
    let start = cursor.lookahead(Self.objectStartLength)
    func has(_ key: String) -> Bool { start.span.contains("\"\(key)\"".utf8.span) }
    hasDecisions =
      start.drop { $0.isBlank || [.lineFeed, .leftBracket, .leftBrace].contains($0) }
      .starts(with: "\"\(DecisionField.reason)\"".utf8) && has("\(DecisionField.decision)")
    defer { facts.fields = isOwnExport ? nil : [] }
    isOwnExport =
      isOwnExport
      || has("title") && (has("attributes") || has("favorite") && (has("cast") || has("actors")))
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
    default: return line.contains(.tab) && options.delimiter == nil ? .tsv : .csv
    }
  }
}

/// A record of an interchange file: a movie, or the first error of an invalid record.
package typealias ImportRecord = Result<MovieDraft, InterchangeError>

// The fields of a record. Their texts are in `text`.
extension InterchangeReader {
  mutating func setTitle(at location: TextLocation) {
    if let file = options.file {
      if !text.isBlank { setTitle(of: file, at: location) }
    } else {
      record.title = validated(text, .title, at: location)
    }
  }

  mutating func setFavorite(expected: StaticString, at location: TextLocation) {
    switch text.isTruncated ? "…" : text.string.lowercased() {
    case "true", "1", "yes", "*": record.isFavorite = true
    case "false", "0", "no", "": record.isFavorite = false
    default:
      cursor.recordProblem(
        "expected \(expected) for 'favorite', found \(text.excerpt)", at: location)
    }
  }

  mutating func addName(_ text: BoundedText, at location: TextLocation) {
    guard let name = validated(text, .name, at: location) else { return }
    let (names, bytes) = (record.cast.count + 1, record.castBytes + name.utf8.count)
    if names > MovieDraft.castNameLimit || bytes > MovieDraft.castByteLimit {
      let error: StoreError =
        names > MovieDraft.castNameLimit
        ? .tooLong(.cast, names, "names", limit: MovieDraft.castNameLimit)
        : .tooLong(.cast, bytes, limit: MovieDraft.castByteLimit)
      return cursor.recordProblem(error.description, at: location)
    }
    record.cast.append(name)
    record.castBytes = bytes
  }

  /// Returns the movie of the record, or the first problem that the cursor recorded.
  mutating func finishRecord(at location: TextLocation) -> ImportRecord {
    facts.rowCount += 1
    if record.kind != nil, isPreset || !columns.isEmpty {
      _ = cursor.removeProblem()
      return .success(MovieDraft())
    }
    if let problem = cursor.removeProblem() { return .failure(problem) }
    if let file = options.file { finishRow(of: file) }
    guard let title = record.title else {
      let found = (hasTitles ? nil : otherFields.otherTitle) ?? "none"
      return .failure(
        cursor.error(
          "expected a 'title', found \(found)", at: location, scope: hasTitles ? .record : .file))
    }
    hasTitles = true
    if let problem = record.decisionProblem {
      return .failure(cursor.error(problem, at: location))
    }
    var draft = MovieDraft(
      record.id, cleanTitle: title, cleanCast: record.cast,
      isFavorite: record.isFavorite || options.file?.areFavorites == true,
      attributes: MovieAttributes(valid: record.attributes))
    if !isOwnExport {
      if !options.keepsTitles { draft.moveYear() }
      // The original title, which many files have, is usually the title.
      let akas = draft.attributes[.aka]
      let others = akas.filter { Folding.fold($0.description) != Folding.fold(draft.title) }
      if others.count < akas.count { draft.attributes[.aka] = others }
    }
    if isPreset { draft.attributes.settleMarks() }
    return .success(draft)
  }

  mutating func validated(
    _ text: BoundedText, _ subject: InvalidInput, at location: TextLocation
  ) -> String? {
    do throws(StoreError) {
      if text.isTruncated {
        throw .tooLong(subject, text.count, limit: MovieDraft.textByteLimit)
      }
      return try TextValidation.validated(text.string, subject)
    } catch {
      cursor.recordProblem(error.description, at: location)
      return nil
    }
  }
}

/// The fields of a record that were read so far.
package struct RecordFields {
  /// What the record is if it is not a movie, such as `TV series`.
  var kind: String?
  var id: Movie.ID?
  var title: String?
  var cast: [String] = []
  var castBytes = 0
  var isFavorite = false
  var attributes: [(key: AttributeKey, value: AttributeValue)] = []
  /// The values of keys that allow only one.
  var singleValues: [AttributeKey: AttributeValue] = [:]
  /// The number of values of attributes, and of the bytes of their keys and texts, including repeated values.
  var (valueCount, valueBytes) = (0, 0)
  /// The keys of a JSON object that are fields of every movie.
  var keys: [MovieField] = []
  /// The rank of the name of each field that a JSON object of another program has.
  var ranks: [String: Int] = [:]
  /// The number of keys of a JSON object.
  var keyCount = 0
  /// The keys of the objects of JSON that the current key is in, each with a dot.
  var path = ""
  /// The offset of the record, and of its end if fields follow that are not part of it.
  var start: Int64 = 0
  var end: Int64?
  /// The id of the movie in the files of its preset.
  package var presetID: String?
  /// The id elsewhere in a row of a preset, and its key.
  var (foreignKey, foreignID) = ("", "")
  /// Whether an NFO file is about a movie.
  var hasMovie = false
  /// The date of release in a row of a preset.
  var released = ""
  /// The movies that an earlier import named, and the user's decision.
  var candidates = ""
  var decision = ""
}

extension RecordFields {
  /// Whether a name of a field is not worse than those before, whose values are then removed.
  mutating func isBest(_ name: (field: String, rank: Int)) -> Bool {
    let former = ranks[name.field] ?? name.rank
    if former < name.rank { return false }
    ranks[name.field] = name.rank
    if former == name.rank { return true }
    switch MovieField(rawValue: name.field) {
    case .title: title = nil
    case .cast, .actors: cast = []
    case .favorite: isFavorite = false
    case .attributes: break
    case nil:
      let key = AttributeKey(unchecked: name.field)
      attributes.removeAll { $0.key == key }
      singleValues[key] = nil
    }
    keys.removeAll { $0.rawValue == name.field }
    return true
  }
}

/// The fields of every movie, with their names in keys and columns.
enum MovieField: String {
  case title, cast, favorite
  /// An object of attributes, only in JSON.
  case attributes
  /// An alias of `cast`.
  case actors
}

/// Limits that bound the memory of a parser for any input.
///
/// The limits of a title, a name and a cast are in `MovieDraft`.
enum InterchangeLimits {
  /// The depth of nested arrays and objects.
  static let depth = 512
  /// The number of columns.
  static let columns = 16_384
  /// The number of ignored fields that are reported.
  static let ignoredFields = 64
}

extension MovieDraft {
  /// Moves the year in parentheses at the end of the title to the year, unless that is another one.
  package mutating func moveYear() {
    guard let (title, year) = MovieReference.titleAndYear(title),
      attributes.year == nil || attributes.year == year
    else { return }
    self.title = title
    attributes.year = year
  }
}
