internal import MovieSystem

/// A place in bytes that are read as they are needed, through one buffer of fixed size.
///
/// It knows its line and column, and keeps the first problem of the record at hand that does not
/// keep the record from being read to its end.
struct ByteCursor: ~Copyable {
  /// Whether a line feed ends a record, so that JSON may not go over lines.
  var endsRecordAtLineFeed = false

  private static let bufferLength = 1 << 17

  private let source: ByteSource
  private let fileName: String
  private var buffer: [UInt8]
  private var position = 0
  private var limit = 0
  /// Whether the source has given its last byte: a terminal asked again would wait for more.
  private var isExhausted = false
  private var line = 1
  /// Where `anchorColumn` holds; columns are counted from there when somebody asks.
  private var anchor = 0
  private var anchorColumn = 1
  private var problem: InterchangeError?
  private var ignoresProblems = false

  init(source: ByteSource, fileName: String) {
    self.source = source
    self.fileName = fileName
    buffer = [UInt8](repeating: 0, count: Self.bufferLength)
  }

  // MARK: Looking

  /// The next byte; nil at the end.
  @inline(__always)
  mutating func peek() throws(ParseFailure) -> UInt8? {
    if position == limit {
      guard try refill() else { return nil }
    }
    return buffer[position]
  }

  /// The byte `offset` bytes further on.
  mutating func peek(_ offset: Int) throws(ParseFailure) -> UInt8? {
    while limit - position <= offset {
      guard try refill() else { return nil }
    }
    return buffer[position + offset]
  }

  mutating func isAt(_ text: String) throws(ParseFailure) -> Bool {
    for (offset, byte) in text.utf8.enumerated() {
      guard try peek(offset) == byte else { return false }
    }
    return true
  }

  /// Whether a line ends here, by a line feed or a carriage return and a line feed.
  mutating func isAtLineEnd() throws(ParseFailure) -> Bool {
    switch try peek() {
    case .lineFeed: true
    case .carriageReturn: try peek(1) == .lineFeed
    default: false
    }
  }

  /// As much as the buffer can hold of the line at hand, for guessing its format.
  mutating func lookahead() throws(ParseFailure) -> ArraySlice<UInt8> {
    while !buffer[position..<limit].contains(.lineFeed) {
      guard try refill() else { break }
    }
    return buffer[position..<limit].prefix { $0 != .lineFeed }
  }

  // MARK: Moving

  /// Goes on by bytes that have been looked at and are no line feed.
  mutating func skip(_ count: Int = 1) { position = min(position + count, limit) }

  mutating func skipLineFeed() {
    skip()
    line += 1
    anchor = position
    anchorColumn = 1
  }

  /// Goes on behind the end of line that is ahead.
  mutating func skipLineEnd() {
    if position < limit, buffer[position] == .carriageReturn { skip() }
    skipLineFeed()
  }

  /// Goes on behind a byte order mark, which has no column of its own.
  mutating func skipByteOrderMark() throws(ParseFailure) {
    guard try isAt("\u{FEFF}") else { return }
    skip(3)
    anchor = position
  }

  /// Goes on behind the next line feed, or to the end.
  mutating func skipLine() throws(ParseFailure) {
    while true {
      if let end = buffer[position..<limit].firstIndex(of: .lineFeed) {
        position = end
        return skipLineFeed()
      }
      position = limit
      guard try refill() else { return }
    }
  }

  /// Goes over all characters of a set that follow.
  mutating func takeRun(
    of set: ASCIISet, into text: inout BoundedText
  ) throws(ParseFailure) {
    while true {
      var end = position
      while end < limit, set.contains(buffer[end]) { end += 1 }
      if end > position { text.append(buffer[position..<end]) }
      position = end
      guard position == limit, try refill() else { return }
    }
  }

  /// Goes over lines of white space, as far as the buffer shows that they are nothing else.
  mutating func skipBlankLines() throws(ParseFailure) {
    while true {
      let line = try lookahead()
      guard line.count < limit - position || isExhausted, line.allSatisfy({ $0.isBlank }),
        limit > position
      else { return }
      try skipLine()
    }
  }

  /// Goes over `count` bytes that have been looked at.
  mutating func take(_ count: Int, into text: inout BoundedText) {
    let end = min(position + count, limit)
    text.append(buffer[position..<end])
    position = end
  }

  // MARK: Telling

  mutating func place() -> InterchangePlace {
    countColumns()
    return InterchangePlace(line: line, column: anchorColumn)
  }

  mutating func error(_ message: String, at place: InterchangePlace? = nil) -> InterchangeError {
    let place = place ?? self.place()
    return InterchangeError(file: fileName, place: place, message: message)
  }

  mutating func malformed(_ message: String, at place: InterchangePlace? = nil) -> ParseFailure {
    .malformed(error(message, at: place))
  }

  /// Keeps a problem of the record, unless there is one already.
  mutating func note(
    _ message: @autoclosure () -> String, at place: InterchangePlace? = nil
  ) {
    if problem == nil, !ignoresProblems { problem = error(message(), at: place) }
  }

  /// Runs the body, which reads text that is not used: only malformed text is an error.
  mutating func ignoringProblems(
    _ body: (inout ByteCursor) throws(ParseFailure) -> Void
  ) throws(ParseFailure) {
    let before = ignoresProblems
    ignoresProblems = true
    defer { ignoresProblems = before }
    try body(&self)
  }

  /// Keeps what stands here as the record's problem, unless it has one already.
  mutating func noteFound(insteadOf expected: StaticString) throws(ParseFailure) {
    guard problem == nil else { return }
    let found = try found()
    note("expected \(expected), found \(found)")
  }

  /// The record's problem, which is forgotten.
  mutating func takeProblem() -> InterchangeError? {
    defer { problem = nil }
    return problem
  }

  private mutating func countColumns() {
    var columns = 0
    for index in anchor..<position where buffer[index] & 0xC0 != 0x80 { columns += 1 }
    anchorColumn += columns
    anchor = position
  }

  // MARK: Filling

  /// Reads on, behind what has not been taken yet; false if nothing came.
  private mutating func refill() throws(ParseFailure) -> Bool {
    if isExhausted { return false }
    countColumns()
    if position > 0 {
      let rest = limit - position
      for index in 0..<rest { buffer[index] = buffer[position + index] }
      (anchor, position, limit) = (0, 0, rest)
    }
    do {
      let count = try source.read(into: &buffer, from: limit)
      isExhausted = count == 0 && limit < buffer.count
      limit += count
      return count > 0
    } catch {
      throw .system(error)
    }
  }
}
