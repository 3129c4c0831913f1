/// Builds a value of JSON (RFC 8259) on one line.
package struct JSONBuilder {
  package private(set) var bytes: [UInt8] = []
  /// Whether no space follows commas and colons.
  private let isCompact: Bool
  private var needsComma = false
  /// The members of each object that are written; `nil` for all.
  package var selection: JSONSelection?
  /// The number of brackets around the next value.
  package private(set) var depth = 0
  /// The state before a member that is not written.
  private var skipped: (start: Int, needsComma: Bool)?

  package init(isCompact: Bool = false) { self.isCompact = isCompact }

  /// Returns an object as a line.
  package static func line(_ addMembers: (inout JSONBuilder) -> Void) -> [UInt8] {
    var json = JSONBuilder()
    json.object(nil, addMembers)
    json.endLine()
    return json.bytes
  }

  package mutating func object(_ key: String? = nil, _ addMembers: (inout JSONBuilder) -> Void) {
    open("{", key)
    addMembers(&self)
    close("}")
  }

  @inlinable package mutating func array<Element>(
    _ key: String, _ elements: some Sequence<Element>,
    _ add: (inout JSONBuilder, Element) -> Void
  ) {
    open("[", key)
    for element in elements { add(&self, element) }
    close("]")
  }

  /// Adds a member whose value the closure adds.
  package mutating func member(_ key: String, _ addValue: (inout JSONBuilder) -> Void) {
    begin(key)
    needsComma = false
    addValue(&self)
  }

  package mutating func addNull() { addToken(nil, "null") }
  @inlinable package mutating func add(_ value: some BinaryInteger) { addToken(nil, "\(value)") }
  package mutating func add(_ value: String) { addString(nil, value) }

  package mutating func add(_ key: String, _ value: Bool) {
    addToken(key, value ? "true" : "false")
  }
  @inlinable package mutating func add(_ key: String, _ value: (some BinaryInteger)?) {
    addToken(key, value.map { "\($0)" } ?? "null")
  }

  /// Rounds to six decimals. Infinity and NaN, which JSON lacks, are null.
  package mutating func add(_ key: String, _ value: Double?) {
    let rounded = value.map { ($0 * 1e6).rounded() / 1e6 }
    addToken(key, rounded.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null")
  }

  package mutating func add(_ key: String, _ value: String?) {
    if let value { addString(key, value) } else { addToken(key, "null") }
  }

  /// Empties the builder for the next value; its memory is reused.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Ends the line of a value.
  package mutating func endLine() { bytes.append(.lineFeed) }

  /// Returns the bytes so far of a value that goes on.
  package mutating func takePart() -> [UInt8] {
    defer { bytes.removeAll() }
    return bytes
  }

  /// Adds a value that is JSON already.
  package mutating func addToken(_ key: String?, _ text: Span<UInt8>) {
    begin(key)
    bytes.append(text)
    needsComma = true
  }

  package mutating func addToken(_ key: String?, _ text: String) { addToken(key, text.utf8.span) }

  private mutating func addString(_ key: String?, _ value: String) { add(key, value.utf8.span) }

  /// Adds a string with these bytes.
  package mutating func add(_ key: String?, _ text: Span<UInt8>) {
    begin(key)
    bytes.appendJSONString(text)
    needsComma = true
  }

  package mutating func open(_ bracket: Unicode.Scalar, _ key: String? = nil) {
    begin(key)
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
    depth += 1
  }

  package mutating func close(_ bracket: Unicode.Scalar) {
    if depth == 1 { endSkipping() }
    depth -= 1
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func begin(_ key: String?) {
    if depth == 1, selection != nil, let key { skipUnselected(key) }
    if needsComma { separate(by: .comma) }
    guard let key else { return }
    bytes.appendJSONString(key.utf8.span)
    separate(by: .colon)
  }

  @inline(__always)
  private mutating func separate(by separator: UInt8) {
    bytes.append(separator)
    if !isCompact { bytes.append(.space) }
  }

  private mutating func skipUnselected(_ key: String) {
    endSkipping()
    if selection?.members.contains(key) == false { skipped = (bytes.count, needsComma) }
  }

  private mutating func endSkipping() {
    guard let skipped = skipped.take() else { return }
    bytes.removeLast(bytes.count - skipped.start)
    needsComma = skipped.needsComma
  }
}

/// The members of an object that are written.
package struct JSONSelection {
  package let members: Set<String>
  /// The names of the members of a movie's attributes.
  package let attributes: Set<String>

  package init(members: Set<String>, attributes: Set<String>) {
    (self.members, self.attributes) = (members, attributes)
  }
}
