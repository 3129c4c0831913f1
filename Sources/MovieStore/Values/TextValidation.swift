/// The rules for titles and names: no surrounding white space, not empty, bounded, no NUL.
package enum TextValidation {
  /// Returns the text without surrounding white space.
  ///
  /// The length is checked before trimming, so that a parser that stores no more than the limit reports
  /// the same problem as one that stores the whole text.
  package static func validated(
    _ text: String, _ subject: InvalidInput
  ) throws(StoreError) -> String {
    let (bytes, limit) = (text.utf8.count, MovieDraft.textByteLimit)
    guard bytes <= limit else { throw .tooLong(subject, bytes, limit: limit) }
    guard !containsNUL(text) else { throw .containsNUL(subject) }
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { throw .empty(subject) }
    return trimmed
  }

  /// Whether a title or a name that another program stored can stay as it is.
  package static func isStorable(_ text: String) -> Bool {
    !text.isEmpty && sanitized(text).isExactly(text)
  }

  /// Returns the part of a third-party text that can be stored: usually all of it, and "" if it is only
  /// white space.
  static func sanitized(_ text: String) -> String {
    var text = text
    if containsNUL(text) { text.unicodeScalars.removeAll { $0 == "\0" } }
    if text.trimmed.isEmpty { return "" }
    // By scalars: a Character can have any number of them.
    while text.utf8.count > MovieDraft.textByteLimit { text.unicodeScalars.removeLast() }
    return text
  }

  private static func containsNUL(_ text: String) -> Bool {
    // Ten times as fast as iterating over the UTF-8 view.
    let result = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe $0.contains(0) }
    return result ?? text.utf8.contains(0)
  }

  /// Returns the names without those that repeat an earlier one byte for byte.
  static func withoutRepeats(_ names: [String]) -> [String] {
    if names.count > 16 {
      var seen = Set<ByteString>(minimumCapacity: names.count)
      return names.filter { seen.insert(ByteString($0)).inserted }
    }
    // Faster than hashing for casts of the usual size.
    var unique: [String] = []
    unique.reserveCapacity(names.count)
    for name in names where !unique.contains(where: { $0.isExactly(name) }) { unique.append(name) }
    return unique
  }
}

extension Substring.UnicodeScalarView {
  /// The text without leading and trailing white space (Unicode's White_Space).
  package var trimmed: Self {
    let start = drop(while: \.properties.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else {
      return start
    }
    return start[...last]
  }
}

extension String {
  /// The text without leading and trailing white space (Unicode's White_Space).
  package var trimmed: String {
    // The common case: both ends are ASCII and not white space.
    if let first = utf8.first, let last = utf8.last, 0x21..<0x80 ~= first, 0x21..<0x80 ~= last {
      return self
    }
    return String(unicodeScalars[...].trimmed)
  }

  /// Whether the text contains U+0000, or may contain U+FFFD, which is read in place of invalid
  /// UTF-8.
  var canBeInvalid: Bool { utf8.contains { $0 == 0 || $0 == 0xEF } }
}
