/// Text as a cell of comma-separated values (RFC 4180).
package enum CSVMovieEncoder {
  /// Adds a cell to a row, in quotes only where its text needs them.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    append(text.utf8.span, to: &bytes)
  }

  /// The same, of a text in UTF-8.
  package static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
    guard needsQuotes(text) else { return bytes.append(text) }
    bytes.append(.quote)
    bytes.append(text, escaping: { $0 == .quote }, by: { _, bytes in bytes += [.quote, .quote] })
    bytes.append(.quote)
  }

  private static func needsQuotes(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0 else { return false }
    // Spaces around a cell get lost in many a spreadsheet.
    if text[0] == .space || text[text.count - 1] == .space { return true }
    for index in text.indices {
      switch text[index] {
      case .comma, .quote, .lineFeed, .carriageReturn: return true
      default: continue
      }
    }
    return false
  }
}
