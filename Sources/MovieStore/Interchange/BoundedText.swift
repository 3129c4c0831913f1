/// A text under construction that stops growing at a limit, but goes on counting.
struct BoundedText {
  /// The bytes up to the limit, always whole characters of UTF-8 if no more were appended.
  private(set) var bytes: [UInt8] = []
  /// The bytes appended, stored or not.
  private(set) var count = 0
  private var limit: Int

  init(limit: Int) { self.limit = limit }

  var isCut: Bool { count > bytes.count }

  /// The beginning of the text in quotes, for a message.
  var excerpt: String {
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
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

  mutating func append(_ piece: ArraySlice<UInt8>) {
    if piece.count <= limit - bytes.count, !isCut { bytes.append(contentsOf: piece) }
    count += piece.count
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    for byte in scalar.utf8 { append(byte) }
  }
}
