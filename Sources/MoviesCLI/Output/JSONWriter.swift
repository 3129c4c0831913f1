internal import MovieStore

/// JSON objects and arrays as bytes, on one line, with a space after each comma and colon.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func beginObject(_ key: String? = nil) { open("{", key) }
  mutating func endObject() { close("}") }
  mutating func beginArray(_ key: String? = nil) { open("[", key) }
  mutating func endArray() { close("]") }

  mutating func add(_ value: Int64) { raw(nil, "\(value)") }
  mutating func add(_ value: String) {
    begin(nil)
    append(value)
    needsComma = true
  }
  mutating func add(_ key: String, _ value: Int64?) { raw(key, value.map { "\($0)" } ?? "null") }
  mutating func add(_ key: String, _ value: Bool) { raw(key, value ? "true" : "false") }

  /// To six decimals; what is no number to JSON is null.
  mutating func add(_ key: String, _ value: Double?) {
    let rounded = value.map { ($0 * 1e6).rounded() / 1e6 }
    raw(key, rounded.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null")
  }

  mutating func add(_ key: String, _ value: String?) {
    guard let value else { return raw(key, "null") }
    begin(key)
    append(value)
    needsComma = true
  }

  /// Forgets what was written, for the next object.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  private mutating func raw(_ key: String?, _ text: String) {
    begin(key)
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func open(_ bracket: Character, _ key: String?) {
    begin(key)
    bytes.append(contentsOf: String(bracket).utf8)
    needsComma = false
  }

  private mutating func close(_ bracket: Character) {
    bytes.append(contentsOf: String(bracket).utf8)
    needsComma = true
  }

  private mutating func begin(_ key: String?) {
    if needsComma { bytes.append(contentsOf: ", ".utf8) }
    guard let key else { return }
    append(key)
    bytes.append(contentsOf: ": ".utf8)
  }

  private mutating func append(_ text: String) {
    bytes.appendJSONString(text.utf8.span)
  }
}
