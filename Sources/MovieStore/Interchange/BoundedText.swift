/// A text under construction that stops growing at a limit, but goes on counting.
struct BoundedText {
  /// The bytes up to the limit: whole characters, where they were added as such.
  private(set) var bytes: [UInt8] = []
  /// The bytes appended, stored or not.
  private(set) var count = 0
  private var limit: Int

  init(limit: Int) { self.limit = limit }

  var isCut: Bool { count > bytes.count }

  /// The text up to the limit. Nothing is replaced: the cursor lets only UTF-8 in.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The beginning of the text in quotes, for a message.
  var excerpt: String {
    let text = string.unicodeScalars
    let start = text.prefix(InterchangeLimits.quotedCharacters)
    return "'\(String(start))\(start.endIndex < text.endIndex || isCut ? "…" : "")'"
  }

  mutating func reset(limit: Int) {
    bytes.removeAll(keepingCapacity: true)
    count = 0
    self.limit = limit
  }

  mutating func append(_ byte: UInt8) {
    if count < limit { bytes.append(byte) }
    count += 1
  }

  /// Adds a run of ASCII, or a single character of several bytes, which is not divided.
  mutating func append(_ piece: ArraySlice<UInt8>) {
    if !isCut {
      let room = limit - bytes.count
      let isDivisible = piece.first.map { $0 < 0x80 } ?? false
      if piece.count <= room || isDivisible { bytes.append(contentsOf: piece.prefix(room)) }
    }
    count += piece.count
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    append(Array(scalar.utf8)[...])
  }
}
