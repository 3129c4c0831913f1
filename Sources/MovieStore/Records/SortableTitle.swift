/// The text that a list of titles is ordered by: folded, and without a leading article.
package enum SortableTitle {
  private static let articles: Set<String> = [
    "a", "an", "el", "la", "las", "le", "les", "los", "the", "un", "una",
  ]

  /// `The Score` gives `score`; `The` alone stays `the`.
  package static func of(_ title: String) -> String {
    let folded = Folding.fold(title).unicodeScalars[...].trimmed
    guard let space = folded.firstIndex(where: \.properties.isWhitespace),
      articles.contains(String(folded[..<space]))
    else { return String(folded) }
    let rest = folded[space...].trimmed
    return String(rest.isEmpty ? folded : rest)
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
