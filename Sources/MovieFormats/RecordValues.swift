internal import MovieStore
internal import MovieSystem

/// The values of a record, which have no meaning yet: an object of JSON, or the elements of an XML
/// document. The values in an array or an object follow it.
struct RecordValues {
  struct Value {
    let kind: JSONKind
    /// The key of a member; empty for another value.
    let key: RecordText
    /// The text of a string, a number or a word.
    let text: RecordText
    let location: TextLocation
    /// The position after the last value in it.
    fileprivate(set) var end: Int
    /// The offset of its end in the source.
    fileprivate(set) var endOffset: Int64 = 0
  }

  /// What is stored of a record. No movie has as much.
  static let valueLimit = 1 << 18
  private static let byteLimit = 1 << 25
  /// What is wrong with a record of which not all is stored.
  static let problem =
    "expected a record of at most \(Formatting.grouped(valueLimit)) values and "
    + "\(Formatting.bytes(byteLimit)) of text, found a larger one"

  private var values: [Value] = []
  private var bytes: [UInt8] = []
  private var problems: [InterchangeError] = []
  /// The positions of the open arrays and objects; of those that are not stored, `nil`.
  private var open: [Int?] = []
  /// Whether the record has more values than are stored.
  private(set) var isTruncated = false
  /// Whether the end of the record was read.
  private(set) var isComplete = false

  var isEmpty: Bool { values.isEmpty }

  subscript(position: Int) -> Value { values[position] }

  /// Whether the end of a value was read.
  func hasEnd(_ position: Int) -> Bool { values[position].endOffset > 0 }

  /// The positions of the values directly in an array or an object.
  func positions(in position: Int) -> Positions {
    Positions(values: values, position: position + 1, end: values[position].end)
  }

  struct Positions: Sequence, IteratorProtocol {
    fileprivate let values: [Value]
    fileprivate var position: Int
    fileprivate let end: Int

    mutating func next() -> Int? {
      if position >= end { return nil }
      defer { position = values[position].end }
      return position
    }
  }

  func bytes(of text: RecordText) -> ArraySlice<UInt8> { bytes[text.range] }

  func string(of text: RecordText) -> String { String(decoding: bytes[text.range], as: UTF8.self) }

  /// The problem with the characters of a text; `nil` without one.
  func problem(with text: RecordText) -> InterchangeError? { text.problem.map { problems[$0] } }

  // MARK: Adding values

  mutating func begin() {
    values.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    if !problems.isEmpty { problems = [] }
    (isTruncated, isComplete) = (false, false)
  }

  /// The number of bytes of texts that can still be stored.
  var free: Int { Self.byteLimit - bytes.count }

  /// Adds the text of a key or a value.
  mutating func append(_ text: ArraySlice<UInt8>) -> RecordText {
    let start = bytes.count
    if text.count > free { isTruncated = true }
    if !isTruncated { bytes += text }
    return RecordText(range: start..<bytes.count)
  }

  mutating func append(_ text: BoundedText, _ problem: InterchangeError? = nil) -> RecordText {
    if text.isTruncated { isTruncated = true }
    var stored = append(text.bytes[...])
    if let problem {
      stored.problem = problems.count
      problems.append(problem)
    }
    return stored
  }

  /// Adds a value. An array or an object must be closed after the values in it.
  mutating func add(
    _ kind: JSONKind, _ text: RecordText = RecordText(), at location: TextLocation,
    key: RecordText? = nil
  ) {
    let position = values.count
    if position >= Self.valueLimit { isTruncated = true }
    if !isTruncated {
      values.append(
        Value(
          kind: kind, key: key ?? RecordText(), text: text, location: location, end: position + 1))
    }
    if kind == .array || kind == .object { open.append(isTruncated ? nil : position) }
  }

  /// Ends the value that was added last, or the last open array or object.
  mutating func end(_ kind: JSONKind, at offset: Int64 = 1) {
    let isNested = kind == .array || kind == .object
    let position = isNested ? open.removeLast() : isTruncated ? nil : values.count - 1
    guard let position else { return }
    values[position].end = values.count
    values[position].endOffset = offset
    if position == 0 { isComplete = true }
  }

  /// Ends all open arrays and objects after malformed text.
  mutating func endMalformed() {
    for position in open { if let position { values[position].end = values.count } }
    open = []
  }
}

/// A text in the bytes of a record.
struct RecordText {
  fileprivate(set) var range = 0..<0
  /// Where the key of a member is.
  var location = TextLocation(line: 1, column: 1)
  /// The position of the problem with its characters, which counts if the text is used.
  fileprivate(set) var problem: Int?
}

/// The kind of a JSON value, by its first bytes. The raw value is a noun for a message.
enum JSONKind: String {
  case string = "a string"
  case number = "a number"
  case object = "an object"
  case array = "an array"
  case `true`, `false`, null
}

// MARK: - JSON

extension RecordValues {
  /// The values as a line of JSON.
  var json: [UInt8] {
    var json = JSONBuilder()
    if !isEmpty { add(0, to: &json) }
    return json.bytes
  }

  private func add(_ position: Int, as key: String? = nil, to json: inout JSONBuilder) {
    let value = values[position]
    switch value.kind {
    case .string: json.add(key, bytes(of: value.text).span)
    case .number, .true, .false, .null: json.addToken(key, bytes(of: value.text).span)
    case .array:
      json.open("[", key)
      for element in positions(in: position) { add(element, to: &json) }
      json.close("]")
    case .object:
      json.object(key) { json in
        for member in positions(in: position) {
          add(member, as: string(of: values[member].key), to: &json)
        }
      }
    }
  }
}
