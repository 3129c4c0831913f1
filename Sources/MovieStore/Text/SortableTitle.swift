/// The text by which titles are ordered: folded, and without a leading article.
package enum SortableTitle {
  private static let articles: Set<String> = [
    "a", "an", "el", "la", "las", "le", "les", "los", "the", "un", "una",
  ]

  /// Whether the folded text is an article or the beginning of one.
  static func beginsArticle(_ folded: String) -> Bool {
    articles.contains { $0.utf8.starts(with: folded.utf8) }
  }

  /// Returns the sortable title: `score` for `The Score`; `the` for `The`, which has no other word.
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

  /// Returns the sortable title of a printable ASCII title without surrounding spaces, the common case;
  /// otherwise `nil`.
  private static func ascii(_ folded: String) -> String? {
    let bytes = folded.utf8.span
    guard let start = start(ascii: bytes) else { return nil }
    if start == 0 { return folded }
    return String(decoding: folded.utf8.dropFirst(start), as: UTF8.self)
  }

  /// Returns the position after a leading article and its spaces in a folded printable ASCII title, 0 if
  /// it has none; `nil` for any other title.
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
