package import MovieSystem

/// A position in a source, which is read through one buffer of fixed size.
///
/// The cursor counts lines and columns. It stores the first problem of the current record that does
/// not prevent reading the rest of the record. If the source cannot be read, it counts as ended.
package struct ByteCursor: ~Copyable {
  /// Whether a line feed ends a record, as in NDJSON.
  var endsRecordAtLineFeed = false

  /// The error because of which the source counts as ended.
  package private(set) var failure: SystemError?

  /// The number of bytes of the source that were read so far.
  package var bytesRead: Int64 { source.bytesRead }

  /// The number of bytes before the next one, as UTF-8.
  var offset: Int64 { start + Int64(position) }

  private static let bufferLength = 1 << 17

  private let source: ByteSource
  let fileName: String
  private var buffer: [UInt8]
  private var position = 0
  private var limit = 0
  /// The number of bytes before the buffer.
  private var start: Int64 = 0
  /// Whether the end of the source was reached. A terminal must not be read again after its end.
  private var isExhausted = false
  private var line = 1
  /// The index that has the column `anchorColumn`. Columns after it are counted when they are needed.
  private var anchor = 0
  private var anchorColumn = 1
  private var problem: InterchangeError?
  /// Where the XML begins that has a limit.
  var xmlStart: (offset: Int64, location: TextLocation) = (0, TextLocation(line: 1, column: 1))
  /// Converts the bytes of the source to UTF-8.
  private var decoder: TextDecoder?
  private var convertsCarriageReturns = false

  package init(source: ByteSource, fileName: String) {
    self.source = source
    self.fileName = fileName
    buffer = [UInt8](repeating: 0, count: Self.bufferLength)
  }

  // MARK: Peeking

  /// Returns the next byte, or the one at an offset from it; `nil` after the end.
  @inline(__always)
  package mutating func peek(_ offset: Int = 0) -> UInt8? {
    while limit - position <= offset {
      guard refill() else { return nil }
    }
    return buffer[position + offset]
  }

  mutating func isAt(_ text: String) -> Bool {
    _ = peek(text.utf8.count - 1)
    return buffer[position..<limit].starts(with: text.utf8)
  }

  /// Returns the length of the next character in bytes, or `nil` if the bytes are not valid UTF-8.
  package mutating func scalarLength() -> Int? {
    guard let first = peek() else { return nil }
    _ = peek(max(1, (~first).leadingZeroBitCount) - 1)
    return scalarLength(at: position)
  }

  /// Returns the length of the character at an index of the buffer, or `nil` if the bytes there are
  /// not valid UTF-8 (RFC 3629).
  private func scalarLength(at index: Int) -> Int? {
    let first = buffer[index]
    let second: ClosedRange<UInt8>
    let length: Int
    switch first {
    case ..<0x80: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= limit, second ~= buffer[index + 1] else { return nil }
    for next in (index + 2)..<max(index + 2, index + length) where buffer[next] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }

  /// The next characters in the buffer.
  struct Run {
    /// Their place in the buffer.
    let range: Range<Int>
    /// The number of characters.
    let count: Int
    /// The byte after them, and whether a line feed follows it.
    let next: UInt8
    let isBeforeLineFeed: Bool
  }

  /// Returns the next characters up to the first byte of another kind; `nil` if the buffer does not
  /// have their end.
  ///
  /// - Parameter kinds: The kind of each byte.
  @inline(__always)
  func run(_ kinds: [RunKind]) -> Run? {
    let (buffer, kinds) = (buffer.span, kinds.span)
    var (index, continuations) = (position, 0)
    loop: while index < limit {
      switch kinds[Int(buffer[index])] {
      case .plain: index += 1
      case .start:
        guard let length = scalarLength(at: index) else { break loop }
        index += length
        continuations += length - 1
      case .other: break loop
      }
    }
    if index == limit { return nil }
    return Run(
      range: position..<index, count: index - position - continuations,
      next: buffer[index], isBeforeLineFeed: index + 1 < limit && buffer[index + 1] == .lineFeed)
  }

  /// The bytes of a run.
  func bytes(of run: Run) -> ArraySlice<UInt8> { buffer[run.range] }

  /// What a byte is in a run of characters.
  enum RunKind {
    case plain
    /// The start of a character of several bytes.
    case start
    /// The end of the run.
    case other

    /// The kinds of all bytes.
    static func all(isOther: (UInt8) -> Bool) -> [RunKind] {
      (UInt8.min...UInt8.max).map { isOther($0) ? .other : $0 < 0x80 ? .plain : .start }
    }
  }

  /// Whether LF, CRLF or CR CR LF is next, as Python writes it on Windows.
  mutating func isAtLineEnd() -> Bool {
    switch peek() {
    case .lineFeed: true
    case .carriageReturn:
      peek(1) == .lineFeed || peek(1) == .carriageReturn && peek(2) == .lineFeed
    default: false
    }
  }

  /// Whether the first bytes have a carriage return, and none has a line feed: those of a file in
  /// which CR ends a line.
  mutating func hasOnlyCarriageReturns() -> Bool {
    let start = lookahead(1 << 16)
    return start.contains(.carriageReturn) && !start.contains(.lineFeed)
  }

  /// Reads each carriage return as a line feed.
  mutating func convertCarriageReturns() {
    convertsCarriageReturns = true
    convertCarriageReturns(from: position)
  }

  private mutating func convertCarriageReturns(from start: Int) {
    for index in start..<limit where buffer[index] == .carriageReturn { buffer[index] = .lineFeed }
  }

  /// Returns the rest of the line, or as much of it as fits into the buffer.
  mutating func lookahead() -> ArraySlice<UInt8> {
    while !buffer[position..<limit].contains(.lineFeed) {
      guard refill() else { break }
    }
    return buffer[position..<limit].prefix { $0 != .lineFeed }
  }

  /// Returns the next bytes, fewer at the end of the input.
  mutating func lookahead(_ count: Int) -> [UInt8] {
    _ = peek(count - 1)
    return Array(buffer[position..<limit].prefix(count))
  }

  // MARK: Advancing

  /// Skips bytes that were peeked at. None may be a line feed.
  package mutating func skip(_ count: Int = 1) { position = min(position + count, limit) }

  /// Skips characters of the buffer, without counting them again.
  mutating func skip(_ run: Run) {
    countColumns()
    position = run.range.upperBound
    (anchor, anchorColumn) = (position, anchorColumn + run.count)
  }

  mutating func skipLineFeed() {
    skip()
    line += 1
    anchor = position
    anchorColumn = 1
  }

  /// Skips LF, CRLF or CR CR LF.
  mutating func skipLineEnd() {
    while position < limit, buffer[position] == .carriageReturn { skip() }
    skipLineFeed()
  }

  /// Skips a byte order mark, which does not count as a column.
  ///
  /// - Returns: Whether there is one.
  mutating func skipByteOrderMark() -> Bool {
    guard isAt("\u{FEFF}") else { return false }
    skip(3)
    anchor = position
    return true
  }

  /// Skips the rest of the line and its line feed.
  mutating func skipLine() {
    while true {
      if let end = buffer[position..<limit].firstIndex(of: .lineFeed) {
        position = end
        return skipLineFeed()
      }
      position = limit
      guard refill() else { return }
    }
  }

  /// Reads ASCII characters as long as the condition holds.
  @inline(__always)
  mutating func readRun(
    into text: inout BoundedText, while condition: (UInt8) -> Bool
  ) {
    while true {
      var end = position
      while end < limit, condition(buffer[end]) { end += 1 }
      if end > position { text.append(buffer[position..<end]) }
      position = end
      guard position == limit, refill() else { return }
    }
  }

  /// Skips blank lines. A line that does not fit into the buffer does not count as blank.
  mutating func skipBlankLines() {
    while true {
      let line = lookahead()
      guard line.count < limit - position || isExhausted, line.allSatisfy({ $0.isBlank }),
        limit > position
      else { return }
      skipLine()
    }
  }

  /// Reads bytes that were peeked at.
  mutating func read(_ count: Int, into text: inout BoundedText) {
    let end = min(position + count, limit)
    text.append(buffer[position..<end])
    position = end
  }

  /// Skips to an offset, and returns the bytes from there to another one.
  package mutating func bytes(in range: Range<Int64>) -> [UInt8] {
    var bytes: [UInt8] = []
    while offset < range.upperBound, peek() != nil {
      let isInside = offset >= range.lowerBound
      let end = isInside ? range.upperBound : range.lowerBound
      let count = Int(min(end - offset, Int64(limit - position)))
      if isInside { bytes += buffer[position..<(position + count)] }
      skip(count)
    }
    return bytes
  }

  // MARK: Reporting problems

  mutating func location() -> TextLocation {
    countColumns()
    return TextLocation(line: line, column: anchorColumn)
  }

  package mutating func error(
    _ message: String, at location: TextLocation? = nil,
    scope: InterchangeError.Scope = .record
  ) -> InterchangeError {
    let location = location ?? self.location()
    return InterchangeError(file: fileName, location: location, message: message, scope: scope)
  }

  /// Records a problem of the record, unless it has one already.
  mutating func recordProblem(
    _ message: @autoclosure () -> String, at location: TextLocation? = nil,
    scope: InterchangeError.Scope = .record
  ) {
    if problem == nil { problem = error(message(), at: location, scope: scope) }
  }

  /// Records a problem of the record, unless it has one already.
  mutating func record(_ error: InterchangeError) { if problem == nil { problem = error } }

  /// Removes a problem of the record, unless it is one of the whole file.
  mutating func removeProblemOfRecord() {
    if problem?.scope == .record { problem = nil }
  }

  /// Records the next character as a problem, unless the record has one already.
  mutating func recordUnexpected(expected: StaticString) {
    if problem == nil { problem = unexpected(expected: expected) }
  }

  /// Returns an error that names the next character.
  mutating func unexpected(expected: StaticString) -> InterchangeError {
    let isEncoding = peek() != nil && scalarLength() == nil
    return error(
      "expected \(expected), found \(describeNext())", scope: isEncoding ? .encoding : .record)
  }

  mutating func removeProblem() -> InterchangeError? {
    defer { problem = nil }
    return problem
  }

  private mutating func countColumns() {
    var columns = 0
    for index in anchor..<position where buffer[index] & 0xC0 != 0x80 { columns += 1 }
    anchorColumn += columns
    anchor = position
  }

  // MARK: Filling the buffer

  /// Reads more bytes after the unread ones. Returns `false` at the end.
  private mutating func refill() -> Bool {
    if isExhausted { return false }
    countColumns()
    if position > 0 {
      let rest = limit - position
      for index in 0..<rest { buffer[index] = buffer[position + index] }
      start += Int64(position)
      (anchor, position, limit) = (0, 0, rest)
    }
    do {
      // A record can be so long that nothing else checks for a request to stop.
      try Interruption.checkBeforeReading(fileName)
      let end = limit
      defer { if convertsCarriageReturns { convertCarriageReturns(from: end) } }
      if decoder != nil { return try refillDecoded() }
      let count = try source.read(into: &buffer, from: limit)
      isExhausted = count == 0 && limit < buffer.count
      limit += count
      return count > 0
    } catch {
      (failure, isExhausted) = (error, true)
      return false
    }
  }

  // MARK: Other encodings

  /// Converts the unread bytes and all that follow from another encoding.
  mutating func decode(as encoding: TextDecoder.Encoding) {
    decoder = TextDecoder(encoding)
    let raw = Array(buffer[position..<limit])
    (position, limit) = (0, 0)
    if raw.isEmpty { return }
    appendDecoded(raw[...])
    if isExhausted { checkEnd() }
  }

  private mutating func refillDecoded() throws(SystemError) -> Bool {
    // A byte becomes at most three.
    var raw = [UInt8](repeating: 0, count: min(1 << 15, (buffer.count - limit) / 3))
    if raw.isEmpty { return false }
    while true {
      let count = try source.read(into: &raw, from: 0)
      if count == 0 {
        checkEnd()
        isExhausted = true
        return false
      }
      let before = limit
      appendDecoded(raw[..<count])
      if limit > before { return true }
    }
  }

  private mutating func checkEnd() {
    if decoder?.pending.isEmpty == false { recordDamage() }
  }

  private mutating func recordDamage() {
    if case .table = decoder?.encoding {
      recordProblem(
        "expected text in this encoding, found a byte that it does not have", scope: .encoding)
    } else {
      recordProblem("expected UTF-16 text, found a part of a character", scope: .encoding)
    }
  }

  private mutating func appendDecoded(_ raw: ArraySlice<UInt8>) {
    let text = decoder?.decode(raw) ?? []
    if decoder?.isDamaged == true { recordDamage() }
    let missing = limit + text.count - buffer.count
    if missing > 0 { buffer += [UInt8](repeating: 0, count: missing) }
    buffer.replaceSubrange(limit..<(limit + text.count), with: text)
    limit += text.count
  }
}
