/// Text to search in, without the characters that are neither letters nor digits: `oceanseleven`
/// for `Ocean's Eleven`.
///
/// Case and accents are folded. `&` is `and` where it is a word.
package struct LooseText {
  /// The folded letters and digits, in UTF-8.
  package private(set) var letters: [UInt8] = []
  /// The positions in `letters` at which words start.
  private(set) var words: [Int] = []

  package init(_ text: String) {
    var isInWord = false
    let scalars = Array(Folding.fold(text).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      guard scalar.isLetterOrDigit else {
        isInWord = false
        if scalar == "&", !scalars.hasLetter(at: index - 1), !scalars.hasLetter(at: index + 1) {
          words.append(letters.count)
          letters += "and".utf8
        }
        continue
      }
      if !isInWord { words.append(letters.count) }
      isInWord = true
      letters += UTF8.encode(scalar) ?? UTF8.EncodedScalar()
    }
  }

  /// The text of a title or name in the search index: the letters between spaces, so that the index
  /// has trigrams of their start and their end; then, after a leading article, those without it.
  package var indexed: [UInt8] {
    let space = UInt8(ascii: " ")
    var text = [space] + letters + [space, space]
    if let rest = positionAfterArticle { text += letters[rest...] + [space, space] }
    return text
  }

  /// The position after a leading article, if a word follows.
  var positionAfterArticle: Int? {
    guard words.count > 1, words[0] == 0, SortableTitle.isArticle(letters[..<words[1]]) else {
      return nil
    }
    return words[1]
  }
}

/// Text that a user looks for in titles, names and other texts.
///
/// It is found anywhere, also inside words, with case and accents folded; and at the start of a
/// word, also if the found text has other characters than letters and digits in between:
/// `spiderman` and `spider man` find `Spider-Man`, but `hero` does not find `The Road`.
package struct LoosePattern: Hashable, Sendable {
  /// The text as typed.
  package let text: String
  /// The folded text.
  let folded: [UInt8]
  /// Its letters and digits; empty if it has none.
  let letters: [UInt8]

  /// Returns `nil` if folding leaves nothing of the text.
  package init?(_ text: String) {
    self.text = text
    folded = Array(Folding.fold(text).utf8)
    letters = LooseText(text).letters
    if folded.isEmpty { return nil }
  }

  /// Where a text has the pattern, best first.
  package enum Rank: Int, Sendable {
    /// The pattern is the whole text, with or without a leading article.
    case whole
    /// The text starts with it, with or without a leading article.
    case start
    /// A word starts with it.
    case word
    case inside
  }

  /// A number after all ranks, for a text without the pattern.
  static let noRank = 4

  /// Returns the patterns of the words and phrases of a text, all of which must be found.
  package static func all(in text: String) throws(StoreError) -> [LoosePattern] {
    try QueryParser.texts(of: text).compactMap { LoosePattern($0) }
  }

  package func rank(in text: String) -> Rank? {
    if letters.isEmpty {
      let text = Array(Folding.fold(text).utf8)
      if !text.span.contains(folded.span) { return nil }
      return text == folded ? .whole : text.starts(with: folded) ? .start : .inside
    }
    let loose = LooseText(text)
    let starts = loose.words.filter { loose.letters[$0...].starts(with: letters) }
    for start in starts where start == 0 || start == loose.positionAfterArticle {
      if start + letters.count == loose.letters.count { return .whole }
    }
    if starts.contains(where: { $0 == 0 || $0 == loose.positionAfterArticle }) { return .start }
    if !starts.isEmpty { return .word }
    // Whether an ampersand is a word depends on what is next to it.
    let ampersand = UInt8(ascii: "&")
    if folded.first == ampersand || folded.last == ampersand { return nil }
    return Folding.fold(text).utf8.span.contains(folded.span) ? .inside : nil
  }

  package func matches(_ text: String) -> Bool {
    matches(ascii: text.utf8.span) ?? (rank(in: text) != nil)
  }

  /// Whether a text has the pattern, without creating strings; `nil` if the text is not ASCII, or
  /// has an ampersand.
  func matches(ascii text: Span<UInt8>) -> Bool? {
    guard let first = letters.first else { return nil }
    let startsWithLetter = folded[0] == first
    var wasLetter = false
    for index in text.indices {
      let byte = text[index]
      if byte >= 0x80 || byte == UInt8(ascii: "&") { return nil }
      let isLetter = byte.isLetterOrDigit
      if isLetter, byte.lowercased == first {
        if wasLetter {
          if startsWithLetter, text.hasFolded(folded, at: index) { return true }
        } else {
          guard let isMatch = text.hasLetters(letters, at: index) else { return nil }
          if isMatch { return true }
        }
      }
      wasLetter = isLetter
    }
    return false
  }
}

extension Span<UInt8> {
  /// Whether the folded text is at the position, as it is.
  fileprivate func hasFolded(_ text: [UInt8], at start: Int) -> Bool {
    guard count - start >= text.count else { return false }
    for index in text.indices where self[start + index].lowercased != text[index] { return false }
    return true
  }

  /// Whether the letters and digits from the position on start with these; `nil` if that cannot be
  /// told from ASCII.
  fileprivate func hasLetters(_ letters: [UInt8], at start: Int) -> Bool? {
    var found = 0
    var index = start
    while found < letters.count {
      if index == count { return false }
      let byte = self[index]
      if byte >= 0x80 || byte == UInt8(ascii: "&") { return nil }
      if byte.isLetterOrDigit {
        if byte.lowercased != letters[found] { return false }
        found += 1
      }
      index += 1
    }
    return true
  }
}

extension [Unicode.Scalar] {
  fileprivate func hasLetter(at index: Int) -> Bool {
    indices.contains(index) && self[index].isLetterOrDigit
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    isASCII
      ? UInt8(ascii: self).isLetterOrDigit
      : properties.isAlphabetic || properties.numericType != nil
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
