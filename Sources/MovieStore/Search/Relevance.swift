/// How well a title answers a search, the best first.
package enum Relevance {
  /// - Parameters:
  ///   - title: a folded title that holds every word of the text.
  ///   - text: the folded text.
  /// - Returns: 0 where the text is the whole title, with or without its article; 1 where the title
  ///   starts with it; 2 where each of its words starts a word; else 3.
  package static func rank(of title: String, for text: String) -> Int64 {
    let sortable = SortableTitle.of(title)
    if title == text || sortable == text { return 0 }
    if isStart(text, of: title) || isStart(text, of: sortable) { return 1 }
    let starts = words(of: title)
    let wanted = words(of: text)
    return wanted.allSatisfy { word in starts.contains { $0.starts(with: word) } } ? 2 : 3
  }

  /// By scalars, as search finds it: by characters, `कि` would not start with `क`.
  private static func isStart(_ text: String, of title: String) -> Bool {
    title.unicodeScalars.starts(with: text.unicodeScalars)
  }

  /// What starts at a letter or digit that follows none, as far as the next one does.
  private static func words(of text: String) -> [Substring.UnicodeScalarView] {
    text.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
  }
}
