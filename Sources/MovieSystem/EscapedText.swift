extension [UInt8] {
  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)

  /// Appends a JSON string, with as few escapes as JSON allows.
  package mutating func appendJSONString(_ text: Span<UInt8>) {
    append(.quote)
    append(text, escaping: { $0 < 0x20 || $0 == .quote || $0 == .backslash }) { byte, bytes in
      switch byte {
      case .lineFeed: bytes += "\\n".utf8
      case .carriageReturn: bytes += "\\r".utf8
      case .tab: bytes += "\\t".utf8
      case 0x08: bytes += "\\b".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0..<0x20:
        bytes += "\\u00".utf8
        bytes += [Self.hexadecimalDigits[Int(byte >> 4)], Self.hexadecimalDigits[Int(byte & 0xF)]]
      default: bytes += [.backslash, byte]
      }
    }
    append(.quote)
  }

  @inlinable package mutating func append(_ span: Span<UInt8>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends a text. Runs without escapes are copied as a whole.
  @inlinable @inline(__always)
  package mutating func append(
    _ text: Span<UInt8>, escaping isEscaped: (UInt8) -> Bool,
    by appendEscape: (UInt8, inout [UInt8]) -> Void
  ) {
    var start = 0
    for index in text.indices where isEscaped(text[index]) {
      append(text.extracting(start..<index))
      appendEscape(text[index], &self)
      start = index + 1
    }
    append(text.extracting(start..<text.count))
  }
}

/// Returns the ids as a JSON array, which `json_each` of SQLite turns into rows.
package func jsonArray(_ ids: some Sequence<Int64>) -> String {
  jsonArray(values: ids.map(JSONValue.integer))
}

/// Returns the texts as a JSON array.
package func jsonArray(_ texts: [String]) -> String { jsonArray(values: texts.map(JSONValue.text)) }

private func jsonArray(values: [JSONValue]) -> String {
  String(decoding: JSONValue.array(values).bytes, as: UTF8.self)
}
