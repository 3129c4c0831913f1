extension String {
  /// The number of characters that a message quotes.
  package static let excerptLimit = 40

  /// The beginning of the text in quotes, for a message.
  package func excerpt(isTruncated: Bool = false) -> String {
    let start = unicodeScalars.prefix(Self.excerptLimit)
    return "'\(String(start))\(start.endIndex < unicodeScalars.endIndex || isTruncated ? "…" : "")'"
  }

  /// Whether the text has only ASCII digits, and at least one.
  package var isDigits: Bool { !utf8.isEmpty && utf8.allSatisfy { 0x30...0x39 ~= $0 } }

  /// The rest of a text that starts with the bytes of the prefix; `nil` for other texts.
  package func after(prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(Substring(utf8.dropFirst(prefix.utf8.count))) : nil
  }

  /// The start of the text that has at most this number of bytes.
  package func prefix(ofBytes limit: Int) -> String {
    let bytes = Array(utf8)
    var end = min(bytes.count, limit)
    // Characters of several bytes stay whole.
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
