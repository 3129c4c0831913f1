/// Text as a cell of tab-separated values.
package enum TSVText {
  /// Adds a cell to a row, with `\t \n \r \\` for what would end a cell or an escape.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    append(text.utf8.span, to: &bytes)
  }

  /// The same, of a text in UTF-8.
  package static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(text, escaping: isEscaped) { byte, bytes in
      bytes.append(.backslash)
      switch byte {
      case .tab: bytes.append(UInt8(ascii: "t"))
      case .lineFeed: bytes.append(UInt8(ascii: "n"))
      case .carriageReturn: bytes.append(UInt8(ascii: "r"))
      default: bytes.append(byte)
      }
    }
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == .tab || byte == .lineFeed || byte == .carriageReturn || byte == .backslash
  }
}
