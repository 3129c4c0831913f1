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
      try cursor.readRow(into: &row, rowStyle, limits: cellLimits)
      if row.isEmpty, !isOwnExport, columns.count > 1 {
        // Spreadsheet programs write empty rows as separators.
        continue
      }
      // A row that is no movie is only counted.
      decode(.kinds)
      if decidesOnly {
        if record.kind == nil { decode(.decisive) }
        _ = cursor.removeProblem()
        return .success(MovieDraft())
      }
      if let filter, record.kind == nil, row.problem == nil, row.count == columns.count,
        !isIncluded(by: filter)
      {
        record.kind = Self.unknownMovie
      }
      if record.kind == nil { decode(.values) } else { countIgnoredCells() }
      row.problem.map { cursor.record($0.error) }
      // Some services end each row with a separator.
      let isEnded = row.count == columns.count + 1 && row.endsInEmptyCell && isPreset
      if row.count != columns.count, !isEnded { recordCount(at: location) }
      return finishRecord(at: location)
    }
    return nil
  }

  /// Takes the values of some columns from the row. What is wrong with the text of a cell comes
  /// before what is wrong with its value.
  private mutating func decode(_ part: RowPart) {
    for (index, column) in columns.enumerated().prefix(row.cells.count)
    where part.includes(column, isType: index == typeColumn) {
      if let problem = row.problem, problem.cell <= index { cursor.record(problem.error) }
      let cell = row.cells[index]
      text.replace(by: row.text(of: index), count: cell.count)
      read(column, cell, isType: index == typeColumn)
    }
  }

  /// A function that tells by the id of IMDb and the titles of a row whether it is needed.
  package typealias Filter = @Sendable (_ id: String, _ titles: [String]) -> Bool

  /// The kind of a row that the catalog has no movie for.
  package static let unknownMovie = "not in the catalog"

  private func isIncluded(by filter: Filter) -> Bool {
    func texts(_ column: ColumnField) -> [String] {
      columns.indices.filter { columns[$0] == column }
        .map { String(decoding: row.text(of: $0), as: UTF8.self) }
    }
    return filter(
      texts(.attribute(.imdb)).first ?? "", texts(.movie(.title)) + texts(.attribute(.aka)))
  }

  private mutating func countIgnoredCells() {
    for (index, cell) in zip(columns.indices, row.cells) where cell.count > 0 && index != typeColumn
    {
      if case .other(let field) = columns[index] { otherFields.ignore(field) }
    }
  }

  private mutating func recordCount(at location: TextLocation) {
    var (count, expected) = (row.count, columns.count)
    let added = DecisionField.allCases.count
    if hasDecisionsAtEnd, added...row.cells.count ~= count {
      // The last cells are the decision, and others are not.
      record.end = decisionStart(row.cells[count - added].offset)
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
    guard columns.contains(.movie(.title)) || isPreset else {
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
    if !isPlain, !isPreset || !ImportPreset.plainFields.contains(field) {
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

  /// How cells are written.
  var cellStyle: CellStyle {
    let isTSV = format == .tsv
    let delimiter = isTSV ? [.tab] : delimiter
    if case .raw = options.file?.cells {
      return CellStyle(delimiter, .raw(hasEntities: options.file?.isHTML == true))
    }
    return CellStyle(
      delimiter, isTSV ? .escaped(isLenient: !isOwnExport) : .quoted,
      skipsSpaces: options.file?.cells == .spaced, refusesNull: !isTSV && !isOwnExport)
  }

  /// Reads a cell of a line that has no columns yet.
  mutating func readText(
    limit: Int, at location: TextLocation
  ) throws(InterchangeError) -> CellEnd {
    text.reset(limit: limit)
    return try cursor.readCell(into: &text, cellStyle, at: location)
  }

  /// The number of bytes that are stored of the cells of a column.
  func cellLimit(of column: ColumnField, isType: Bool) -> Int {
    switch column {
    case .movie(.title): MovieDraft.textByteLimit
    case .movie(.cast), .movie(.actors): Self.castLimit
    case .movie(.favorite): String.excerptLimit
    case .attribute(let key): cellLimit(of: key)
    case .decision, .row, .id: AttributeValue.byteLimit
    case .movie(.attributes), .other, .unused: isType ? String.excerptLimit : 0
    }
  }

  /// Takes the value of a column from the cell, whose text is in `text`.
  private mutating func read(_ column: ColumnField, _ cell: TableRow.Cell, isType: Bool) {
    let location = cell.location
    if isType { record.kind = ForeignFile.kind(text.string) }
    switch column {
    case .movie(.title): setTitle(at: location)
    case .movie(.cast), .movie(.actors): readCast(at: location)
    case .movie(.favorite):
      setFavorite(expected: "true, false, 1, 0, yes, no, * or an empty field", at: location)
    case .attribute(let key): addAttribute(key, at: location)
    case .decision(let field):
      if field == .reason, hasDecisionsAtEnd { record.end = decisionStart(cell.offset) }
      record.set(field, to: text.string)
    case .row(let field): read(field, text.string, at: location)
    case .id: record.id = Int64(text.string).map(Movie.ID.init)
    case .other(let field) where text.count > 0 && !isType: otherFields.ignore(field)
    case .movie(.attributes), .other, .unused: break
    }
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
    if isPreset, cell.first == .leftBracket || cell.first == .leftBrace {
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

  /// The texts of a JSON array, or the names of the objects in it, in their order; `nil` for any
  /// other text.
  static func names(inJSON text: [UInt8]) -> [String]? {
    var reader = InterchangeReader(
      source: ByteSource(bytes: text), fileName: "", ReadingOptions(format: .json))
    return reader.namesInArray()
  }

  private mutating func namesInArray() -> [String]? {
    do throws(InterchangeError) {
      try cursor.readJSONValue(into: &values, depth: 0)
    } catch {
      return nil
    }
    cursor.skipJSONSpace()
    guard cursor.peek() == nil, !values.isTruncated, values[0].kind == .array else { return nil }
    read(.cast, 0)
    return cursor.removeProblem() == nil ? record.cast : nil
  }
}

/// Some columns of a row.
private enum RowPart {
  /// Those that tell whether the row is a movie.
  case kinds
  /// All others.
  case values
  /// Those whose values decide how all are read.
  case decisive

  func includes(_ column: ColumnField, isType: Bool) -> Bool {
    switch self {
    case .kinds: isType || column.tellsKind
    case .values: !isType && !column.tellsKind
    case .decisive: column == .attribute(.rating) || column == .attribute(.watched)
    }
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
