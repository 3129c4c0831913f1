/// Text as a cell of comma-separated values (RFC 4180).
package enum CSVText {
  /// Adds a cell to a row, in quotes only where its text needs them.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    append(Array(text.utf8), to: &bytes)
  }

  /// The same, of a text in UTF-8.
  package static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
    guard needsQuotes(text) else { return bytes.append(contentsOf: text) }
    bytes.append(.quote)
    for byte in text {
      if byte == .quote { bytes.append(.quote) }
      bytes.append(byte)
    }
    bytes.append(.quote)
  }

  private static func needsQuotes(_ text: [UInt8]) -> Bool {
    // Spaces around a cell get lost in many a spreadsheet.
    text.first == .space || text.last == .space
      || text.contains {
        $0 == .comma || $0 == .quote || $0 == .lineFeed || $0 == .carriageReturn
      }
  }
}
