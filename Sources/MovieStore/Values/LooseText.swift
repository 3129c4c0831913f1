internal import MovieSystem

/// Text to search in, without the characters that are neither letters nor digits: `oceanseleven`
/// for `Ocean's Eleven`.
///
/// Case and accents are folded. The marks that remain, such as vowels, are letters. `&` is `and`
/// where it is a word.
package struct LooseText {
  /// The folded letters and digits, in UTF-8.
  package private(set) var letters: [UInt8] = []
  /// The positions in `letters` at which words start.
  package private(set) var words: [Int] = []

  /// Calls the closure with the letters of a text.
  ///
  /// Most texts are ASCII; for them, this needs neither an array of words nor the text twice.
  package static func withLetters<Result>(of text: String, _ body: (Span<UInt8>) -> Result)
    -> Result
  {
    var letters: [UInt8] = []
    letters.reserveCapacity(text.utf8.count)
    let bytes = text.utf8.span
    for index in bytes.indices {
      let byte = bytes[index]
      if !byte.isPlain { return body(LooseText(text).letters.span) }
      if byte.isLetterOrDigit { letters.append(byte.lowercased) }
    }
    return body(letters.span)
  }

  package init(_ text: String) {
    let folded = text.utf8.span.isPlain ? text : Folding.fold(text)
    if folded.utf8.span.isPlain { add(plain: folded.utf8.span) } else { add(folded: folded) }
  }

  /// - Parameter text: The bytes of a text that another program can have stored.
  init(_ text: Span<UInt8>) {
    if text.isPlain {
      self.init("")
      add(plain: text)
    } else {
      self.init(
        unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
    }
  }

  private mutating func add(plain text: Span<UInt8>) {
    letters.reserveCapacity(text.count)
    words.reserveCapacity(4)
    var isInWord = false
    for index in text.indices {
      let byte = text[index]
      let isLetter = byte.isLetterOrDigit
      if isLetter, !isInWord { words.append(letters.count) }
      if isLetter { letters.append(byte.lowercased) }
      isInWord = isLetter
    }
  }

  private mutating func add(folded text: String) {
    letters.reserveCapacity(text.utf8.count)
    var isInWord = false
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      guard scalar.isLetterOrDigit else {
        let isBeforeLetter = scalars.dropFirst(index + 1).first?.isLetterOrDigit == true
        if scalar == "&", !isInWord, !isBeforeLetter {
          words.append(letters.count)
          letters += "and".utf8
        }
        isInWord = false
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
    var text = [space]
    text.reserveCapacity(2 * letters.count + 5)
    text += letters
    text += [space, space]
    if let rest = positionAfterArticle {
      text += letters[rest...]
      text += [space, space]
    }
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
  package enum Rank: Int, CaseIterable, Comparable, Sendable {
    /// The pattern is the whole text, with or without a leading article.
    case whole
    /// The text starts with it, with or without a leading article.
    case start
    /// A word starts with it.
    case word
    case inside

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// A number after all ranks, for a text without the pattern.
  static let noRank = 4

  /// Returns the patterns of the words and phrases of a text, all of which must be found.
  package static func all(in text: String) throws(StoreError) -> [LoosePattern] {
    try QueryParser.texts(of: text).compactMap { LoosePattern($0) }
  }

  package func matches(_ text: String) -> Bool { rank(in: text, isBest: false) != nil }

  package func rank(in text: String, isBest: Bool = true) -> Rank? {
    if letters.isEmpty {
      let text = Array(Folding.fold(text).utf8)
      if !text.span.contains(folded.span) { return nil }
      return text == folded ? .whole : text.starts(with: folded) ? .start : .inside
    }
    if let rank = rank(inASCII: text.utf8.span, isBest: isBest) { return rank }
    let loose = LooseText(text)
    let ranks = loose.words.filter { loose.letters[$0...].starts(with: letters) }.map { start in
      let isStart = start == 0 || start == loose.positionAfterArticle
      let isWhole = isStart && start + letters.count == loose.letters.count
      return isWhole ? Rank.whole : isStart ? .start : .word
    }
    if let best = ranks.min() { return best }
    // Whether an ampersand is a word depends on what is next to it.
    let ampersand = UInt8(ascii: "&")
    if folded.first == ampersand || folded.last == ampersand { return nil }
    return Folding.fold(text).utf8.span.contains(folded.span) ? .inside : nil
  }

  /// Where a text has the pattern, without creating strings.
  ///
  /// - Parameter isBest: Whether the best rank is needed, and not any.
  /// - Returns: `nil` if that cannot be told from ASCII characters.
  func rank(inASCII text: Span<UInt8>, isBest: Bool) -> Rank?? {
    // An ampersand that follows in the text can be a word.
    if letters.isEmpty || folded.first?.isPlain == false || folded.last?.isPlain == false {
      return nil
    }
    var best: Rank?
    // The end of a match at the start of the text.
    var startEnd: Int?
    var (words, firstWord) = (0, 0..<0)
    var wasLetter = false
    for index in text.indices {
      let byte = text[index].lowercased
      if !byte.isPlain { return nil }
      let isLetter = byte.isLetterOrDigit
      if isLetter {
        if let end = startEnd, index >= end { startEnd = nil }
        if !wasLetter { words += 1 }
        if words == 1 { firstWord = (wasLetter ? firstWord.lowerBound : index)..<index + 1 }
      }
      if words > 2, startEnd == nil, let best, best < .inside { return best }
      if isLetter, byte == letters[0] {
        if wasLetter {
          if best == nil, text.hasFolded(folded, at: index) { best = .inside }
        } else if let end = text.end(of: letters, at: index) {
          let isStart = words == 1 || words == 2 && text.isArticle(firstWord)
          if isStart { startEnd = end }
          best = min(best ?? .inside, isStart ? .start : .word)
        }
        if !isBest, let best { return best }
      }
      wasLetter = isLetter
    }
    return .some(startEnd == nil ? best : .whole)
  }
}

extension Span<UInt8> {
  fileprivate var isPlain: Bool {
    for index in indices where !self[index].isPlain { return false }
    return true
  }

  fileprivate func isArticle(_ word: Range<Int>) -> Bool {
    SortableTitle.isArticle(word.map { self[$0].lowercased }[...])
  }

  /// Whether the folded text is at the position, as it is.
  fileprivate func hasFolded(_ text: [UInt8], at start: Int) -> Bool {
    guard count - start >= text.count else { return false }
    for index in text.indices where self[start + index].lowercased != text[index] { return false }
    return true
  }

  /// The end of the letters and digits if the ones from the position on start with these.
  fileprivate func end(of letters: [UInt8], at start: Int) -> Int? {
    var (found, index) = (0, start)
    while found < letters.count {
      if index == count { return nil }
      let byte = self[index].lowercased
      // The caller comes to this byte.
      if !byte.isPlain { return nil }
      if byte.isLetterOrDigit {
        if byte != letters[found] { return nil }
        found += 1
      }
      index += 1
    }
    return index
  }
}

extension Unicode.Scalar {
  package var isLetterOrDigit: Bool {
    if isASCII { return UInt8(ascii: self).isLetterOrDigit }
    // Unicode does not count all vowels and tones as alphabetic.
    let isMark = [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
    return isMark || properties.isAlphabetic || properties.numericType != nil
  }
}

extension UInt8 {
  /// Whether it is an ASCII character. An ampersand, which can be a word, is not plain.
  fileprivate var isPlain: Bool { self < 0x80 && self != UInt8(ascii: "&") }

  @inlinable package var lowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
