/// The rank of a title among the matches of a search, best first.
package enum Relevance {
  /// - Parameters:
  ///   - title: A folded title that contains every word of the text.
  ///   - text: The folded text.
  /// - Returns: 0 if the text is the whole title, with or without its article; 1 if the title starts with
  ///   it; 2 if each of its words starts a word of the title; otherwise 3.
  package static func rank(of title: String, for text: String) -> Int64 {
    let sortable = SortableTitle.of(title)
    if title == text || sortable == text { return 0 }
    if isStart(text, of: title) || isStart(text, of: sortable) { return 1 }
    let starts = words(of: title)
    let wanted = words(of: text)
    return wanted.allSatisfy { word in starts.contains { $0.starts(with: word) } } ? 2 : 3
  }

  /// By scalars, as in a search: by characters, `कि` does not start with `क`.
  private static func isStart(_ text: String, of title: String) -> Bool {
    title.unicodeScalars.starts(with: text.unicodeScalars)
  }

  /// The maximal sequences of letters and digits.
  private static func words(of text: String) -> [Substring.UnicodeScalarView] {
    text.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
  }
}

// MARK: - ASCII

extension Relevance {
  /// Returns the rank of ASCII texts, as most are, without creating strings; `nil` for other texts.
  package static func rank(ascii title: Span<UInt8>, for text: Span<UInt8>) -> Int64? {
    guard title.isASCII, text.isASCII, let start = SortableTitle.start(ascii: title) else {
      return nil
    }
    let sortable = title.extracting(start..<title.count)
    if title.equals(text) || sortable.equals(text) { return 0 }
    if title.has(text, at: 0) || sortable.has(text, at: 0) { return 1 }
    var position = 0
    while let word = text.word(from: position) {
      if !title.hasStartOfWord(text.extracting(word)) { return 3 }
      position = word.upperBound
    }
    return 2
  }
}

extension Span<UInt8> {
  /// The first sequence of letters and digits from the position on.
  fileprivate func word(from position: Int) -> Range<Int>? {
    var start = position
    while start < count, !self[start].isLetterOrDigit { start += 1 }
    var end = start
    while end < count, self[end].isLetterOrDigit { end += 1 }
    return start == end ? nil : start..<end
  }

  /// Whether a word starts with the other one.
  fileprivate func hasStartOfWord(_ word: Span<UInt8>) -> Bool {
    indices.contains { ($0 == 0 || !self[$0 - 1].isLetterOrDigit) && has(word, at: $0) }
  }
}
