/// Text as a cell of tab-separated values.
package enum TSVMovieEncoder {
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

  /// The first cell of a row, without its escapes; the whole row where it has one cell, which is then
  /// plain text.
  package static func firstCell(of row: ArraySlice<UInt8>) -> [UInt8] {
    guard let end = row.firstIndex(of: .tab) else { return Array(row) }
    var cell: [UInt8] = []
    var isEscaped = false
    for byte in row[..<end] {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "t"): cell.append(.tab)
        case UInt8(ascii: "n"): cell.append(.lineFeed)
        case UInt8(ascii: "r"): cell.append(.carriageReturn)
        case .backslash: cell.append(.backslash)
        default: cell += [.backslash, byte]
        }
        isEscaped = false
      } else if byte == .backslash {
        isEscaped = true
      } else {
        cell.append(byte)
      }
    }
    return isEscaped ? cell + [.backslash] : cell
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == .tab || byte == .lineFeed || byte == .carriageReturn || byte == .backslash
  }
}
