internal import MovieStore
internal import MovieSystem

/// The cells of a row, which have no meaning yet.
package struct TableRow {
  package struct Cell {
    /// The place of the text in the bytes of the row.
    fileprivate let text: Range<Int>
    /// The number of bytes of the text, also of those that are not stored.
    package let count: Int
    package let location: TextLocation
    package let offset: Int64
  }

  /// The number of bytes after which no text of further cells is stored.
  private static let byteLimit = 1 << 25

  private var bytes: [UInt8] = []
  /// The first cells, as many as a table can have columns and one.
  package private(set) var cells: [Cell] = []
  /// The number of cells.
  package private(set) var count = 0
  /// Whether no cell has text.
  private(set) var isEmpty = true
  private(set) var endsInEmptyCell = false
  /// The first problems with the texts of cells, at most one of each.
  package private(set) var problems: [(cell: Int, error: InterchangeError)] = []
  private static let problemLimit = 64

  package init() {}

  /// The text of a cell, as much of it as is stored.
  package func text(of cell: Int) -> ArraySlice<UInt8> { bytes[cells[cell].text] }

  /// Whether the row is the line below the header of a table in Markdown.
  var isRule: Bool {
    cells.indices.allSatisfy { text(of: $0).allSatisfy { "-: ".utf8.contains($0) } }
  }

  /// The text of a cell, with the number of all its bytes.
  func boundedText(of cell: Int) -> BoundedText {
    var text = BoundedText(limit: 0)
    text.replace(by: self.text(of: cell), count: cells[cell].count)
    return text
  }

  mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    (count, isEmpty) = (0, true)
    if !problems.isEmpty { problems = [] }
  }

  /// Adds to the stored text of the next cell.
  mutating func append(_ text: ArraySlice<UInt8>) {
    if bytes.count < Self.byteLimit { bytes += text }
  }

  /// Adds a cell with the text that was added before.
  ///
  /// - Parameter length: The number of bytes of its text, stored or not.
  mutating func endCell(of length: Int, at location: TextLocation, _ offset: Int64) {
    if cells.count <= InterchangeLimits.columns {
      let start = cells.last?.text.upperBound ?? 0
      cells.append(
        Cell(text: start..<bytes.count, count: length, location: location, offset: offset))
    }
    count += 1
    endsInEmptyCell = length == 0
    isEmpty = isEmpty && endsInEmptyCell
  }

  /// Becomes several cells, all where the first one is.
  mutating func replace(by texts: [String]) {
    guard let first = cells.first else { return }
    let problems = problems
    begin()
    self.problems = problems
    for text in texts {
      append(Array(text.utf8)[...])
      endCell(of: text.utf8.count, at: first.location, first.offset)
    }
  }

  /// Stores the problem of the next cell.
  mutating func add(_ error: InterchangeError) {
    if problems.count < Self.problemLimit { problems.append((count, error)) }
  }
}

/// How the cells of a table are written.
package struct CellStyle {
  package enum Form {
    /// As in RFC 4180.
    case quoted
    /// With `\t`, `\n`, `\r` and `\\` for the characters that a cell cannot contain. If it is
    /// lenient, a backslash before another character stands for itself, and cells can be quoted.
    case escaped(isLenient: Bool)
    /// As plain text, in which a semicolon can be the end of an entity such as `&aring;`.
    case raw(hasEntities: Bool)
  }

  let delimiter: [UInt8]
  fileprivate let separator: UInt8
  let form: Form
  fileprivate let isRaw: Bool
  /// Whether spaces before a cell are skipped.
  let skipsSpaces: Bool
  /// Whether `\N` is a problem; as plain text, it is no value.
  let refusesNull: Bool
  /// What each byte is inside a plain cell; `nil` if no cell is read as one.
  fileprivate let kinds: [ByteCursor.RunKind]?

  package init(
    _ delimiter: [UInt8], _ form: Form, skipsSpaces: Bool = false, refusesNull: Bool = false
  ) {
    (self.delimiter, self.form, self.skipsSpaces) = (delimiter, form, skipsSpaces)
    self.refusesNull = refusesNull
    separator = delimiter[0]
    isRaw = if case .raw = form { true } else { false }
    var others: [UInt8] = [delimiter[0], 0, .lineFeed, .carriageReturn]
    var hasPlainCells = delimiter.count == 1 && !skipsSpaces
    switch form {
    case .quoted: others.append(.quote)
    case .escaped: others.append(.backslash)
    case .raw(let hasEntities): hasPlainCells = hasPlainCells && !hasEntities
    }
    kinds = hasPlainCells ? ByteCursor.RunKind.all(isOther: others.contains) : nil
  }
}

