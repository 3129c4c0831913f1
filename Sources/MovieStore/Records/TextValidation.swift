/// The rule that titles and names share: no white space around, never empty, bounded, no NUL.
enum TextValidation {
  /// The text as it is stored.
  ///
  /// The length is judged before trimming, so that a reader that keeps no more than the limit and
  /// one that holds the whole text agree.
  static func cleaned(_ text: String) throws(TextProblem) -> String {
    let bytes = text.utf8.count
    guard bytes <= MovieDraft.textByteLimit else { throw .tooLong(bytes: bytes) }
    guard !containsNUL(text) else { throw .containsNUL }
    let trimmed = trimmed(text)
    guard !trimmed.isEmpty else { throw .empty }
    return trimmed
  }

  /// What can be stored of a text that another program stored: all of it as a rule, "" where nothing
  /// but white space is left.
  static func storable(_ text: String) -> String {
    var text = text
    if containsNUL(text) { text.unicodeScalars.removeAll { $0 == "\0" } }
    if trimmed(text).isEmpty { return "" }
    // By scalars: a Character may have any number of them.
    while text.utf8.count > MovieDraft.textByteLimit { text.unicodeScalars.removeLast() }
    return text
  }

  private static func containsNUL(_ text: String) -> Bool {
    // Native strings give their bytes at once, ten times as fast as one by one.
    let answer = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe $0.contains(0) }
    return answer ?? text.utf8.contains(0)
  }

  private static func trimmed(_ text: String) -> String {
    if let first = text.utf8.first, let last = text.utf8.last,
      isPlainEdge(first), isPlainEdge(last)
    {
      return text
    }
    let scalars = text.unicodeScalars
    let isInk = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
    guard let start = scalars.firstIndex(where: isInk), let end = scalars.lastIndex(where: isInk)
    else { return "" }
    return String(scalars[start...end])
  }

  /// Whether a byte is ASCII and certainly no white space, the common case.
  private static func isPlainEdge(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x80 }

  /// The names without those that repeat an earlier one byte for byte.
  ///
  /// Swift's own `==` would also drop a name that differs only in its normalization form.
  static func withoutRepeats(_ names: [String]) -> [String] {
    if names.count <= 16 { return withoutRepeatsAmongFew(names) }
    var seen = Set<ByteString>(minimumCapacity: names.count)
    return names.filter { seen.insert(ByteString($0)).inserted }
  }

  /// Comparing each with each is quicker than hashing for casts of the usual size.
  private static func withoutRepeatsAmongFew(_ names: [String]) -> [String] {
    var kept: [String] = []
    kept.reserveCapacity(names.count)
    for name in names where !kept.contains(where: { isSame($0, name) }) {
      kept.append(name)
    }
    return kept
  }

  /// Whether two texts have the same bytes; Swift's own `==`, though far quicker, equates more.
  static func isSame(_ one: String, _ other: String) -> Bool {
    one == other && one.utf8.elementsEqual(other.utf8)
  }
}
