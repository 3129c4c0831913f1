/// Parses the rows of CSV and TSV.
struct DelimitedMovieParser {
  enum Dialect {
    case csv
    case tsv
  }

  private(set) var ignoredKeys = IgnoredKeys()

  private let dialect: Dialect
  /// The field of each column, `nil` for an ignored one. `nil` before the header was read.
  private var columns: [MovieField?]?
  private var text = BoundedText(limit: 0)

  init(_ dialect: Dialect) { self.dialect = dialect }

  /// Returns the movie of the next row, or `nil` at the end.
  mutating func next(_ cursor: inout ByteCursor) throws(ParseFailure) -> ImportRecord? {
    guard try cursor.skipEmptyLines() else { return nil }
    guard let columns else {
      columns = try readHeader(&cursor)
      return try next(&cursor)
    }
    let location = cursor.location()
    var record = RecordBuilder()
    var count = 0
    var end = CellEnd.separator
    while end == .separator {
      let field = count < columns.count ? columns[count] : nil
      end = try readCell(field, &cursor, &record)
      count += 1
    }
    if count != columns.count {
      let noun = columns.count == 1 ? "field" : "fields"
      cursor.recordProblem(
        "expected \(columns.count) \(noun) (as in the header), found \(count)", at: location)
    }
    return record.build(at: location, &cursor)
  }

  // MARK: The header

  private mutating func readHeader(
    _ cursor: inout ByteCursor
  ) throws(ParseFailure) -> [MovieField?] {
    let location = cursor.location()
    var columns: [MovieField?] = []
    var end = CellEnd.separator
    var first = ""
    while end == .separator {
      let location = cursor.location()
      text.reset(limit: MovieDraft.textByteLimit)
      end = try readText(&cursor)
      if let problem = cursor.removeProblem() { throw .malformed(problem) }
      let field = MovieField(key: text.bytes)
      if field != nil, columns.contains(field) {
        throw cursor.malformed(
          "expected each column once, found \(text.excerpt) twice", at: location)
      }
      guard columns.count < InterchangeLimits.columns else {
        throw cursor.malformed(
          "expected at most \(InterchangeLimits.columns) columns, found more", at: location)
      }
      columns.append(field)
      if first.isEmpty { first = text.excerpt }
      if columns.last == .some(nil) { ignoredKeys.insert(text) }
    }
    guard columns.contains(.title) else {
      throw cursor.malformed(
        "expected a header with a 'title' column (lower case), found one that starts with \(first)",
        at: location)
    }
    guard !columns.contains(.cast) || !columns.contains(.actors) else {
      throw cursor.malformed("expected either 'cast' or 'actors', found both", at: location)
    }
    return columns
  }

  // MARK: Cells

  private mutating func readText(_ cursor: inout ByteCursor) throws(ParseFailure) -> CellEnd {
    switch dialect {
    case .csv: try cursor.readCSVCell(into: &text)
    case .tsv: try cursor.readTSVCell(into: &text)
    }
  }

  private mutating func readCell(
    _ field: MovieField?, _ cursor: inout ByteCursor, _ record: inout RecordBuilder
  ) throws(ParseFailure) -> CellEnd {
    let location = cursor.location()
    text.reset(limit: Self.limit(of: field))
    let end = try readText(&cursor)
    switch field {
    case .title: record.setTitle(text, at: location, &cursor)
    case .cast, .actors: readCast(at: location, &cursor, &record)
    case .favorite: readFavorite(at: location, &cursor, &record)
    case nil: break
    }
    return end
  }

  /// The length of the longest cast: all characters escaped, and a separator after each name.
  private static let castLimit = 2 * MovieDraft.castByteLimit + MovieDraft.castNameLimit

  private static func limit(of field: MovieField?) -> Int {
    switch field {
    case .title: MovieDraft.textByteLimit
    case .cast, .actors: castLimit
    case .favorite: InterchangeLimits.quotedCharacters
    case nil: 0
    }
  }

  private func readCast(
    at location: TextLocation, _ cursor: inout ByteCursor, _ record: inout RecordBuilder
  ) {
    guard !text.isTruncated else {
      return cursor.recordProblem(
        "expected at most \(Self.castLimit) bytes for a cast, found \(text.count)", at: location)
    }
    do {
      try CastText.forEachName(in: text.bytes) { record.addName($0, at: location, &cursor) }
    } catch {
      cursor.recordProblem("expected '\\;' or '\\\\' in a cast, found a lone '\\'", at: location)
    }
  }

