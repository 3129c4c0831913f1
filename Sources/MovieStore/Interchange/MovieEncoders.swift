/// Appends text to bytes as a string or a cell of a format.
package protocol TextEncoder {
  static func append(_ text: Span<UInt8>, to bytes: inout [UInt8])
}

extension TextEncoder {
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    append(text.utf8.span, to: &bytes)
  }
}

/// Encodes text as JSON strings, with as few escapes as JSON allows.
package enum JSONMovieEncoder: TextEncoder {
  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)

  package static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(.quote)
    bytes.append(
      text, escaping: { $0 < 0x20 || $0 == .quote || $0 == .backslash }, by: appendEscape)
    bytes.append(.quote)
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case .lineFeed: bytes += [.backslash, UInt8(ascii: "n")]
    case .carriageReturn: bytes += [.backslash, UInt8(ascii: "r")]
    case .tab: bytes += [.backslash, UInt8(ascii: "t")]
    case 0x08: bytes += [.backslash, UInt8(ascii: "b")]
    case 0x0C: bytes += [.backslash, UInt8(ascii: "f")]
    case 0..<0x20:
      bytes += "\\u00".utf8
      bytes += [hexadecimalDigits[Int(byte >> 4)], hexadecimalDigits[Int(byte & 0xF)]]
    default: bytes += [.backslash, byte]
    }
  }
}

extension [UInt8] {
  mutating func append(_ span: Span<UInt8>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends a text. Runs without escapes are copied as a whole.
  @inline(__always)
  mutating func append(
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

/// Encodes text as cells of comma-separated values (RFC 4180).
package enum CSVMovieEncoder: TextEncoder {
  /// Appends a cell, in quotes only if its text needs them.
  package static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
    guard needsQuotes(text) else { return bytes.append(text) }
    bytes.append(.quote)
    bytes.append(text, escaping: { $0 == .quote }, by: { _, bytes in bytes += [.quote, .quote] })
    bytes.append(.quote)
  }

  private static func needsQuotes(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0 else { return false }
    // Many spreadsheets strip spaces around a cell.
    if text[0] == .space || text[text.count - 1] == .space { return true }
    for index in text.indices {
      let byte = text[index]
      if byte == .comma || byte == .quote || byte == .lineFeed || byte == .carriageReturn {
        return true
      }
    }
    return false
  }
}

/// Encodes text as cells of tab-separated values.
package enum TSVMovieEncoder: TextEncoder {
  /// Appends a cell. Tab, line feed, carriage return and backslash are escaped as `\t \n \r \\`.
  package static func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(
      text, escaping: { $0 == .tab || $0 == .lineFeed || $0 == .carriageReturn || $0 == .backslash }
    ) { byte, bytes in
      bytes.append(.backslash)
      switch byte {
      case .tab: bytes.append(UInt8(ascii: "t"))
      case .lineFeed: bytes.append(UInt8(ascii: "n"))
      case .carriageReturn: bytes.append(UInt8(ascii: "r"))
      default: bytes.append(byte)
      }
    }
  }

  /// Returns the unescaped first cell of a row. A row without a tab is plain text and returned as it is.
  package static func firstCell(of row: ArraySlice<UInt8>) -> [UInt8] {
    guard let end = row.firstIndex(of: .tab) else { return Array(row) }
    var cell: [UInt8] = []
    var isEscaped = false
    for byte in row[..<end] {
      if isEscaped {
        if let plain = byte.unescapedInTSV {
          cell.append(plain)
        } else {
          cell += [.backslash, byte]
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
}

extension UInt8 {
  /// The character that a backslash and this letter stand for in TSV.
  var unescapedInTSV: UInt8? {
    switch self {
    case UInt8(ascii: "t"): .tab
    case UInt8(ascii: "n"): .lineFeed
    case UInt8(ascii: "r"): .carriageReturn
    case .backslash: self
    default: nil
    }
  }
}

/// A cast in one cell: names separated by `;`. `;` and `\` in a name are escaped as `\;` and `\\`.
package enum CastText {
  package static func text(of names: [String]) -> String {
    var bytes: [UInt8] = []
    append(names, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func append(_ names: [String], to bytes: inout [UInt8]) {
    for (index, name) in names.enumerated() {
      if index > 0 { bytes.append(.semicolon) }
      append(name.utf8.span, to: &bytes)
    }
  }

  /// Appends one escaped name without a separator.
  static func append(_ name: Span<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(
      name, escaping: { $0 == .semicolon || $0 == .backslash },
      by: { byte, bytes in bytes += [.backslash, byte] })
  }

  /// Calls the closure with each unescaped name. A blank cell has no names.
  ///
  /// - Returns: `false` if a backslash is before another character than `;` and `\`.
  static func forEachName(in bytes: [UInt8], _ body: (BoundedText) -> Void) -> Bool {
    guard bytes.contains(where: { $0 != .space }) else { return true }
    var name = BoundedText(limit: MovieDraft.textByteLimit)
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        guard byte == .semicolon || byte == .backslash else { return false }
        name.append(byte)
        isEscaped = false
      } else if byte == .backslash {
        isEscaped = true
      } else if byte == .semicolon {
        body(name)
        name.reset(limit: MovieDraft.textByteLimit)
      } else {
        name.append(byte)
      }
    }
    if !isEscaped { body(name) }
    return !isEscaped
  }
}
