internal import MovieSystem

// The rows of CSV and TSV.
extension InterchangeReader {
  /// The length of the longest cast: all characters escaped, and a separator after each name.
  static let castLimit = 2 * MovieDraft.castByteLimit + MovieDraft.castNameLimit

  /// Returns the movie of the next row, or `nil` at the end.
  mutating func nextRow() throws(InterchangeError) -> ImportRecord? {
    guard cursor.skipEmptyLines() else { return nil }
    let location = cursor.location()
    beginRecord(at: location)
    var count = 0
    var end = CellEnd.separator
    while end == .separator {
      end = try readCell(of: count < columns.count ? columns[count] : nil)
      count += 1
    }
    if count != columns.count {
      let noun = columns.count == 1 ? "field" : "fields"
      cursor.recordProblem(
        "expected \(columns.count) \(noun) (as in the header), found \(count)", at: location)
    }
    return finishRecord(at: location)
  }

  /// Reads the columns, unless the input is empty.
  mutating func readHeader() throws(InterchangeError) {
    guard cursor.skipEmptyLines() else { return }
    let start = cursor.location()
    var end = CellEnd.separator
    var (names, first): ([String], String) = ([], "")
    while end == .separator {
      let location = cursor.location()
      end = try readText(limit: MovieDraft.textByteLimit, at: location)
      if let problem = cursor.removeProblem() {
        let separator = columns.isEmpty ? ForeignFile.separatorProblem(in: text.string) : nil
        throw separator.map { cursor.error($0, at: start) } ?? problem
      }
      let column = ColumnField(text, &otherFields)
      if case .movie = column, columns.contains(column) {
        throw cursor.error(
          "expected each column once, found \(text.excerpt) twice", at: location)
      }
      guard columns.count < InterchangeLimits.columns else {
        throw cursor.error(
          "expected at most \(Formatting.grouped(InterchangeLimits.columns)) columns, found more",
          at: location)
      }
      columns.append(column)
      if columns == Self.ownColumns {
        isOwnExport = true
        otherFields.keepAll()
      }
      if names.count < ForeignFile.columnLimit, text.bytes.count <= ForeignFile.columnByteLimit {
        names.append(text.string)
      }
      if columns.count == 1 { first = text.excerpt }
    }
    guard columns.contains(.movie(.title)) else {
      throw cursor.error(
        ForeignFile.problem(inHeader: names)
          ?? "expected a header with a 'title' column, found one that starts with \(first)",
        at: start)
    }
    guard !columns.contains(.movie(.cast)) || !columns.contains(.movie(.actors)) else {
      throw cursor.error("expected either 'cast' or 'actors', found both", at: start)
    }
  }

  /// The first columns of every export.
  private static let ownColumns: [ColumnField] = [
    .movie(.title), .movie(.favorite), .movie(.cast),
  ]

  // MARK: Cells

  private mutating func readText(
    limit: Int, at location: TextLocation
  ) throws(InterchangeError) -> CellEnd {
    text.reset(limit: limit)
    if case .tsv = format { return cursor.readTSVCell(into: &text) }
    let end = try cursor.readCSVCell(into: &text)
    if !isOwnExport, text.count == 2, text.bytes == [.backslash, UInt8(ascii: "N")] {
      cursor.recordNull(at: location)
    }
    return end
  }

  private mutating func readCell(of column: ColumnField?) throws(InterchangeError) -> CellEnd {
    let location = cursor.location()
    let limit =
      switch column {
      case .movie(.title): MovieDraft.textByteLimit
      case .movie(.cast), .movie(.actors): Self.castLimit
      case .movie(.favorite): InterchangeLimits.quotedCharacters
      case .attribute(let key): key.isSingle ? AttributeValue.byteLimit : ValueCell.byteLimit
      case nil, .movie(.attributes), .other: 0
      }
    let end = try readText(limit: limit, at: location)
    switch column {
    case .movie(.title): setTitle(at: location)
    case .movie(.cast), .movie(.actors): readCast(at: location)
    case .movie(.favorite):
      setFavorite(expected: "true, false, 1, 0, yes, no, * or an empty field", at: location)
    case .attribute(let key): addAttribute(key, at: location)
    case .other(let field) where text.count > 0: otherFields.ignore(field)
    case nil, .movie(.attributes), .other: break
    }
    return end
  }