/// What ends a cell of a row.
enum CellEnd {
  case separator, row
}

extension ByteCursor {
  /// Skips empty lines. Returns `false` at the end of the input.
  package mutating func skipEmptyLines() -> Bool {
    while isAtLineEnd() { skipLineEnd() }
    return peek() != nil
  }

  /// Reads the cells of a row. Problems with their texts are stored in the row.
  ///
  /// - Parameter limits: The number of bytes that are stored of the cells of each column.
  /// - Throws: Only for a quote that is never closed.
  package mutating func readRow(
    into row: inout TableRow, _ style: CellStyle, limits: [Int]
  ) throws(InterchangeError) {
    row.begin()
    var text = BoundedText(limit: 0)
    var end = CellEnd.separator
    while end == .separator {
      let limit = row.count < limits.count ? limits[row.count] : 0
      if let plainEnd = readPlainCell(into: &row, style, limit) {
        end = plainEnd
        continue
      }
      let (location, offset) = (location(), offset)
      text.reset(limit: limit)
      end = try readCell(into: &text, style, at: location)
      if let problem = removeProblem() { row.add(problem) }
      row.append(text.bytes[...])
      row.endCell(of: text.count, at: location, offset)
    }
  }

  /// Reads a cell that the buffer has as its text, as most cells are.
  ///
  /// - Returns: `nil` for any other cell, of which nothing is read.
  @inline(__always)
  private mutating func readPlainCell(
    into row: inout TableRow, _ style: CellStyle, _ limit: Int
  ) -> CellEnd? {
    guard let kinds = style.kinds, let run = run(kinds) else { return nil }
    var length = run.range.count
    if !style.isRaw, length > 0, peek() == .quote { return nil }
    if length == 2, peek() == .backslash, peek(1) == UInt8(ascii: "N") {
      if !style.isRaw { return nil }
      if limit > 0 { length = 0 }
    }
    if limit > 0, length > limit { return nil }
    var end = CellEnd.row
    switch run.next {
    case style.separator: end = .separator
    case .lineFeed: break
    case .carriageReturn where run.isBeforeLineFeed: break
    default: return nil
    }
    let (location, offset) = (location(), offset)
    if limit > 0, length > 0 { row.append(bytes(of: run)) }
    row.endCell(of: length, at: location, offset)
    skip(run)
    if end == .row { skipLineEnd() } else { skip() }
    return end
  }

  /// Reads a cell and appends its text.
  ///
  /// - Throws: Only for a quote that is never closed; other problems are recorded.
  mutating func readCell(
    into text: inout BoundedText, _ style: CellStyle, at location: TextLocation
  ) throws(InterchangeError) -> CellEnd {
    let end = try readText(into: &text, style)
    if text.count == 2, text.bytes == [.backslash, UInt8(ascii: "N")] {
      if case .raw = style.form { text.reset(limit: 0) }
      if style.refusesNull { recordNull(at: location) }
    }
    return end
  }

  private mutating func readText(
    into text: inout BoundedText, _ style: CellStyle
  ) throws(InterchangeError) -> CellEnd {
    if style.skipsSpaces { while peek() == .space { skip() } }
    switch style.form {
    case .quoted: return try readQuotedCell(into: &text, style.delimiter)
    case .raw(let hasEntities):
      return readRawCell(into: &text, style.delimiter, hasEntities: hasEntities)
    case .escaped(let isLenient):
      if isLenient, hasQuotedCell() { return try readQuotedCell(into: &text, style.delimiter) }
      return readEscapedCell(into: &text, style.separator, isLenient: isLenient)
    }
  }

  /// Reads a cell of RFC 4180 and appends its text without its quotes.
  private mutating func readQuotedCell(
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
  private mutating func hasQuotedCell() -> Bool {
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
  private mutating func readRawCell(
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
  private mutating func readEscapedCell(
    into text: inout BoundedText, _ separator: UInt8, isLenient: Bool
  ) -> CellEnd {
    while true {
      if let end = readCellEnd(separator, [separator]) { return end }
      if peek() == .backslash, isLenient, separator != .tab, peek(1) == separator {
        skip()
        read(1, into: &text)
      } else if peek() == .backslash {
        readTSVEscape(into: &text, isLenient)
      } else {
        readPlain(into: &text) { $0 != separator && $0 != .backslash && $0 != .carriageReturn }
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

  /// Reads plain ASCII characters of a line and one character outside ASCII. A byte that a cell
  /// cannot contain is skipped and recorded as a problem.
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
