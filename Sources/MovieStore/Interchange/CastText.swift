/// A cast in one cell: names joined by `;`, in which `\;` and `\\` stand for those characters.
package enum CastText {
  /// The names as one text.
  package static func text(of names: [String]) -> String {
    var bytes: [UInt8] = []
    append(names, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the names as one text to bytes.
  package static func append(_ names: [String], to bytes: inout [UInt8]) {
    for (index, name) in names.enumerated() {
      if index > 0 { bytes.append(.semicolon) }
      append(name.utf8.span, to: &bytes)
    }
  }

  /// Adds one name, without what parts it from others.
  static func append(_ name: Span<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(
      name, escaping: { $0 == .semicolon || $0 == .backslash },
      by: { byte, bytes in bytes += [.backslash, byte] })
  }

  /// What can be wrong with a cast in one cell.
  enum Problem: Error {
    /// A backslash stands before neither `;` nor another backslash.
    case unknownEscape
  }

  /// Finds the names in a cell one after the other; there are none in a blank cell.
  static func forEachName(
    in bytes: [UInt8], _ body: (BoundedText) -> Void
  ) throws(Problem) {
    guard bytes.contains(where: { $0 != .space }) else { return }
    var name = BoundedText(limit: MovieDraft.textByteLimit)
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        guard byte == .semicolon || byte == .backslash else { throw .unknownEscape }
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
    guard !isEscaped else { throw .unknownEscape }
    body(name)
  }
}
