internal import MovieStore
internal import MovieSystem

// The rows of CSV and TSV.
extension InterchangeReader {
  /// The length of the longest cast: all characters escaped, and a separator after each name.
  static let castLimit = 2 * MovieDraft.castByteLimit + MovieDraft.castNameLimit

  /// Returns the movie of the next row, or `nil` at the end.
  mutating func nextRow() throws(InterchangeError) -> ImportRecord? {
    while cursor.skipEmptyLines() {
      let location = cursor.location()
      beginRecord(at: location)
      var (count, isEmpty) = (0, true)
      var end = CellEnd.separator
      /// The starts of the last cells.
      var starts: [Int64] = []
      while end == .separator {
        if hasDecisionsAtEnd {
          starts = starts.suffix(DecisionField.allCases.count - 1) + [cursor.offset]
        }
        end = try readCell(
          of: count < columns.count ? columns[count] : nil, isType: count == typeColumn)
        count += 1
        isEmpty = isEmpty && text.count == 0
        // Some services end each row with a separator.
        if count == columns.count + 1, end == .row, text.count == 0, options.file != nil {
          count -= 1
        }
      }
      if isEmpty, !isOwnExport, columns.count > 1 {
        // Spreadsheet programs write empty rows as separators.
        _ = cursor.removeProblem()
        continue
      }
      if count != columns.count { recordCount(count, starts, at: location) }
      return finishRecord(at: location)
    }
    return nil
  }

  private mutating func recordCount(_ count: Int, _ starts: [Int64], at location: TextLocation) {
    var (count, expected) = (count, columns.count)
    let added = DecisionField.allCases.count
    if hasDecisionsAtEnd, count >= added {
      // The last cells are the decision, and others are not.
      record.end = decisionStart(starts[0])
      (record.candidates, record.decision) = ("", "")
      (count, expected) = (count - added, expected - added)
    }
    let noun = expected == 1 ? "field" : "fields"
    // Values in the wrong columns are no further problem.
    if !isOwnExport { cursor.removeProblemOfRecord() }
    cursor.recordProblem(
      "expected \(expected) \(noun) (as in the header), found \(count)", at: location)
  }

  /// Reads the columns, unless the input is empty.
  mutating func readHeader() throws(InterchangeError) {
    guard cursor.skipEmptyLines() else { return }
    detectDelimiter()
    skipSeparatorLine()
    guard cursor.skipEmptyLines() else { return }
    if readFixedHeader() { return }
    try readPreamble()
    guard cursor.skipEmptyLines() else { return }
    let start = (location: cursor.location(), offset: cursor.offset)
    let preview = cursor.lookahead(TableHeader.limit)
    var end = CellEnd.separator
    var names: [(text: BoundedText, location: TextLocation, offset: Int64)] = []
    while end == .separator {
      let (location, offset) = (cursor.location(), cursor.offset)
      end = try readText(limit: MovieDraft.textByteLimit, at: location)
      if let problem = cursor.removeProblem() { throw problem }
      guard names.count < InterchangeLimits.columns else {
        throw cursor.error(
          "expected at most \(Formatting.grouped(InterchangeLimits.columns)) columns, found more",
          at: location)
      }
      names.append((text, location, offset))
      if names.count == 3, Self.ownColumns.contains(names.map(\.text.string)) {
        isOwnExport = true
        otherFields.keepAll()
      }
    }
    let decisions = DecisionField.start(in: names.map(\.text.string))
    hasDecisionsAtEnd = decisions != nil
    let headerEnd = decisions.map { decisionStart(names[$0].offset) }
    header.set(
      preview, length: cursor.offset - start.offset, end: headerEnd.map { $0 - start.offset })
    let texts = names.map(\.text)
    columns = isOwnExport ? texts.map { ownColumn($0) } : columns(texts)
    let fields = DecisionField.columns(in: names.map(\.text.string), isOwnExport: isOwnExport)
    hasDecisions = !fields.isEmpty
    for (index, field) in fields { columns[index] = .decision(field) }
    for (index, column) in columns.enumerated() {
      guard case .movie = column, columns[..<index].contains(column) else { continue }
      throw cursor.error(
        "expected each column once, found \(names[index].text.excerpt) twice",
        at: names[index].location)
    }
    let found = names.prefix(ForeignFile.columnLimit).map(\.text.string)
    for mapping in options.mappings
    where !isOwnExport
      && !names.contains(where: { FieldNames.areEqual($0.text.string, mapping.column) })
    {
      throw cursor.error(
        "expected the column '\(mapping.column)' for '\(mapping.field)', found \(ForeignFile.list(found))",
        at: start.location, scope: .option)
    }
    facts.fields = Set(columns.compactMap(\.fieldName))
    guard columns.contains(.movie(.title)) || options.file != nil else {
      throw cursor.error(ForeignFile.problem(inHeader: found), at: start.location)
    }
    guard !columns.contains(.movie(.cast)) || !columns.contains(.movie(.actors)) else {
      throw cursor.error("expected either 'cast' or 'actors', found both", at: start.location)
    }
  }

