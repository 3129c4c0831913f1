internal import MovieSQLite

/// A text to search for in titles or names: words and phrases that must all occur as substrings.
///
/// Words are separated by white space. Text in double quotes is one phrase if the first quote
/// starts a word and a second quote follows; all other text is taken literally. Case and accents
/// are folded.
package struct SearchPattern: Hashable, Sendable {
  /// The maximum number of words and phrases in a text.
  package static let wordLimit = 64

  /// The folded words and phrases, none of them empty.
  package let words: [String]

  /// The words joined by spaces, with which a title is compared for its relevance.
  package var joinedWords: String { words.joined(separator: " ") }

  /// Creates a pattern from a text that a user typed; returns `nil` if it is blank, or folding
  /// leaves nothing of it.
  package init?(_ text: String) throws(StoreError) {
    if text.unicodeScalars.contains("\0") { throw .containsNUL(.query) }
    words = Self.split(text).map { Folding.fold(String($0)) }.filter { !$0.isEmpty }
    if words.isEmpty { return nil }
    if words.count > Self.wordLimit {
      throw .invalid(
        .query, "the text to search for has more than \(Self.wordLimit) words",
        .tooManyWords(limit: Self.wordLimit))
    }
  }

  /// Creates a pattern of one phrase, which is taken literally; returns `nil` if folding leaves nothing of
  /// it.
  package init?(phrase: String) {
    let folded = Folding.fold(phrase)
    if folded.isEmpty || folded.unicodeScalars.contains("\0") { return nil }
    words = [folded]
  }

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

// MARK: - SQL

extension SearchPattern {
  /// The condition that the title of movie `m` contains every word.
  func movieCondition(in catalog: borrowing CatalogTransaction) -> SQL {
    catalog.hasSearchIndex ? "m.id IN (\(movieIDs))" : condition(on: "fold(m.title)")
  }

  /// The condition that the folded text contains every word.
  func condition(on folded: SQL) -> SQL { contains(words, in: folded) }

  /// `SELECT …` of the ids of the movies whose title contains every word, by the search index.
  var movieIDs: SQL {
    // CROSS JOIN reads the pending changes first, which are few; the planner has no statistics about them.
    """
    \(indexedIDs)
    UNION ALL
    SELECT pending.id
    FROM movieSearchNote CROSS JOIN MovieModel AS pending ON pending.id = movieID
    WHERE \(condition(on: "fold(pending.title)"))
    """
  }

  var isTooShortForIndex: Bool { trigrams.isEmpty }

  /// `SELECT …` of the indexed movies without pending changes whose title contains every word.
  private var indexedIDs: SQL {
    let isCurrent: SQL = "NOT IN (SELECT movieID FROM movieSearchNote)"
    if isTooShortForIndex {
      // Reading FTS5's own table of texts is much faster than reading them through FTS5.
      return """
        SELECT id FROM movieSearch_content WHERE \(condition(on: "c0")) AND id \(isCurrent)
        """
    }
    var conditions: [SQL] = ["movieSearch MATCH \(trigrams.joined(separator: " "))"]
    let unverified = words.filter { !Self.isTrigram($0) }
    if !unverified.isEmpty { conditions.append(contains(unverified, in: "foldedTitle")) }
    conditions.append("rowid \(isCurrent)")
    return "SELECT rowid FROM movieSearch WHERE \(SQL.joined(conditions, separator: " AND "))"
  }

  /// The trigrams to search the index for, as strings in FTS5's syntax: every third trigram of each word
  /// and its last one. The index does not store their positions; the titles are compared afterwards.
  private var trigrams: [String] {
    words.flatMap { word in
      let scalars = Array(word.unicodeScalars.prefix(Self.indexedLimit))
      let last = scalars.count - 3
      guard last >= 0 else { return [String]() }
      let starts = Array(stride(from: 0, to: last, by: 3)) + [last]
      return starts.map { Self.quoted(scalars[$0..<($0 + 3)]) }
    }
  }

  /// The number of characters of a word to search the index for. Longer matches are rare enough.
  private static let indexedLimit = 32

  /// Whether the word is one trigram, so that every title that the index finds contains it. FTS5 treats
  /// U+FFFE and U+FFFF as U+FFFD, and finds titles with any of these.
  private static func isTrigram(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    return scalars.count == 3 && !scalars.contains { (0xFFFD...0xFFFF).contains($0.value) }
  }

  /// By scalars: a quote followed by a joiner is one Character.
  private static func quoted(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in scalars {
      if scalar == "\"" { text.append(scalar) }
      text.append(scalar)
    }
    text.append("\"")
    return String(text)
  }

  private func contains(_ words: [String], in expression: SQL) -> SQL {
    all(words.map { "instr(\(expression), \($0)) > 0" }[...])
  }

  /// Joins the conditions by AND as a balanced tree: SQLite limits the depth of an expression, and a chain
  /// is as deep as it is long.
  private func all(_ conditions: ArraySlice<SQL>) -> SQL {
    guard conditions.count > 2 else { return .joined(Array(conditions), separator: " AND ") }
    let middle = conditions.startIndex + conditions.count / 2
    return "(\(all(conditions[..<middle])) AND \(all(conditions[middle...])))"
  }
}
