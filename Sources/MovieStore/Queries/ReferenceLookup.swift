internal import MovieSQLite

/// Finds the candidates whose name matches a text best.
enum NameMatch {
  /// Returns the candidates with exactly the name; if there are none, those with the same folded name; if
  /// there are none, those with the same folded name without a leading article.
  static func best<Candidate>(
    _ candidates: [Candidate], for text: String, name: (Candidate) -> String
  ) -> [Candidate] {
    let exact = candidates.filter { name($0).isExactly(text) }
    if !exact.isEmpty { return exact }
    let sortable = SortableTitle.of(text)
    let similar = candidates.filter { SortableTitle.of(name($0)).isExactly(sortable) }
    let folded = Folding.fold(text)
    let closer = similar.filter { Folding.fold(name($0)).isExactly(folded) }
    return closer.isEmpty ? similar : closer
  }
}

enum MovieLookup {
  /// Returns the movies that the references name, in the order of the references, each once.
  ///
  /// - Parameter rejectsAmbiguousNumbers: Whether a number that is also the title of another movie is an
  ///   error, as it is for changes; otherwise it is an id.
  /// - Throws: `StoreError.unknownMovie`, `ambiguousMovie`; `SQLiteError`.
  static func movies(
    _ references: [MovieReference], rejectsAmbiguousNumbers: Bool, hasIndex: Bool,
    in transaction: borrowing Transaction
  ) throws -> [Movie] {
    var seen: Set<Movie.ID> = []
    var movies: [Movie] = []
    for reference in references {
      let named = try Self.movies(reference, hasIndex: hasIndex, in: transaction)
      if rejectsAmbiguousNumbers, case .number(_, let digits) = reference {
        let others = try moviesTitled(reference, in: transaction)
        if !others.isEmpty { throw try ambiguous(digits, named + others, in: transaction) }
      }
      movies += named.filter { seen.insert($0.id).inserted }
    }
    return movies
  }

  /// Returns the movies whose title is exactly the digits of a number, without the movie with that id.
  static func moviesTitled(
    _ reference: MovieReference, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    guard case .number(let id, let digits) = reference else { return [] }
    return try fetch(
      """
      m.sortableTitle = \(SortableTitle.of(digits)) AND m.title = \(digits)
      AND m.id <> \(id.rawValue)
      """, in: transaction)
  }

  /// Returns the movies that the reference names, at least one.
  static func movies(
    _ reference: MovieReference, hasIndex: Bool, in transaction: borrowing Transaction
  ) throws -> [Movie] {
    switch reference {
    case .id(let id), .number(let id, _):
      if let movie = try Movie.find(id, in: transaction) { return [movie] }
      let typed = if case .number(_, let digits) = reference { digits } else { "\(id.rawValue)" }
      throw StoreError.unknownMovie(reference: typed)
    case .range(let first, let last):
      let movies = try fetch(
        "m.id BETWEEN \(first.rawValue) AND \(last.rawValue)", in: transaction)
      if movies.isEmpty { throw StoreError.unknownMovie(reference: "\(reference)") }
      return movies
    case .title(let title):
      let movies = NameMatch.best(
        try candidates(for: title, hasIndex: hasIndex, in: transaction), for: title, name: \.title)
      if movies.isEmpty { throw StoreError.unknownMovie(reference: "\(reference)") }
      if movies.count > 1 { throw try ambiguous(title, movies, in: transaction) }
      return movies
    }
  }

  /// Returns the movies that a title can mean.
  ///
  /// They are found by the search index, and not by the column of sortable titles, which can be stale
  /// after another program changed a title.
  private static func candidates(
    for title: String, hasIndex: Bool, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    guard let phrase = SearchPattern(phrase: SortableTitle.of(title)) else {
      // Folding leaves nothing to search for, as for a title of accents.
      return try fetch("m.title = \(title)", in: transaction)
    }
    return try fetch(phrase.movieCondition(hasIndex: hasIndex), in: transaction)
  }

  private static func fetch(
    _ condition: SQL, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    try transaction.fetchAll(
      "SELECT \(Movie.columns) FROM MovieModel AS m WHERE \(condition) ORDER BY m.id",
      Movie.init(row:))
  }

  private static func ambiguous(
    _ reference: String, _ movies: [Movie], in transaction: borrowing Transaction
  ) throws(SQLiteError) -> StoreError {
    var casts = try CastReader(in: transaction)
    return .ambiguousMovie(reference: reference, candidates: try casts.withCasts(movies))
  }
}

enum ActorLookup {
  static func actor(
    _ reference: String, in transaction: borrowing Transaction
  ) throws -> ActorWithMovieCount {
    if let name = reference.after(prefix: "name:") {
      return try actor(named: name, in: transaction)
    }
    let number = reference.after(prefix: "id:") ?? reference
    guard number.isDigits else { return try actor(named: reference, in: transaction) }
    let actors = try ActorWithMovieCount.fetchAll(
      where: "a.id = \(Int64(number) ?? 0)", in: transaction)
    guard let actor = actors.first else { throw StoreError.unknownActor(reference: number) }
    return actor
  }

  private static func actor(
    named name: String, in transaction: borrowing Transaction
  ) throws -> ActorWithMovieCount {
    // An exact name is found by an index; other names are all read.
    var candidates = try ActorWithMovieCount.fetchAll(where: "a.name = \(name)", in: transaction)
    if candidates.isEmpty {
      candidates = try ActorWithMovieCount.fetchAll(
        where: "sortable_title(a.name) = \(SortableTitle.of(name))", in: transaction)
    }
    let actors = NameMatch.best(candidates, for: name, name: \.name)
    guard let actor = actors.first else { throw StoreError.unknownActor(reference: name) }
    if actors.count > 1 {
      throw StoreError.ambiguousActor(reference: name, candidates: actors)
    }
    return actor
  }
}
