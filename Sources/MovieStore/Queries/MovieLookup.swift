internal import MovieSQLite

/// Finds the movies that a reference names.
enum MovieLookup {
  /// The ids of the movies to change that a reference names.
  ///
  /// - Throws: `StoreError.ambiguousMovie` also for a number that is the title of another movie.
  static func idsToChange(
    _ reference: MovieReference, hasIndex: Bool, in transaction: borrowing Transaction
  ) throws -> [Movie.ID] {
    let movies = try movies(reference, hasIndex: hasIndex, in: transaction)
    let others = try moviesTitled(reference, in: transaction)
    if case .number(_, let digits) = reference, !others.isEmpty {
      var casts = try CastReader(in: transaction)
      throw StoreError.ambiguousMovie(
        reference: digits, candidates: try casts.credited(movies + others))
    }
    return movies.map(\.id)
  }

  /// The movies that have exactly the digits of a number as their title, without the movie of its id.
  static func moviesTitled(
    _ reference: MovieReference, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    guard case .number(let id, let digits) = reference else { return [] }
    return try rows(
      Clause(
        "m.sortableTitle = ? AND m.title = ? AND m.id <> ?",
        [.text(SortableTitle.of(digits)), .text(digits), .integer(id.rawValue)]),
      in: transaction)
  }

  static func movies(
    _ reference: MovieReference, hasIndex: Bool, in transaction: borrowing Transaction
  ) throws -> [Movie] {
    switch reference {
    case .id(let id), .number(let id, _):
      guard let movie = try MovieRows.movie(id, in: transaction) else {
        let typed = if case .number(_, let digits) = reference { digits } else { "\(id.rawValue)" }
        throw StoreError.unknownMovie(reference: typed)
      }
      return [movie]
    case .range(let first, let last):
      let movies = try rows(
        Clause("m.id BETWEEN ? AND ?", [.integer(first.rawValue), .integer(last.rawValue)]),
        in: transaction)
      guard !movies.isEmpty else {
        throw StoreError.unknownMovie(reference: "\(reference)")
      }
      return movies
    case .title(let title):
      return [try movie(titled: title, hasIndex: hasIndex, in: transaction)]
    }
  }

  /// The one movie of the title: an exact spelling wins over a folded one, and that over one
  /// without its article.
  private static func movie(
    titled title: String, hasIndex: Bool, in transaction: borrowing Transaction
  ) throws -> Movie {
    let readings = try matches(of: title, hasIndex: hasIndex, in: transaction)
    guard let movies = readings.first(where: { !$0.isEmpty }), let movie = movies.first else {
      throw StoreError.unknownMovie(reference: "\(MovieReference.title(title))")
    }
    guard movies.count == 1 else {
      var casts = try CastReader(in: transaction)
      throw StoreError.ambiguousMovie(reference: title, candidates: try casts.credited(movies))
    }
    return movie
  }

  /// Movies of exactly the title, of the folded one, and of the one without article.
  ///
  /// They are looked for as a search does, and not by the column of sortable titles, which another
  /// program may have left stale.
  private static func matches(
    of title: String, hasIndex: Bool, in transaction: borrowing Transaction
  ) throws -> [[Movie]] {
    let folded = Folding.fold(title)
    let sortable = SortableTitle.of(title)
    guard let text = SearchPattern(phrase: sortable) else {
      // Nothing is left to look for, as of a title of accents only.
      return [try rows(Clause("m.title = ?", [.text(title)]), in: transaction)]
    }
    let movies = try rows(text.movieClause(hasIndex: hasIndex), in: transaction)
      .filter { SortableTitle.of($0.title).isExactly(sortable) }
    return [
      movies.filter { $0.title.isExactly(title) },
      movies.filter { Folding.fold($0.title).isExactly(folded) },
      movies,
    ]
  }

  private static func rows(
    _ condition: Clause, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    var statement = try transaction.prepare(
      Clause("SELECT \(MovieRows.columns) FROM MovieModel AS m WHERE ") + condition
        + Clause(" ORDER BY m.id"))
    var movies: [Movie] = []
    while try statement.step() { movies.append(MovieRows.movie(in: statement)) }
    return movies
  }
}
