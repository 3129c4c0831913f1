package import MovieSystem

/// Reads movies from a file of any interchange format, one at a time and in bounded memory.
///
/// An invalid record is returned as such. Reading can continue with the next line, element or row.
package struct InterchangeReader: ~Copyable {
  /// The format; `nil` before it is detected.
  package private(set) var format: InterchangeFormat?
  var cursor: ByteCursor
  var phase = Phase.start
  var record = RecordFields()
  /// The string or cell that was read last.
  var text = BoundedText(limit: 0)
  /// The values of the attribute that was read last.
  var values: [AttributeValue] = []
  /// The columns of CSV and TSV.
  var columns: [ColumnField] = []
  /// Whether the header is that of an export: all columns are kept, and texts are read as they are.
  var isOwnExport = false
  /// The line on which the last record starts, from 1.
  private(set) var recordLine = 0
  /// Whether a record with a title was read.
  private var hasTitles = false
  /// The ratings in a file that is not an export.
  var ratings = (count: 0, highest: 0.0)
  /// The keys and columns that are not fields of every movie.
  var otherFields: OtherFields
  /// The open arrays and objects of JSON.
  var nesting = JSONNesting()

  enum Phase {
    case start
    /// A single JSON object follows.
    case object
    case records
    case end
  }

  /// - Parameters:
  ///   - fileName: The name of the file in errors.
  ///   - format: The format of the file, or `nil` to detect it from the first bytes.
  ///   - kept: The fields that become attributes in addition to those of the known keys.
  ///   - ignored: The names of fields that are ignored, also if they are known keys.
  package init(
    source: ByteSource, fileName: String, format: InterchangeFormat? = nil,
    keeping kept: KeptFields = .named([]), ignoring ignored: [String] = []
  ) {
    cursor = ByteCursor(source: source, fileName: fileName)
    self.format = format
    otherFields = OtherFields(kept, ignoring: ignored)
  }

  /// The fields that were read so far.
  package var fields: SourceFields {
    SourceFields(
      ignored: otherFields.ignored, named: otherFields.named,
      hasLowRatings: ratings.count >= 5 && ratings.highest <= 5)
  }

  /// Whether the last record was read.
  var isAtEnd: Bool { phase == .end }

  /// Returns the next record, or `nil` at the end and after malformed text that ends reading.
  package mutating func next() throws(SystemError) -> ImportRecord? {
    guard phase != .end else { return nil }
    var record: ImportRecord?
    do throws(InterchangeError) { record = try nextRecord() } catch {
      // The rest of the input cannot be read.
      var error = error
      if error.scope == .record { error.scope = .file }
      error.precedesRecords = phase == .start
      record = .failure(error)
      phase = .end
    }
    if record == nil || cursor.failure != nil { phase = .end }
    if let failure = cursor.failure { throw failure }
    return record
  }

  private mutating func nextRecord() throws(InterchangeError) -> ImportRecord? {
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
    recordLine = location.line
    otherFields.beginRecord()
  }

  // MARK: The first bytes

  private mutating func begin() throws(InterchangeError) {
    try requireUTF8()
    cursor.skipByteOrderMark()
    if format == nil { format = detectedFormat() }
    switch format {
    case .ndjson: cursor.endsRecordAtLineFeed = true
    case .json: try readArrayStart()
    case .csv, .tsv: try readHeader()
    case nil: break
    }
    if phase == .start { phase = .records }
  }

  private mutating func requireUTF8() throws(InterchangeError) {
    let start = cursor.lookahead(ForeignFile.startLength)
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) {
      throw cursor.error("expected UTF-8 text, found UTF-16 or UTF-32", scope: .encoding)
    }
    if let problem = ForeignFile.problem(inFirstBytes: start) { throw cursor.error(problem) }
    if start.prefix(4).contains(0) {
      throw cursor.error(
        "expected UTF-8 text, found a NUL character at the start", scope: .encoding)
    }
  }

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
    default: return line.contains(.tab) ? .tsv : .csv
    }
  }
}

/// A record of an interchange file: a movie, or the first error of an invalid record.
package typealias ImportRecord = Result<MovieDraft, InterchangeError>

// The fields of a record. Their texts are in `text`.
extension InterchangeReader {
  mutating func setTitle(at location: TextLocation) {
    record.title = validated(text, .title, at: location)
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
    if let problem = cursor.removeProblem() { return .failure(problem) }
    guard let title = record.title else {
      let found = (hasTitles ? nil : otherFields.otherTitle) ?? "none"
      return .failure(
        cursor.error(
          "expected a 'title', found \(found)", at: location, scope: hasTitles ? .record : .file))
    }
    hasTitles = true
    return .success(
      MovieDraft(
        cleanTitle: title, cleanCast: record.cast, isFavorite: record.isFavorite,
        attributes: MovieAttributes(valid: record.attributes)))
  }

  private mutating func validated(
    _ text: BoundedText, _ subject: InvalidInput.Subject, at location: TextLocation
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
struct RecordFields {
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
  /// The number of characters that a message quotes.
  static let quotedCharacters = 40
}
