package import MovieStore
internal import MovieSystem

// Text as it is written in each interchange format.
extension [UInt8] {
  /// Appends a cell of comma-separated values (RFC 4180), in quotes only if its text needs them.
  package mutating func appendCSVCell(_ text: Span<UInt8>) {
    guard Self.needsQuotes(text) else { return append(text) }
    append(.quote)
    append(text, escaping: { $0 == .quote }, by: { _, bytes in bytes += [.quote, .quote] })
    append(.quote)
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

  /// Appends a cell of tab-separated values. Tab, line feed, carriage return and backslash are
  /// escaped as `\t \n \r \\`.
  package mutating func appendTSVCell(_ text: Span<UInt8>) {
    append(
      text, escaping: { $0 == .tab || $0 == .lineFeed || $0 == .carriageReturn || $0 == .backslash }
    ) { byte, bytes in
      switch byte {
      case .tab: bytes += "\\t".utf8
      case .lineFeed: bytes += "\\n".utf8
      case .carriageReturn: bytes += "\\r".utf8
      default: bytes += "\\\\".utf8
      }
    }
  }

  /// Appends one of several texts in a cell, without a separator. `;` and `\` are escaped as `\;`
  /// and `\\`.
  mutating func appendCellValue(_ text: Span<UInt8>) {
    append(
      text, escaping: { $0 == .semicolon || $0 == .backslash },
      by: { byte, bytes in bytes += [.backslash, byte] })
  }
}

extension ArraySlice<UInt8> {
  /// Returns the unescaped first cell of a TSV row. A row without a tab is plain text and returned as
  /// it is.
  package func firstTSVCell() -> [UInt8] {
    guard let end = firstIndex(of: .tab) else { return Array(self) }
    var cell: [UInt8] = []
    var rest = self[..<end]
    while let byte = rest.popFirst() {
      if byte == .backslash, let plain = rest.first?.unescapedInTSV {
        cell.append(plain)
        rest.removeFirst()
      } else {
        cell.append(byte)
      }
    }
    return cell
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

/// Texts in one cell of CSV or TSV, escaped and separated by `;`: a cast, or the values of an attribute.
package enum ValueCell {
  /// The size of the longest cell of attributes: all characters escaped, and a separator after each value.
  static let byteLimit = 2 * MovieAttributes.byteLimit + MovieAttributes.valueLimit

  package static func text(of values: [String]) -> String {
    var bytes: [UInt8] = []
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(.semicolon) }
      bytes.appendCellValue(value.utf8.span)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The values of an attribute. The one value of a key that allows no others is not escaped; another program can have
  /// stored several.
  package static func text(of values: [AttributeValue], for key: AttributeKey) -> String {
    key.isSingle && values.count == 1
      ? values[0].description : text(of: values.map(\.description))
  }

  /// Returns the unescaped texts that a character separates.
  package static func texts(in text: String, separatedBy separator: UInt8) -> [String] {
    var texts: [String] = []
    _ = forEachText(in: Array(text.utf8), separatedBy: separator, allowsBackslash: true) {
      texts.append($0.string)
    }
    return texts.isEmpty ? [text] : texts
  }

  /// Calls the closure with each unescaped text. A blank cell has no texts.
  ///
  /// - Parameters:
  ///   - separator: The character between texts, which a backslash escapes.
  ///   - allowsBackslash: Whether a backslash before another character than the separator and `\`
  ///     stands
  ///     for itself.
  /// - Returns: `false` at a backslash that is not allowed.
  static func forEachText(
    in cell: [UInt8], separatedBy separator: UInt8 = .semicolon, allowsBackslash: Bool = false,
    _ body: (BoundedText) -> Void
  ) -> Bool {
    guard cell.contains(where: { $0 != .space }) else { return true }
    var text = BoundedText(limit: MovieDraft.textByteLimit)
    var index = 0
    while index < cell.count {
      let byte = cell[index]
      index += 1
      switch byte {
      case separator:
        body(text)
        text.reset(limit: MovieDraft.textByteLimit)
      case .backslash:
        if index < cell.count, cell[index] == separator || cell[index] == .backslash {
          text.append(cell[index])
          index += 1
        } else if allowsBackslash {
          text.append(byte)
        } else {
          return false
        }
      default: text.append(byte)
      }
    }
    body(text)
    return true
  }
}
