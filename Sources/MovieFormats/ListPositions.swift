package import MovieStore
internal import MovieSystem

/// The own keys under which the positions of the rows of lists are kept, such as
/// `top_100_position`.
package struct ListPositions {
  /// The names of columns of positions in files of other programs, as keys.
  static let columns: Set<String> = [name, "rank", "no", "nr"]
  static let name = "position"

  /// The maximum length of the name of a list in a key, which a number can follow.
  private static let nameLimit = 50

  private var names = DistinctNames { $0.replacing(" ", with: "_") }

  package init() {}

  /// Returns the key for the positions of a list, or `nil` if there are too many such lists.
  ///
  /// Names with the same ASCII letters and digits have the same key, and so does a name each time,
  /// but the second list of a key gets a number. Any other characters than spaces, hyphens and
  /// underscores add a hash of the name.
  package mutating func key(of list: String) -> AttributeKey? {
    let written = list.lowercased()
    let words = Folding.fold(written).utf8.split { !Self.isLetter($0) && !$0.isDigit }
      .map { String(Substring($0)) }
    let isNumbered = words.first?.utf8.first.map { !Self.isLetter($0) } ?? true
    var stem = (isNumbered ? ["list"] : []) + words
    let isExact =
      written.utf8.allSatisfy { Self.isLetter($0) || $0.isDigit || " -_".utf8.contains($0) }
      && !words.isEmpty && !Self.isPrefixed(words)
    if !isExact || stem.joined(separator: "_").utf8.count > Self.nameLimit {
      let hash = written.utf8.span.fnv1a
      let digits = String((hash ^ hash >> 32) & 0xFF_FFFF | 1 << 24, radix: 16).dropFirst()
      let start = stem.joined(separator: "_").prefix(Self.nameLimit - digits.count - 1)
      stem = [String(start), String(digits)]
    }
    let list = names.next(stem.joined(separator: "_")).replacing(" ", with: "_")
    let key = "\(list)_\(Self.name)"
    return AttributeKey.isValid(key) ? AttributeKey(unchecked: key) : nil
  }

  /// Whether a name begins as that of a list whose name begins with a digit.
  private static func isPrefixed(_ words: [String]) -> Bool {
    words.count > 1 && words[0] == "list" && words[1].utf8.first.map { $0.isDigit } == true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }
}

extension DraftBuilder {
  /// Adds a position such as `1`, `#1` or `1.` to the record; none for an empty text.
  mutating func addPosition(_ text: String, of key: AttributeKey, at location: TextLocation) {
    let text = text.trimmed
    var number = text.after(prefix: "#") ?? text
    if let end = [".0", ".", ")"].first(where: number.hasSuffix) { number.removeLast(end.count) }
    if text.isEmpty { return }
    guard number.isDigits, let position = Int64(number) else {
      return recordProblem(
        "expected a position such as 1, found \(text.excerpt())", of: key.name, at: location)
    }
    attributeValues = [.integer(position)]
    addValues(to: key, at: location)
  }
}