  /// The end of the fields before an offset, with which the fields of a decision begin.
  func decisionStart(_ offset: Int64) -> Int64 {
    offset - Int64(format == .tsv ? 1 : delimiter.count)
  }

  /// The first columns of every export, and of a list that the program prints.
  static let ownColumns = [["title", "favorite", "cast"], ["id", "favorite", "title"]]

  private mutating func ownColumn(_ name: BoundedText) -> ColumnField {
    if readsIDs, name.string == "id" { return .id }
    if let field = MovieField(rawValue: name.string), field != .attributes { return .movie(field) }
    return otherColumn(name)
  }

  private mutating func otherColumn(_ name: BoundedText) -> ColumnField {
    let field = otherFields.field(name)
    return field.key.map(ColumnField.attribute) ?? .other(field)
  }

  /// The columns of another program. Of several names of one field, the best is used.
  mutating func columns(_ names: [BoundedText]) -> [ColumnField] {
    let fields = names.map { $0.isTruncated ? nil : fieldNames.field(named: $0.string) }
    var best: [String: Int] = [:]
    for case let field? in fields { best[field.field] = min(best[field.field] ?? .max, field.rank) }
    typeColumn = fields.firstIndex { $0?.field == FieldNames.kind }
    return zip(names, fields).map { name, field in
      guard let field, field.field != FieldNames.kind else { return otherColumn(name) }
      if let field = RowField(rawValue: field.field) { return .row(field) }
      if field.field.isEmpty { return .unused }
      if field.rank != best[field.field] { return .other(otherFields.field(name, isIgnored: true)) }
      return column(field.field, named: name)
    }
  }

  private mutating func column(_ field: String, named name: BoundedText) -> ColumnField {
    let column: ColumnField
    if field == "cast", name.string.lowercased() == "actors" {
      column = .movie(.actors)
    } else if let field = MovieField(rawValue: field) {
      column = .movie(field)
    } else {
      let key = AttributeKey(unchecked: field)
      if otherFields.isIgnored(key) { return otherColumn(name) }
      column = .attribute(key)
    }
    let isPlain = FieldNames.areEqual(name.string, field)
    if !isPlain, options.file == nil || !ImportPreset.plainFields.contains(field) {
      facts.columns.append(.init(name: name.string, field: field))
    }
    return column
  }

  /// Skips a line such as `sep=;`, with which spreadsheet programs begin a file, and takes its
  /// delimiter.
  mutating func skipSeparatorLine() {
    let line = cursor.lookahead()
    let character = line.dropFirst(4).first
    guard line.starts(with: "sep=".utf8), let character, line.dropFirst(5).allSatisfy(\.isBlank)
    else { return }
    if options.delimiter == nil, format == .csv { delimiter = [character] }
    facts.delimiter = delimiter == [.comma] ? nil : String(decoding: delimiter, as: UTF8.self)
    header.hasSeparatorLine = true
    cursor.skipLine()
  }

  /// Sets the delimiter of the options, or the one that the header has most of.
  mutating func detectDelimiter() {
    if case .tsv = format { return }
    let header = cursor.lookahead()
    if Self.ownColumns.contains(where: { header.starts(with: $0.joined(separator: ",").utf8) }) {
      return
    }
    if let chosen = options.delimiter {
      delimiter = Array(chosen.utf8)
    } else if !header.contains(.comma), header.span.contains("::".utf8.span) {
      delimiter = [.colon, .colon]
    } else if header.count(where: { $0 == .semicolon }) > header.count(where: { $0 == .comma }) {
      delimiter = [.semicolon]
    }
    if delimiter != [.comma] { facts.delimiter = String(decoding: delimiter, as: UTF8.self) }
  }

  // MARK: Cells

  mutating func readText(
    limit: Int, at location: TextLocation
  ) throws(InterchangeError) -> CellEnd {
    text.reset(limit: limit)
    if let file = options.file, file.cells == .raw {
      let end = cursor.readRawCell(
        into: &text, format == .tsv ? [.tab] : delimiter, hasEntities: file.isHTML)
      if text.bytes == [.backslash, UInt8(ascii: "N")] { text.reset(limit: limit) }
      return end
    }
    if options.file?.cells == .spaced { while cursor.peek() == .space { cursor.skip() } }
    if case .tsv = format {
      if !isOwnExport, cursor.hasQuotedCell() { return try cursor.readCSVCell(into: &text, [.tab]) }
      return cursor.readTSVCell(into: &text, isLenient: !isOwnExport)
    }
    let end = try cursor.readCSVCell(into: &text, delimiter)
    if !isOwnExport, text.count == 2, text.bytes == [.backslash, UInt8(ascii: "N")] {
      cursor.recordNull(at: location)
    }
    return end
  }

