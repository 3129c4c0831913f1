internal import MovieStore
internal import MovieSystem

// The rows of CSV and TSV.
extension InterchangeReader {
  /// Returns the movie of the next row, or `nil` at the end.
  mutating func nextRow() throws(InterchangeError) -> ImportRecord? {
    while cursor.skipEmptyLines() {
      if options.titleLines != nil, let text = skipHeading() {
        heading = TitleLineParts(heading: text)
        continue
      }
      let location = cursor.location()
      beginRecord(at: location)
      try cursor.readRow(into: &fieldReader.row, rowStyle, limits: cellLimits)
      takeProblem()
      if fieldReader.row.isEmpty, !isOwnExport, fieldReader.columns.count > 1 {
        // Spreadsheet programs write empty rows as separators.
        continue
      }
      if rowStyle.delimiter == [.pipe] {
        if fieldReader.row.isRule { continue }
        // Text can follow a table of Markdown.
        if fieldReader.row.count == 1 {
          fieldReader.draft.record.kind = "other lines"
          return .success(MovieDraft())
        }
      }
      if let lines = options.titleLines {
        let line = String(decoding: fieldReader.row.text(of: 0), as: UTF8.self)
        if line.trimmed.isEmpty { continue }
        if lines.isHeading(line.trimmed) {
          heading = TitleLineParts(heading: line)
          fieldReader.draft.record.kind = "headings"
          return .success(MovieDraft())
        }
        skipInRecord(lines.markLength(of: line))
        let cells = lines.cells(of: line, under: heading)
        fieldReader.row.replace(by: cells)
        if facts.rowCount == 0, !lines.hasHeader { fieldReader.draft.facts.firstLine = cells[0] }
      }
      let decision = fieldReader.readRow(decidesOnly: decidesOnly, filter, at: location)
      if decidesOnly { return .success(MovieDraft()) }
      recordEnd = decision.map { decisionStart(fieldReader.row.cells[$0].offset) }
      return fieldReader.finish(at: location)
    }
    return nil
  }

  /// Reads the columns, unless the input is empty.
  mutating func readHeader() throws(InterchangeError) {
    guard cursor.skipEmptyLines() else { return }
    if let lines = options.titleLines {
      while lines.hasHeader, skipHeading() != nil, cursor.skipEmptyLines() {}
      if lines.hasHeader { cursor.skipLine() }
      setHeaderText(MovieField.title.rawValue)
      return fieldReader.setColumns(named: TitleLines.columns)
    }
    detectDelimiter()
    skipSeparatorLine()
    guard cursor.skipEmptyLines() else { return }
    if readFixedHeader() { return }
    try readPreamble()
    guard cursor.skipEmptyLines() else { return }
    let start = (location: cursor.location(), offset: cursor.offset)
    let preview = cursor.lookahead(TableHeader.limit)
    let names = try readTexts()
    if let problem = cursor.removeProblem() { throw problem }
    let end = DecisionField.start(in: names).map { decisionStart(fieldReader.row.cells[$0].offset) }
    header.set(preview, length: cursor.offset - start.offset, end: end.map { $0 - start.offset })
    skipToColumns(names, preview.prefix(Int(cursor.offset - start.offset)))
    try fieldReader.setColumns(at: start.location)
  }

  /// The number of lines above a header.
  private static let headingLimit = 24

  /// Skips the lines above the header of a table of one's own, such as a heading: up to the first
  /// line with a column of titles and another known one.
  ///
  /// - Parameter first: The first line.
  private mutating func skipToColumns(_ names: [String], _ first: ArraySlice<UInt8>) {
    if options.file != nil || Self.hasColumns(names, count: 1, options) { return }
    let (row, header) = (fieldReader.row, header)
    var lines = Array(first)
    for _ in 0..<Self.headingLimit where cursor.skipEmptyLines() {
      let start = (line: cursor.location().line, offset: cursor.offset)
      let preview = cursor.lookahead(TableHeader.limit)
      do {
        let names = try readTexts()
        let length = cursor.offset - start.offset
        if cursor.removeProblem() == nil, Self.hasColumns(names, count: 2, options) {
          self.header.set(preview, length: length, end: nil)
          self.header.preamble = lines
          fieldReader.draft.facts.headerLine = start.line
          return
        }
        lines += preview.prefix(Int(length))
      } catch { break }
    }
    (fieldReader.row, self.header) = (row, header)
  }

  private static func hasColumns(
    _ names: [String], count: Int, _ options: ReadingOptions
  ) -> Bool {
    if FieldReader.ownColumns.contains(Array(names.prefix(3))) { return true }
    var fields = FieldNames(options)
    fields.setContext(names)
    let found = Set(names.compactMap { fields.field(named: $0)?.field })
    return found.count >= count && found.contains(MovieField.title.rawValue)
  }

  /// Reads the cells of a line that has no columns yet.
  private mutating func readTexts() throws(InterchangeError) -> [String] {
    let limits = [Int](repeating: MovieDraft.textByteLimit, count: InterchangeLimits.columns)
    try cursor.readRow(into: &fieldReader.row, cellStyle, limits: limits)
    let row = fieldReader.row
    return row.cells.indices.map { String(decoding: row.text(of: $0), as: UTF8.self) }
  }

  /// The end of the fields before an offset, with which the fields of a decision begin.
  func decisionStart(_ offset: Int64) -> Int64 {
    offset - Int64(format == .tsv ? 1 : delimiter.count)
  }