  private mutating func readCast(at location: TextLocation) {
    guard !text.isTruncated else {
      return cursor.recordProblem(
        "expected at most \(Formatting.grouped(Self.castLimit)) bytes for a cast, found "
          + Formatting.grouped(text.count), at: location)
    }
    if !isOwnExport, let list = ForeignFile.listName(text.bytes) {
      return cursor.recordProblem(
        "expected names separated by ';' in a cast, found \(list); replace it by names",
        at: location, scope: .file)
    }
    if !ValueCell.forEachText(in: text.bytes, { addName($0, at: location) }) {
      cursor.recordProblem("expected '\\;' or '\\\\' in a cast, found a lone '\\'", at: location)
    }
  }
}

/// What ends a cell of a row.
enum CellEnd {
  case separator, row
}

extension ByteCursor {
  /// Skips empty lines. Returns `false` at the end of the input.
  mutating func skipEmptyLines() -> Bool {
    while isAtLineEnd() { skipLineEnd() }
    return peek() != nil
  }

  /// Reads a cell of RFC 4180 and appends its text without its quotes.
  ///
  /// - Throws: Only for a quote that is never closed; other problems are recorded.
  mutating func readCSVCell(into text: inout BoundedText) throws(InterchangeError) -> CellEnd {
    let isQuoted = peek() == .quote
    if isQuoted { try readQuoted(into: &text) }
    while true {
      if let end = readCellEnd(.comma) { return end }
      if isQuoted {
        recordUnexpected(expected: "',' or the end of the line after the quoted field")
      } else if peek() == .quote {
        recordProblem("expected quotes only around a whole field, found a quote inside it")
      }
      if peek() == .quote { skip() }
      readPlain(into: &text) { $0 != .comma && $0 != .quote && $0 != .carriageReturn }
    }
  }

  private mutating func readQuoted(into text: inout BoundedText) throws(InterchangeError) {
    let start = location()
    skip()
    while true {
      readPlain(into: &text) { $0 != .quote }
      switch peek() {
      case nil: throw error("expected '\"' at the end of this field, found none", at: start)
      case .lineFeed:
        text.append(.lineFeed)
        skipLineFeed()
      case .quote where peek(1) == .quote:
        text.append(.quote)
        skip(2)
      case .quote: return skip()
      default: break
      }
    }
  }

  /// Reads a cell of tab-separated values and appends its unescaped text.
  mutating func readTSVCell(into text: inout BoundedText) -> CellEnd {
    while true {
      if let end = readCellEnd(.tab) { return end }
      if peek() == .backslash {
        readTSVEscape(into: &text)
      } else {
        readPlain(into: &text) { $0 != .tab && $0 != .backslash && $0 != .carriageReturn }
      }
    }
  }

  private mutating func readTSVEscape(into text: inout BoundedText) {
    let location = location()
    skip()
    if peek() == UInt8(ascii: "N") { return recordNull(at: location) }
    guard let byte = peek()?.unescapedInTSV else {
      let found = describeNext()
      return recordProblem(
        "expected one of \\t \\n \\r \\\\, found '\\' before \(found)", at: location)
    }
    text.append(byte)
    skip()
  }

  /// Records `\N`, which stands for no value in files of databases and of IMDb.
  mutating func recordNull(at location: TextLocation) {
    recordProblem(
      "expected an empty cell for no value, found '\\N'; replace it", at: location, scope: .file)
  }

  /// Reads plain ASCII characters of a line and one character outside ASCII. A byte that a cell cannot
  /// contain is skipped and recorded as a problem.
  @inline(__always)
  private mutating func readPlain(
    into text: inout BoundedText, while isPlain: (UInt8) -> Bool
  ) {
    readRun(into: &text) { 0x01...0x7F ~= $0 && $0 != .lineFeed && isPlain($0) }
    switch peek() {
    case .some(0x80...):
      guard let length = scalarLength() else {
        recordUnexpected(expected: "UTF-8 text")
        return skip()
      }
      read(length, into: &text)
    case 0:
      recordProblem("expected text without NUL characters, found one")
      skip()
    case .carriageReturn where !isAtLineEnd():
      recordProblem("expected a line feed after the carriage return, found none")
      skip()
    default: break
    }
  }

  private mutating func readCellEnd(_ separator: UInt8) -> CellEnd? {
    switch peek() {
    case separator:
      skip()
      return .separator
    case nil: return .row
    case .lineFeed, .carriageReturn:
      guard isAtLineEnd() else { return nil }
      skipLineEnd()
      return .row
    default: return nil
    }
  }
}