  private func readFavorite(
    at location: TextLocation, _ cursor: inout ByteCursor, _ record: inout RecordBuilder
  ) {
    guard !text.isTruncated, let isFavorite = MovieField.isFavorite(text.string) else {
      let words = MovieField.favoriteWords
      return cursor.recordProblem(
        "expected \(words) for 'favorite', found \(text.excerpt)", at: location)
    }
    record.isFavorite = isFavorite
  }
}

/// What ends a cell of a row.
enum CellEnd {
  case separator
  case row
}

extension ByteCursor {
  private static let plainCSV = ASCIISet(0x01...0x7F, except: ",\"\r\n")
  private static let quotedCSV = ASCIISet(0x01...0x7F, except: "\"\n")
  private static let plainTSV = ASCIISet(0x01...0x7F, except: "\t\\\r\n")

  /// Skips empty lines. Returns `false` at the end of the input.
  mutating func skipEmptyLines() throws(ParseFailure) -> Bool {
    while try isAtLineEnd() { skipLineEnd() }
    return try peek() != nil
  }

  /// Reads a cell of RFC 4180 and appends its text without its quotes.
  ///
  /// - Throws: Only for a quote that is never closed; other problems are recorded.
  mutating func readCSVCell(into text: inout BoundedText) throws(ParseFailure) -> CellEnd {
    let isQuoted = try peek() == .quote
    if isQuoted { try readQuoted(into: &text) }
    while true {
      if let end = try readCellEnd(.comma) { return end }
      if isQuoted {
        try recordUnexpected(expected: "',' or the end of the line after the quoted field")
      } else if try peek() == .quote {
        recordProblem("expected quotes only around a whole field, found a quote inside it")
      }
      if try peek() == .quote { skip() }
      try readPlain(Self.plainCSV, into: &text)
    }
  }

  private mutating func readQuoted(into text: inout BoundedText) throws(ParseFailure) {
    let start = location()
    skip()
    while true {
      try readPlain(Self.quotedCSV, into: &text)
      switch try peek() {
      case nil: throw malformed("expected '\"' at the end of this field, found none", at: start)
      case .lineFeed:
        text.append(.lineFeed)
        skipLineFeed()
      case .quote where try peek(1) == .quote:
        text.append(.quote)
        skip(2)
      case .quote: return skip()
      default: break
      }
    }
  }

  /// Reads a cell of tab-separated values and appends its unescaped text.
  mutating func readTSVCell(into text: inout BoundedText) throws(ParseFailure) -> CellEnd {
    while true {
      if let end = try readCellEnd(.tab) { return end }
      if try peek() == .backslash {
        try readTSVEscape(into: &text)
      } else {
        try readPlain(Self.plainTSV, into: &text)
      }
    }
  }

  private mutating func readTSVEscape(into text: inout BoundedText) throws(ParseFailure) {
    let location = location()
    skip()
    switch try peek() {
    case UInt8(ascii: "t"): text.append(.tab)
    case UInt8(ascii: "n"): text.append(.lineFeed)
    case UInt8(ascii: "r"): text.append(.carriageReturn)
    case .backslash: text.append(.backslash)
    default:
      let found = try describeNext()
      return recordProblem(
        "expected one of \\t \\n \\r \\\\, found '\\' before \(found)", at: location)
    }
    skip()
  }

  /// Reads characters of the set and one character outside ASCII. A byte that a cell cannot contain is
  /// skipped and recorded as a problem.
  private mutating func readPlain(
    _ set: ASCIISet, into text: inout BoundedText
  ) throws(ParseFailure) {
    try readRun(of: set, into: &text)
    switch try peek() {
    case .some(0x80...):
      guard let length = try scalarLength() else {
        try recordUnexpected(expected: "UTF-8 text")
        return skip()
      }
      read(length, into: &text)
    case 0:
      recordProblem("expected text without NUL characters, found one")
      skip()
    case .carriageReturn where try !isAtLineEnd():
      recordProblem("expected a line feed after the carriage return, found none")
      skip()
    default: break
    }
  }

  private mutating func readCellEnd(_ separator: UInt8) throws(ParseFailure) -> CellEnd? {
    switch try peek() {
    case separator:
      skip()
      return .separator
    case nil: return .row
    case .lineFeed, .carriageReturn:
      guard try isAtLineEnd() else { return nil }
      skipLineEnd()
      return .row
    default: return nil
    }
  }
}