  /// Skips a line such as `sep=;`, with which spreadsheet programs begin a file, and takes its
  /// delimiter.
  mutating func skipSeparatorLine() {
    let line = cursor.lookahead()
    let character = line.dropFirst(4).first
    guard line.starts(with: "sep=".utf8), let character, line.dropFirst(5).allSatisfy(\.isBlank)
    else { return }
    if options.delimiter == nil, format == .csv { delimiter = [character] }
    fieldReader.draft.facts.delimiter =
      delimiter == [.comma] ? nil : String(decoding: delimiter, as: UTF8.self)
    header.hasSeparatorLine = true
    cursor.skipLine()
  }

  /// Sets the delimiter of the options, or the one that the header has most of.
  mutating func detectDelimiter() {
    if case .tsv = format { return }
    let header = firstRow()
    if FieldReader.ownColumns.contains(where: {
      header.starts(with: $0.joined(separator: ",").utf8)
    }) {
      return
    }
    if let chosen = options.delimiter {
      delimiter = Array(chosen.utf8)
    } else if Self.isPiped(header) {
      delimiter = [.pipe]
    } else if !header.contains(.comma), header.span.contains("::".utf8.span) {
      delimiter = [.colon, .colon]
    } else if header.count(where: { $0 == .semicolon }) > header.count(where: { $0 == .comma }) {
      delimiter = [.semicolon]
    }
    if delimiter != [.comma] {
      fieldReader.draft.facts.delimiter = String(decoding: delimiter, as: UTF8.self)
    }
  }

  /// The first line with a delimiter: that of the header, or one below a heading.
  mutating func firstRow() -> ArraySlice<UInt8> {
    let lines = cursor.lookahead(TableHeader.limit)
      .split(separator: .lineFeed, maxSplits: Self.headingLimit)
    let row =
      lines.first(where: Self.isPiped)
      ?? lines.first {
        $0.contains(.tab) || $0.contains(.semicolon) || $0.contains(.comma)
          || $0.span.contains("::".utf8.span)
      }
    guard let first = lines.first, let row, row != first else { return cursor.lookahead() }
    let name = String(decoding: first.prefix(String.excerptLimit), as: UTF8.self).trimmed
    return Self.hasColumns([name], count: 1, options) ? cursor.lookahead() : row
  }

  /// Whether a line is a row of a table in Markdown.
  private static func isPiped(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == .pipe && line.count { $0 == .pipe } > 2
  }

  // MARK: Cells

  /// How cells are written.
  var cellStyle: CellStyle {
    // A line is one cell: it has no control character but tabs.
    if options.titleLines != nil { return CellStyle([0x1F], .raw(hasEntities: false)) }
    let isTSV = format == .tsv
    let isPiped = !isTSV && delimiter == [.pipe]
    let delimiter = isTSV ? [.tab] : delimiter
    if case .raw = options.file?.cells {
      return CellStyle(delimiter, .raw(hasEntities: options.file?.isHTML == true))
    }
    return CellStyle(
      delimiter, isTSV || isPiped ? .escaped(isLenient: !isOwnExport) : .quoted,
      skipsSpaces: options.file?.cells == .spaced || isPiped,
      refusesNull: !isTSV && !isOwnExport)
  }

  // MARK: Kinds of files

  /// Skips the table with which a list begins, and takes the name of the list from it.
  mutating func readPreamble() throws(InterchangeError) {
    guard let preamble = options.file?.preamble, cursor.isAt(preamble) else { return }
    let (start, text) = (cursor.offset, cursor.lookahead(TableHeader.limit))
    cursor.skipLine()
    let names = try readTexts()
    let values = try readTexts()
    fieldReader.draft.listTags = zip(names, values).filter { $0.0 == "Name" }.map(\.1)
    _ = cursor.skipEmptyLines()
    header.preamble = Array(text.prefix(Int(cursor.offset - start)))
  }

  /// Sets the columns of a kind of file without a header. Unresolved records of it have one.
  mutating func readFixedHeader() -> Bool {
    guard let names = options.file?.header, !names.isEmpty, !cursor.isAt(names[0]) else {
      return false
    }
    delimiter = options.delimiter.map { Array($0.utf8) } ?? [.colon, .colon]
    setFixedHeader(names)
    return true
  }

  private mutating func setFixedHeader(_ names: [String]) {
    setHeaderText(names.joined(separator: String(decoding: delimiter, as: UTF8.self)))
    fieldReader.setColumns(named: names)
  }

  private mutating func setHeaderText(_ text: String) {
    header.set(Array(text.utf8), length: Int64(text.utf8.count), end: nil)
  }

  /// Reads what tells which program wrote the source.
  ///
  /// - Parameter fileName: The name of the file, with its directories in an archive.
  package mutating func readSignature(named fileName: String) throws(InterchangeError)
    -> SourceSignature
  {
    guard try beginText() else {
      let start = cursor.lookahead(Self.objectStartLength)
      return SourceSignature(fileName: fileName, ofJSON: start)
    }
    guard cursor.skipEmptyLines() else { return SourceSignature(fileName: fileName, start: []) }
    detectDelimiter()
    skipSeparatorLine()
    let start = cursor.lookahead(ForeignFile.startLength)
    let columns = cursor.skipEmptyLines() ? try readTexts() : []
    return SourceSignature(
      fileName: fileName, columns: columns, start: start,
      isOwnExport: FieldReader.ownColumns.contains(Array(columns.prefix(3))))
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
    let returns = line.dropLast().reversed().prefix { $0 == .carriageReturn }.count
    let content = line.dropLast(line.last == .lineFeed ? returns + 1 : 0)
    if line.last == .lineFeed { lineEnd = Array(line[content.endIndex...]) }
    text = Array(content.prefix(end.map(Int.init) ?? content.count))
  }
}
