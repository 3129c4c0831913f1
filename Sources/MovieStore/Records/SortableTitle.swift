/// The text that a list of titles is ordered by: folded, and without a leading article.
package enum SortableTitle {
  private static let articles: Set<String> = [
    "a", "an", "el", "la", "las", "le", "les", "los", "the", "un", "una",
  ]

  /// `The Score` gives `score`; `The` alone stays `the`.
  package static func of(_ title: String) -> String {
    let folded = Folding.fold(title)
    if let sortable = ofPlain(folded) { return sortable }
    let trimmed = folded.unicodeScalars[...].trimmed
    guard let space = trimmed.firstIndex(where: \.properties.isWhitespace),
      articles.contains(String(trimmed[..<space]))
    else { return String(trimmed) }
    let rest = trimmed[space...].trimmed
    return String(rest.isEmpty ? trimmed : rest)
  }

  /// The same of what is usual: ASCII, words with a space between them, and none around.
  private static func ofPlain(_ folded: String) -> String? {
    let bytes = folded.utf8
    guard let first = bytes.first, let last = bytes.last, first > 0x20, last > 0x20,
      bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return nil }
    guard let space = bytes.firstIndex(of: 0x20) else { return folded }
    guard bytes.distance(from: bytes.startIndex, to: space) <= 3,
      articles.contains(String(folded[..<space]))
    else { return folded }
    let rest = bytes[space...].drop { $0 == 0x20 }
    return String(decoding: rest, as: UTF8.self)
  }
}

extension Substring.UnicodeScalarView {
  /// The text without white space (Unicode's White_Space) at either end.
  var trimmed: Self {
    let start = drop(while: \.properties.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else {
      return start
    }
    return start[...last]
  }
}