  private mutating func readCell(
    of column: ColumnField?, isType: Bool
  ) throws(InterchangeError) -> CellEnd {
    let location = cursor.location()
    let limit =
      switch column {
      case .movie(.title): MovieDraft.textByteLimit
      case .movie(.cast), .movie(.actors): Self.castLimit
      case .movie(.favorite): String.excerptLimit
      case .attribute(let key): cellLimit(of: key)
      case .decision, .row, .id: AttributeValue.byteLimit
      case nil, .movie(.attributes), .other, .unused:
        isType ? String.excerptLimit : 0
      }
    if case .decision(.reason) = column, hasDecisionsAtEnd {
      record.end = decisionStart(cursor.offset)
    }
    let end = try readText(limit: limit, at: location)
    if isType { record.kind = ForeignFile.kind(text.string) }
    switch column {
    case .movie(.title): setTitle(at: location)
    case .movie(.cast), .movie(.actors): readCast(at: location)
    case .movie(.favorite):
      setFavorite(expected: "true, false, 1, 0, yes, no, * or an empty field", at: location)
    case .attribute(let key): addAttribute(key, at: location)
    case .decision(let field): record.set(field, to: text.string)
    case .row(let field): read(field, text.string, at: location)
    case .id: record.id = Int64(text.string).map(Movie.ID.init)
    case .other(let field) where text.count > 0 && !isType: otherFields.ignore(field)
    case nil, .movie(.attributes), .other, .unused: break
    }
    return end
  }

  /// Adds the names of the cell or the string in `text` to the cast.
  mutating func readCast(at location: TextLocation) {
    guard !text.isTruncated else {
      return cursor.recordProblem(
        "expected at most \(Formatting.grouped(Self.castLimit)) bytes for a cast, found "
          + Formatting.grouped(text.count), at: location)
    }
    if !isOwnExport, text.bytes.first == .leftBracket, readCastList(at: location) { return }
    let cell = text.bytes
    if options.file != nil, cell.first == .leftBracket || cell.first == .leftBrace {
      return cursor.recordProblem(
        "expected names or a JSON array in a cast, found \(text.excerpt)", at: location)
    }
    if !isOwnExport, text.count == 3, text.string.lowercased() == "n/a" { return }
    let separator =
      (options.castSeparator ?? options.file?.castSeparator).flatMap {
        isOwnExport || $0.utf8.count != 1 ? nil : $0.utf8.first
      }
    if !isOwnExport, separator == nil, cell.contains(.comma), !cell.contains(.semicolon) {
      facts.castsWithCommas += 1
    }
    var names: [BoundedText] = []
    let isValid = ValueCell.forEachText(in: cell, allowsBackslash: !isOwnExport) { text in
      guard let separator else { return names.append(text) }
      names += ForeignFile.names(in: text, separatedBy: separator)
    }
    for name in names where isOwnExport || !name.isBlank { addName(name, at: location) }
    if !isValid {
      cursor.recordProblem("expected '\\;' or '\\\\' in a cast, found a lone '\\'", at: location)
    }
  }

  /// Reads a cast that is a JSON array of names or of objects.
  ///
  /// - Returns: `false` for a name that begins with a bracket.
  private mutating func readCastList(at location: TextLocation) -> Bool {
    guard let names = Self.names(inJSON: text.bytes) else {
      guard let list = ForeignFile.listName(text.bytes) else { return false }
      cursor.recordProblem(
        "expected names separated by ';' or a JSON array in a cast, found \(list); replace it by names",
        at: location, scope: .file)
      return true
    }
    for name in names {
      text = BoundedText(name)
      addName(text, at: location)
    }
    return true
  }

  /// The texts of a JSON array, or the names of the objects in it; `nil` for any other text.
  static func names(inJSON array: [UInt8]) -> [String]? {
    let line = Array("{\"title\": \"x\", \"cast\": ".utf8) + array + [.rightBrace]
    var reader = InterchangeReader(
      source: ByteSource(bytes: line), fileName: "", ReadingOptions(format: .json),
      isOwnExport: true)
    // A source in memory does not fail. Nothing may follow the array.
    guard case .success(let draft)? = try? reader.next(), case nil = try? reader.next() else {
      return nil
    }
    return draft.cast
  }
}

