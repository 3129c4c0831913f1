/// The text that a list of titles is ordered by: folded, and without a leading article.
package enum SortableTitle {
  private static let articles: Set<String> = [
    "a", "an", "el", "la", "las", "le", "les", "los", "the", "un", "una",
  ]

  /// Whether the folded text may come to be an article.
  static func beginsArticle(_ folded: String) -> Bool {
    articles.contains { $0.utf8.starts(with: folded.utf8) }
  }

  /// `The Score` gives `score`; `The` alone stays `the`.
  package static func of(_ title: String) -> String {
    let folded = Folding.fold(title)
    if let sortable = ascii(folded) { return sortable }
    let trimmed = folded.unicodeScalars[...].trimmed
    guard let space = trimmed.firstIndex(where: \.properties.isWhitespace),
      articles.contains(String(trimmed[..<space]))
    else { return String(trimmed) }
    let rest = trimmed[space...].trimmed
    return String(rest.isEmpty ? trimmed : rest)
  }

  /// The same of what is usual: ASCII, words with a space between them, and none around.
  private static func ascii(_ folded: String) -> String? {
    let bytes = folded.utf8.span
    guard let start = start(ascii: bytes) else { return nil }
    if start == 0 { return folded }
    return String(decoding: folded.utf8.dropFirst(start), as: UTF8.self)
  }

  /// Where the text behind the article begins in a folded title of that kind; `nil` of others.
  static func start(ascii folded: Span<UInt8>) -> Int? {
    guard folded.count > 0, folded[0] > 0x20, folded[folded.count - 1] > 0x20 else { return nil }
    var space = folded.count
    for index in folded.indices.reversed() {
      if folded[index] < 0x20 || folded[index] >= 0x7F { return nil }
      if folded[index] == 0x20 { space = index }
    }
    guard space < folded.count, space <= 3, isArticle(folded.extracting(0..<space)) else {
      return 0
    }
    while folded[space] == 0x20 { space += 1 }
    return space
  }

  private static func isArticle(_ word: Span<UInt8>) -> Bool {
    var text = ""
    for index in word.indices { text.unicodeScalars.append(Unicode.Scalar(word[index])) }
    return articles.contains(text)
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
