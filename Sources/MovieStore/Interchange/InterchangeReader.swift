package import MovieSystem

/// Reads movies from a file of any interchange format, one at a time and in bounded memory.
///
/// An invalid record is returned as such. Reading can continue with the next line, element or row.
package struct InterchangeReader: ~Copyable {
  /// The format; `nil` before it is detected.
  package private(set) var format: InterchangeFormat?

  private var cursor: ByteCursor
  private var json = JSONMovieParser()
  private var csv = DelimitedMovieParser(.csv)
  private var tsv = DelimitedMovieParser(.tsv)
  private var phase = Phase.start

  private enum Phase {
    case start
    case records
    case end
  }

  /// - Parameters:
  ///   - fileName: The name of the file in errors.
  ///   - format: The format of the file, or `nil` to detect it from the first bytes.
  package init(source: ByteSource, fileName: String, format: InterchangeFormat? = nil) {
    cursor = ByteCursor(source: source, fileName: fileName)
    self.format = format
  }

  /// The unknown keys or columns in order of first appearance, at most 64.
  package var ignoredKeys: [String] {
    json.ignoredKeys.names + csv.ignoredKeys.names + tsv.ignoredKeys.names
  }

  /// Returns the next record, or `nil` at the end and after an unreadable record.
  package mutating func next() throws(SystemError) -> ImportRecord? {
    guard phase != .end else { return nil }
    do {
      let record = try nextRecord()
      if record == nil { phase = .end }
      return record
    } catch {
      phase = .end
      switch error {
      case .malformed(let problem): return .unreadable(problem)
      case .system(let error): throw error
      }
    }
  }

  private mutating func nextRecord() throws(ParseFailure) -> ImportRecord? {
    if phase == .start {
      try begin()
      phase = .records
    }
    return switch format {
    case .ndjson: try json.nextLine(&cursor)
    case .json: try json.nextElement(&cursor)
    case .csv: try csv.next(&cursor)
    case .tsv: try tsv.next(&cursor)
    case nil: nil
    }
  }

  // MARK: The first bytes

  private mutating func begin() throws(ParseFailure) {
    try requireUTF8()
    try cursor.skipByteOrderMark()
    if format == nil { format = try detectedFormat() }
  }

  private mutating func requireUTF8() throws(ParseFailure) {
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

  /// Detects the format by the first line that is not blank. Returns `nil` if there is none.
  private mutating func detectedFormat() throws(ParseFailure) -> InterchangeFormat? {
    try cursor.skipBlankLines()
    let line = try cursor.lookahead()
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

/// A record of an interchange file.
package enum ImportRecord: Hashable, Sendable {
  /// A movie, and the start of its record.
  case movie(MovieDraft, at: TextLocation)
  /// An invalid record. Reading can continue.
  case invalid(InterchangeError)
  /// The rest of the file cannot be read.
  case unreadable(InterchangeError)
}

/// Unknown keys or columns in order of first appearance.
struct IgnoredKeys {
  private(set) var names: [String] = []
  private var known: [[UInt8]] = []

  /// Adds a key, unless the limit is reached.
  mutating func insert(_ key: BoundedText) {
    guard known.count < InterchangeLimits.ignoredKeys, !known.contains(key.bytes) else { return }
    known.append(key.bytes)
    names.append(key.string)
  }
}
