internal import MovieSQLite

extension SearchText {
  /// The condition that the title of movie `m` has every word.
  ///
  /// - Parameter hasIndex: whether the search index is there; without it, every title is read.
  func movieClause(hasIndex: Bool) -> Clause {
    guard hasIndex else { return wordsClause(in: "fold(m.title)", words) }
    return Clause("m.id IN (SELECT rowid FROM movieSearch WHERE ") + indexClause
      + Clause(
        """
         AND rowid NOT IN (SELECT movieID FROM movieSearchNote)
        UNION ALL
        SELECT noted.id FROM movieSearchNote JOIN MovieModel AS noted ON noted.id = movieID
        WHERE 
        """) + wordsClause(in: "fold(noted.title)", words) + Clause(")")
  }

  /// The condition that the name of actor `a` has every word.
  var actorClause: Clause { wordsClause(in: "fold(a.name)", words) }

  /// The index finds what has three characters and more; other words are looked for in its text.
  private var indexClause: Clause {
    let indexed = words.filter(Self.isIndexed)
    let read = words.filter { !Self.isIndexed($0) || $0.unicodeScalars.count > Self.mostIndexed }
    let quoted = indexed.map(Self.quoted).joined(separator: " ")
    let match = Clause("movieSearch MATCH ?", [.text(quoted)])
    return .joined(
      (indexed.isEmpty ? [] : [match])
        + (read.isEmpty ? [] : [wordsClause(in: "foldedTitle", read)]),
      by: " AND ")
  }

  /// Characters of a word that the index is asked for; a longer word is looked for in the text as
  /// well. FTS5 needs memory by the square of a phrase that repeats itself.
  private static let mostIndexed = 32

  /// FTS5 takes U+FFFE and U+FFFF for U+FFFD, and finds each where another stands.
  private static func isIndexed(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    return scalars.count >= 3 && !scalars.contains { (0xFFFD...0xFFFF).contains($0.value) }
  }

  /// The word as a string of FTS5's syntax. By scalars: a quote and a joiner are one Character.
  private static func quoted(_ word: String) -> String {
    var text = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in word.unicodeScalars.prefix(mostIndexed) {
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
