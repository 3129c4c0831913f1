internal import MovieSQLite

extension SearchPattern {
  /// The condition that the title of movie `m` has every word.
  ///
  /// - Parameter hasIndex: whether the search index is there; without it, every title is read.
  func movieClause(hasIndex: Bool) -> Clause {
    guard hasIndex else { return wordsClause(in: "fold(m.title)", words) }
    return Clause("m.id IN (") + movieIDs + Clause(")")
  }

  /// `SELECT …` of the ids of the movies whose title has every word, by the search index.
  var movieIDs: Clause {
    // CROSS JOIN goes from the notes, which are few, to their titles; the planner would not know.
    indexedIDs
      + Clause(
        """
         NOT IN (SELECT movieID FROM movieSearchNote)
        UNION ALL
        SELECT noted.id
        FROM movieSearchNote CROSS JOIN MovieModel AS noted ON noted.id = movieID
        WHERE 
        """) + wordsClause(in: "fold(noted.title)", words)
  }

  /// The condition that the name of actor `a` has every word.
  var actorClause: Clause { wordsClause(in: "fold(a.name)", words) }

  /// Whether the index can tell no movie from another, because every word is too short for it.
  var isTooShortForIndex: Bool { trigrams.isEmpty }

  /// `SELECT … WHERE …` of the indexed movies that have every word, up to a last term, their id.
  private var indexedIDs: Clause {
    if isTooShortForIndex {
      // The texts lie in a table of FTS5's own, which is read much faster than through FTS5.
      return Clause("SELECT id FROM movieSearch_content WHERE ") + wordsClause(in: "c0", words)
        + Clause(" AND id")
    }
    let match = Clause("movieSearch MATCH ?", [.text(trigrams.joined(separator: " "))])
    let read = words.filter { !Self.isTrigram($0) }
    let text = read.isEmpty ? [] : [wordsClause(in: "foldedTitle", read)]
    return Clause("SELECT rowid FROM movieSearch WHERE ")
      + .joined([match] + text + [Clause("rowid")], by: " AND ")
  }

  /// What the index is asked for, each as a string of FTS5's syntax: every third trigram of each
  /// word and its last. The text tells whether they stand where the word has them.
  private var trigrams: [String] {
    words.flatMap { word in
      let scalars = Array(word.unicodeScalars.prefix(Self.mostIndexed))
      let last = scalars.count - 3
      guard last >= 0 else { return [String]() }
      let starts = Array(stride(from: 0, to: last, by: 3)) + [last]
      return starts.map { Self.quoted(scalars[$0..<($0 + 3)]) }
    }
  }

  /// Characters of a word that the index is asked for: longer ones are rare enough by then.
  private static let mostIndexed = 32

  /// Whether the word is one trigram, so that what the index finds has it for certain. FTS5 takes
  /// U+FFFE and U+FFFF for U+FFFD, and finds each where another stands.
  private static func isTrigram(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    return scalars.count == 3 && !scalars.contains { (0xFFFD...0xFFFF).contains($0.value) }
  }

  /// By scalars: a quote and a joiner are one Character.
  private static func quoted(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in scalars {
      if scalar == "\"" { text.append(scalar) }
      text.append(scalar)
    }
    text.append("\"")
    return String(text)
  }

  private func wordsClause(in expression: String, _ words: [String]) -> Clause {
    all(words.map { Clause("instr(\(expression), ?) > 0", [.text($0)]) }[...])
  }

  /// All the conditions, halved again and again: SQLite bounds the depth of an expression, and a
  /// plain chain is as deep as it is long.
  private func all(_ conditions: ArraySlice<Clause>) -> Clause {
    guard conditions.count > 2 else { return .joined(Array(conditions), by: " AND ") }
    let middle = conditions.startIndex + conditions.count / 2
    return Clause("(") + all(conditions[..<middle]) + Clause(" AND ") + all(conditions[middle...])
      + Clause(")")
  }
}