/// The header of a table as it is written.
package struct TableHeader: Equatable {
  /// The number of bytes that are stored.
  static let limit = 1 << 16

  package var hasByteOrderMark = false
  package var hasSeparatorLine = false
  /// The lines before the header.
  package var preamble: [UInt8] = []
  /// The header without its line end and the fields of decisions; `nil` if it is longer than the
  /// limit.
  package private(set) var text: [UInt8]? = []
  package private(set) var lineEnd: [UInt8] = [.lineFeed]

  /// - Parameters:
  ///   - start: The first bytes of the table.
  ///   - length: The length of the header with its line end.
  ///   - end: The offset of the fields of decisions.
  mutating func set(_ start: [UInt8], length: Int64, end: Int64?) {
    let line = start.prefix(Int(length))
    if line.count < length { return text = nil }
    if line.suffix(2) == [.carriageReturn, .lineFeed] { lineEnd = [.carriageReturn, .lineFeed] }
    let content = line.dropLast(line.last == .lineFeed ? lineEnd.count : 0)
    text = Array(content.prefix(end.map(Int.init) ?? content.count))
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
  mutating func readCSVCell(
    into text: inout BoundedText, _ delimiter: [UInt8]
  ) throws(InterchangeError) -> CellEnd {
    let isQuoted = peek() == .quote
    let separator = delimiter[0]
    if isQuoted { try readQuoted(into: &text) }
    while true {
      if let end = readCellEnd(separator, delimiter) { return end }
      if isQuoted {
        if separator == .comma {
          recordUnexpected(expected: "',' or the end of the line after the quoted field")
        } else {
          recordUnexpected(expected: "the separator or the end of the line after the quoted field")
        }
      } else if peek() == .quote {
        recordProblem("expected quotes only around a whole field, found a quote inside it")
      }
      if peek() == .quote {
        skip()
      } else if peek() == separator {
        // A part of a longer delimiter.
        read(1, into: &text)
      }
      readPlain(into: &text) { $0 != separator && $0 != .quote && $0 != .carriageReturn }
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

  /// Whether the next cell of tab-separated values is in quotes because of the characters in it, as
  /// spreadsheet programs write it. A title such as `"Heat"` or `"Heat" Again` is not.
  mutating func hasQuotedCell() -> Bool {
    guard peek() == .quote else { return false }
    var (index, needsQuotes) = (1, false)
    while index < 1 << 16, let byte = peek(index) {
      if byte == .quote {
        guard peek(index + 1) == .quote else {
          let next = peek(index + 1)
          return needsQuotes && [nil, .tab, .lineFeed, .carriageReturn].contains(next)
        }
        index += 1
      }
      if [.quote, .comma, .tab, .lineFeed].contains(byte) { needsQuotes = true }
      index += 1
    }
    return false
  }

  /// Reads a cell in which quotes and backslashes stand for themselves.
  ///
  /// - Parameter hasEntities: Whether a semicolon can be the end of an entity such as `&aring;`.
  mutating func readRawCell(
    into text: inout BoundedText, _ delimiter: [UInt8], hasEntities: Bool
  ) -> CellEnd {
    let separator = delimiter[0]
    while true {
      let isEntity = hasEntities && peek() == .semicolon && text.endsInEntity
      if !isEntity, let end = readCellEnd(separator, delimiter) { return end }
      // An entity, or a part of a longer delimiter.
      if peek() == separator { read(1, into: &text) }
      readPlain(into: &text) { $0 != separator && $0 != .carriageReturn }
    }
  }

  /// Reads a cell of tab-separated values and appends its unescaped text.
  ///
  /// - Parameter isLenient: Whether a backslash before another character stands for itself.
  mutating func readTSVCell(into text: inout BoundedText, isLenient: Bool) -> CellEnd {
    while true {
      if let end = readCellEnd(.tab, [.tab]) { return end }
      if peek() == .backslash {
        readTSVEscape(into: &text, isLenient)
      } else {
        readPlain(into: &text) { $0 != .tab && $0 != .backslash && $0 != .carriageReturn }
      }
    }
  }

  private mutating func readTSVEscape(into text: inout BoundedText, _ isLenient: Bool) {
    let location = location()
    skip()
    if isLenient, peek()?.unescapedInTSV == nil, peek() != UInt8(ascii: "N") {
      return text.append(.backslash)
    }
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

  private mutating func readCellEnd(_ separator: UInt8, _ delimiter: [UInt8]) -> CellEnd? {
    switch peek() {
    case separator:
      for (index, byte) in delimiter.enumerated() where peek(index) != byte { return nil }
      skip(delimiter.count)
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
