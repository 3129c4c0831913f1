internal import MovieStore
internal import MovieSystem

/// Builds a JSON value on one line, with a space after each comma and colon.
struct JSONBuilder {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false
  /// The members of each object that are written; `nil` for all.
  var selection: JSONSelection?
  /// The number of brackets around the next value.
  private var depth = 0
  /// The state before a member that is not written.
  private var skipped: (start: Int, needsComma: Bool)?

  /// Returns an object as a line.
  static func line(_ addMembers: (inout JSONBuilder) -> Void) -> [UInt8] {
    var json = JSONBuilder()
    json.object(nil, addMembers)
    return json.bytes + [UInt8(ascii: "\n")]
  }

  mutating func object(_ key: String? = nil, _ addMembers: (inout JSONBuilder) -> Void) {
    open("{", key)
    addMembers(&self)
    close("}")
  }

  mutating func array<Element>(
    _ key: String, _ elements: some Sequence<Element>,
    _ add: (inout JSONBuilder, Element) -> Void
  ) {
    open("[", key)
    for element in elements { add(&self, element) }
    close("]")
  }

  /// Adds a member whose value the closure adds.
  mutating func member(_ key: String, _ addValue: (inout JSONBuilder) -> Void) {
    begin(key)
    needsComma = false
    addValue(&self)
  }

  mutating func addNull() { addToken(nil, "null") }
  mutating func add(_ value: some BinaryInteger) { addToken(nil, "\(value)") }
  mutating func add(_ value: String) { addString(nil, value) }

  mutating func add(_ key: String, _ value: Bool) { addToken(key, value ? "true" : "false") }
  mutating func add(_ key: String, _ value: (some BinaryInteger)?) {
    addToken(key, value.map { "\($0)" } ?? "null")
  }

  /// Rounds to six decimals. Infinity and NaN, which JSON lacks, are null.
  mutating func add(_ key: String, _ value: Double?) {
    let rounded = value.map { ($0 * 1e6).rounded() / 1e6 }
    addToken(key, rounded.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null")
  }

  mutating func add(_ key: String, _ value: AttributeValue) {
    begin(key)
    bytes.appendJSON(value)
    needsComma = true
  }

  mutating func add(_ key: String, _ value: String?) {
    if let value { addString(key, value) } else { addToken(key, "null") }
  }

  mutating func add(_ key: String, _ attributes: MovieAttributes) {
    var attributes = attributes
    if depth == 1, let names = selection?.attributes {
      for key in attributes.keys where !names.contains(key.name) { attributes[key] = [] }
    }
    begin(key)
    attributes.append(toJSON: &bytes)
    needsComma = true
  }

  /// Empties the builder for the next value; its memory is reused.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Returns the bytes so far of a value that goes on.
  mutating func takePart() -> [UInt8] {
    defer { bytes.removeAll() }
    return bytes
  }

  private mutating func addToken(_ key: String?, _ text: String) {
    begin(key)
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func addString(_ key: String?, _ value: String) {
    begin(key)
    bytes.appendJSONString(value.utf8.span)
    needsComma = true
  }

  mutating func open(_ bracket: Unicode.Scalar, _ key: String? = nil) {
    begin(key)
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
    depth += 1
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    if depth == 1 { endSkipping() }
    depth -= 1
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func begin(_ key: String?) {
    if depth == 1, let selection, let key {
      endSkipping()
      if !selection.members.contains(key) { skipped = (bytes.count, needsComma) }
    }
    if needsComma { bytes.append(contentsOf: ", ".utf8) }
    guard let key else { return }
    bytes.appendJSONString(key.utf8.span)
    bytes.append(contentsOf: ": ".utf8)
  }

  private mutating func endSkipping() {
    guard let skipped = skipped.take() else { return }
    bytes.removeLast(bytes.count - skipped.start)
    needsComma = skipped.needsComma
  }
}

/// The members of an object that are written.
struct JSONSelection {
  let members: Set<String>
  /// The names of the members of a movie's attributes.
  let attributes: Set<String>
}
