package import MovieSystem

/// Reads movies from a file of any interchange format, one at a time and in bounded memory.
///
/// What is wrong with a record comes as an item of its own, after which the caller may stop or ask
/// for the next: the next line, element or row.
package struct InterchangeReader: ~Copyable {
  /// The format in use; nil until the first item was asked for, if it is to be detected.
  package private(set) var format: InterchangeFormat?

  private var cursor: ByteCursor
  private var json = JSONMovieParser()
  private var rows = DelimitedMovieParser(isTSV: false)
  private var phase = Phase.beginning

  private enum Phase {
    case beginning
    case records
    case end
  }

  /// - Parameters:
  ///   - fileName: What errors call the file.
  ///   - format: The format of the file; nil to tell it by its first bytes.
  package init(source: ByteSource, fileName: String, format: InterchangeFormat? = nil) {
    cursor = ByteCursor(source: source, fileName: fileName)
    self.format = format
  }

  /// The keys or columns without a meaning here, in order of first appearance: the first 64.
  package var ignoredKeys: [String] { json.ignoredKeys.names + rows.ignoredKeys.names }

  /// The next record; nil at the end, and after an unreadable one.
  package mutating func next() throws(SystemError) -> ImportRecord? {
    guard phase != .end else { return nil }
    do {
      let item = try nextRecord()
      if item == nil { phase = .end }
      return item
    } catch {
      phase = .end
      switch error {
      case .malformed(let problem): return .unreadable(problem)
      case .system(let error): throw error
      }
    }
  }

  private mutating func nextRecord() throws(ParseFailure) -> ImportRecord? {
    if phase == .beginning {
      try begin()
      phase = .records
    }
    return switch format {
    case .ndjson: try json.nextLine(&cursor)
    case .json: try json.nextElement(&cursor)
    case .csv, .tsv: try rows.next(&cursor)
    case nil: nil
    }
  }

  // MARK: The beginning

  private mutating func begin() throws(ParseFailure) {
    try refuseOtherEncodings()
    try cursor.skipByteOrderMark()
    if format == nil { format = try detectedFormat() }
    if format == .tsv { rows = DelimitedMovieParser(isTSV: true) }
  }

  private mutating func refuseOtherEncodings() throws(ParseFailure) {
    let start = [try cursor.peek(0), try cursor.peek(1), try cursor.peek(2), try cursor.peek(3)]
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) {
      throw cursor.malformed("expected UTF-8 text, found UTF-16 or UTF-32")
    }
    if try cursor.lookahead().starts(with: "SQLite format 3".utf8) {
      throw cursor.malformed(
        "expected movies as JSON, NDJSON, CSV or TSV, found an SQLite database")
    }
    if start.contains(0) {
      throw cursor.malformed("expected UTF-8 text, found a NUL character at the start")
    }
  }

  /// The format by the first line that is not blank; nil if there is none.
  private mutating func detectedFormat() throws(ParseFailure) -> InterchangeFormat? {
    try cursor.skipBlankLines()
    let line = try cursor.lookahead()
    let start = line.drop { $0.isBlank }
    switch start.first {
    case nil where line.isEmpty: return nil
    case .leftBracket: return .json
    case .leftBrace:
      // An object that goes on over lines is not one of NDJSON.
      return start.dropFirst().allSatisfy { $0.isBlank } ? .json : .ndjson
    default: return line.contains(.tab) ? .tsv : .csv
    }
  }
}
