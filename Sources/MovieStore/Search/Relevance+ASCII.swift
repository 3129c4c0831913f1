extension Relevance {
  /// The same of texts that are ASCII, as most are, without making strings of them; `nil` of others.
  package static func rank(ascii title: Span<UInt8>, for text: Span<UInt8>) -> Int64? {
    guard title.isPlain, text.isPlain, let start = SortableTitle.start(ascii: title) else {
      return nil
    }
    let sortable = title.extracting(start..<title.count)
    if title.isSame(as: text) || sortable.isSame(as: text) { return 0 }
    if title.hasWord(text, at: 0) || sortable.hasWord(text, at: 0) { return 1 }
    var place = 0
    while let word = text.word(from: place) {
      if !title.hasStartOfWord(text.extracting(word)) { return 3 }
      place = word.upperBound
    }
    return 2
  }
}

extension Span<UInt8> {
  fileprivate var isPlain: Bool {
    for index in indices where self[index] >= 0x80 { return false }
    return true
  }

  fileprivate func isSame(as other: Span<UInt8>) -> Bool {
    count == other.count && hasWord(other, at: 0)
  }

  /// Whether the bytes of the word stand at the place.
  fileprivate func hasWord(_ word: Span<UInt8>, at place: Int) -> Bool {
    guard count - place >= word.count else { return false }
    for index in word.indices where self[place + index] != word[index] { return false }
    return true
  }

  /// The first run of letters and digits at the place or behind it.
  fileprivate func word(from place: Int) -> Range<Int>? {
    var start = place
    while start < count, !self[start].isLetterOrDigit { start += 1 }
    var end = start
    while end < count, self[end].isLetterOrDigit { end += 1 }
    return start == end ? nil : start..<end
  }

  fileprivate func hasStartOfWord(_ word: Span<UInt8>) -> Bool {
    var place = 0
    while let other = self.word(from: place) {
      if hasWord(word, at: other.lowerBound) { return true }
      place = other.upperBound
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
