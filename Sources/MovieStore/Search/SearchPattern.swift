/// A text to search for in titles or names: words and phrases that must all occur as substrings.
///
/// Words are separated by white space. Text in double quotes is one phrase if the first quote
/// starts a word and a second quote follows; all other text is taken literally. Case and accents
/// are folded.
public struct SearchPattern: Hashable, Sendable {
  /// The maximum number of words and phrases in a text.
  public static let mostWords = 64

  /// The reason why a text cannot be searched for.
  public enum Problem: Error, Hashable, Sendable {
    /// The text is empty, or nothing remains of it after white space is removed and it is folded.
    case empty
    /// The text has more than ``SearchPattern/mostWords`` words.
    case tooManyWords
    /// The text contains a NUL character, which no title can contain.
    case containsNUL
  }

  /// The folded words and phrases, none of them empty.
  package let words: [String]

  /// The words joined by spaces: what a title is compared with for its relevance.
  package var whole: String { words.joined(separator: " ") }

  /// Creates a search text from a text that a user typed.
  ///
  /// - Throws: ``Problem``: `empty`, `tooManyWords`, `containsNUL`.
  public init(_ text: String) throws(Problem) { try self.init([text]) }

  /// Creates a search text from several texts, whose words must all occur.
  ///
  /// Each text must have at least one word.
  ///
  /// - Throws: ``Problem``: `empty`, `tooManyWords`, `containsNUL`.
  public init(_ texts: [String]) throws(Problem) {
    var words: [String] = []
    for text in texts {
      guard !text.unicodeScalars.contains("\0") else { throw .containsNUL }
      let own = Self.split(text).map { Folding.fold(String($0)) }.filter { !$0.isEmpty }
      if own.isEmpty { throw .empty }
      words += own
    }
    self.words = words
    if words.isEmpty { throw .empty }
    if words.count > Self.mostWords { throw .tooManyWords }
  }

  /// A text of one phrase, taken as it is; `nil` where folding leaves nothing of it.
  package init?(phrase: String) {
    let folded = Folding.fold(phrase)
    if folded.isEmpty || folded.unicodeScalars.contains("\0") { return nil }
    words = [folded]
  }

  /// Whether the title has every word.
  func matches(_ title: String) -> Bool {
    let folded = Folding.fold(title)
    return words.allSatisfy { folded.utf8.span.contains($0.utf8.span) }
  }

  private static func split(_ text: String) -> [Substring.UnicodeScalarView] {
    var parts: [Substring.UnicodeScalarView] = []
    var rest = text.unicodeScalars[...].drop(while: \.properties.isWhitespace)
    while let first = rest.first {
      let inside = rest.dropFirst()
      if first == "\"", let close = inside.firstIndex(of: "\""), close != inside.startIndex {
        parts.append(inside[..<close])
        rest = inside[close...].dropFirst()
      } else {
        let end = rest.firstIndex(where: \.properties.isWhitespace) ?? rest.endIndex
        parts.append(rest[..<end])
        rest = rest[end...]
      }
      rest = rest.drop(while: \.properties.isWhitespace)
    }
    return parts
  }
}

extension Span<UInt8> {
  /// Whether the other bytes, of which there is one at least, are somewhere in these.
  fileprivate func contains(_ other: Span<UInt8>) -> Bool {
    guard count >= other.count else { return false }
    return (0...(count - other.count)).contains { start in
      (0..<other.count).allSatisfy { self[start + $0] == other[$0] }
    }
  }
}
