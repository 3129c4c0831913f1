internal import MovieSQLite
internal import MovieStore

/// The values of a draft besides its title, as the stage keeps them: numbers as LEB128, texts and
/// the cast with their lengths before them.
struct StagedDraft {
  private var bytes: [UInt8]
  private var position = 0

  private enum Kind: UInt8 {
    case text, integer, real
  }

  // MARK: Writing

  static func bytes(of draft: MovieDraft) -> [UInt8] {
    var cast = StagedDraft(bytes: [])
    for name in draft.cast { cast.append(name) }
    var staged = StagedDraft(bytes: [draft.isFavorite ? 1 : 0])
    staged.append(UInt64(cast.bytes.count))
    staged.bytes += cast.bytes
    for entry in draft.attributes.entries {
      staged.append(entry.key.name)
      staged.append(UInt64(entry.values.count))
      for value in entry.values { staged.append(value) }
    }
    return staged.bytes
  }

  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func append(_ text: String) {
    append(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  private mutating func append(_ value: AttributeValue) {
    switch value {
    case .text(let text):
      bytes.append(Kind.text.rawValue)
      append(text)
    case .integer(let number):
      bytes.append(Kind.integer.rawValue)
      append(UInt64(bitPattern: number))
    case .real(let number):
      bytes.append(Kind.real.rawValue)
      append(number.bitPattern)
    }
  }

  // MARK: Reading

  /// - Parameter skipsCast: Whether the draft gets no cast.
  static func draft(
    _ bytes: [UInt8], titled title: String, skippingCast skipsCast: Bool
  ) throws(SQLiteError) -> MovieDraft {
    var staged = StagedDraft(bytes: bytes)
    var draft = MovieDraft(title: title, isFavorite: try staged.next(1).first == 1)
    let cast = try staged.next(staged.nextCount())
    if !skipsCast {
      staged.position = cast.startIndex
      while staged.position < cast.endIndex { draft.cast.append(try staged.nextText()) }
    }
    while staged.position < bytes.count {
      let key = AttributeKey(unchecked: try staged.nextText())
      for _ in 0..<(try staged.nextCount()) {
        draft.attributes.addStored(try staged.nextValue(), to: key)
      }
    }
    return draft
  }

  private mutating func next(_ count: Int) throws(SQLiteError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw Self.damaged }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  private mutating func nextNumber() throws(SQLiteError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard position < bytes.count else { break }
      let byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw Self.damaged
  }

  private mutating func nextCount() throws(SQLiteError) -> Int {
    guard let count = Int(exactly: try nextNumber()), count <= bytes.count else {
      throw Self.damaged
    }
    return count
  }

  private mutating func nextText() throws(SQLiteError) -> String {
    String(decoding: try next(nextCount()), as: UTF8.self)
  }

  private mutating func nextValue() throws(SQLiteError) -> AttributeValue {
    switch Kind(rawValue: try next(1).first ?? .max) {
    case .text: .text(try nextText())
    case .integer: .integer(Int64(bitPattern: try nextNumber()))
    case .real: .real(Double(bitPattern: try nextNumber()))
    case nil: throw Self.damaged
    }
  }

  private static var damaged: SQLiteError {
    SQLiteError(code: .mismatch, message: "a staged record is damaged")
  }
}
