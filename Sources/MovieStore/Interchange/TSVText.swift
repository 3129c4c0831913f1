/// Text as a cell of tab-separated values.
package enum TSVText {
  /// Adds a cell to a row, with `\t \n \r \\` for what would end a cell or an escape.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    if text.utf8.contains(where: isEscaped) {
      append(Array(text.utf8), to: &bytes)
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == .tab || byte == .lineFeed || byte == .carriageReturn || byte == .backslash
  }

  /// The same, of a text in UTF-8.
  package static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
    for byte in text {
      switch byte {
      case .tab: bytes += [.backslash, UInt8(ascii: "t")]
      case .lineFeed: bytes += [.backslash, UInt8(ascii: "n")]
      case .carriageReturn: bytes += [.backslash, UInt8(ascii: "r")]
      case .backslash: bytes += [.backslash, .backslash]
      default: bytes.append(byte)
      }
    }
  }
}
