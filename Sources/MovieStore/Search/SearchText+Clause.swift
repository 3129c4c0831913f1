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

  /// The index finds what has three characters and more; shorter words are looked for in its text.
  private var indexClause: Clause {
    let long = words.filter { $0.unicodeScalars.count >= 3 }
    let short = words.filter { $0.unicodeScalars.count < 3 }
    let quoted = long.map {
      "\""
        + $0.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }
    let match = Clause("movieSearch MATCH ?", [.text(quoted.joined(separator: " "))])
    return .joined(
      (long.isEmpty ? [] : [match])
        + (short.isEmpty ? [] : [wordsClause(in: "foldedTitle", short)]),
      by: " AND ")
  }

  /// The conditions stand in groups, because each of a plain row of them is one level deeper than
  /// the one before, and levels are bounded.
  private func wordsClause(in expression: String, _ words: [String]) -> Clause {
    let groups = stride(from: 0, to: words.count, by: 8).map { start in
      let conditions = words[start...].prefix(8).map {
        Clause("instr(\(expression), ?) > 0", [.text($0)])
      }
      return Clause("(") + .joined(conditions, by: " AND ") + Clause(")")
    }
    return .joined(groups, by: " AND ")
  }
}
