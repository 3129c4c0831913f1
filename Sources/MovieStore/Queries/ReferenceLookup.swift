internal import MovieSQLite
internal import MovieSystem

/// Finds the candidates whose name matches a text best.
enum NameMatch {
  /// Returns the candidates with exactly the name; if there are none, those with the name in another
  /// case; if there are none, those with the same folded name; if there are none, those with the
  /// same folded name without a leading article.
  static func best<Candidate>(
    _ candidates: [Candidate], for text: String, name: (Candidate) -> String
  ) -> [Candidate] {
    let exact = candidates.filter { name($0).isExactly(text) }
    if !exact.isEmpty { return exact }
    let lowercased = text.lowercased()
    let cased = candidates.filter { name($0).lowercased() == lowercased }
    if !cased.isEmpty { return cased }
    // Folding can leave nothing of a name.
    let title = FoldedTitle.of(text)
    if title.isEmpty { return [] }
    let similar = candidates.filter { FoldedTitle.of(name($0)).isExactly(title) }
    let folded = Folding.fold(text)
    let closer = similar.filter { Folding.fold(name($0)).isExactly(folded) }
    return closer.isEmpty ? similar : closer
  }
}

enum MovieLookup {
  /// Returns the movies that the references name, in the order of the references, each once.
  ///
  /// - Parameter rejectsAmbiguousNumbers: Whether a number that is also the title of another movie is an
  ///   error, as it is for changes; otherwise it is an id, or without a movie with that id, a
  ///   title.
  static func movies(
    _ references: [MovieReference], rejectsAmbiguousNumbers: Bool,
    in catalog: borrowing CatalogTransaction
  ) throws -> [Movie] {
    var seen: Set<Movie.ID> = []
    var movies: [Movie] = []
    for reference in references {
      var named: [Movie] = []
      if !rejectsAmbiguousNumbers, case .number(let id, let digits) = reference,
        try fetch("m.id = \(id.rawValue)", in: catalog).isEmpty
      {
        named = try Self.movies(titled: digits, except: id, in: catalog)
        if named.count > 1 { throw try ambiguous(digits, named, in: catalog) }
      }
      if named.isEmpty { named = try Self.movies(reference, in: catalog) }
      if rejectsAmbiguousNumbers, case .number(let id, let digits) = reference {
        let others = try Self.movies(titled: digits, except: id, in: catalog)
        if !others.isEmpty { throw try ambiguous(digits, named + others, in: catalog) }
      }
      movies += named.filter { seen.insert($0.id).inserted }
    }
    return movies
  }

  /// Returns the movies whose title is exactly the digits of a number, without the movie with that id.
  static func movies(
    titled digits: String, except id: Movie.ID, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Movie] {
    try fetch(
      """
      m.sortableTitle = \(SortableTitle.of(digits)) AND m.title = \(digits)
      AND m.id <> \(id.rawValue)
      """, in: catalog)
  }

  /// Returns the movies that the reference names, at least one.
  static func movies(
    _ reference: MovieReference, in catalog: borrowing CatalogTransaction
  ) throws -> [Movie] {
    var movies: [Movie]
    switch reference {
    case .id(let id), .number(let id, _):
      movies = try fetch("m.id = \(id.rawValue)", in: catalog)
    case .range(let first, let last):
      movies = try fetch("m.id BETWEEN \(first.rawValue) AND \(last.rawValue)", in: catalog)
    case .title(let title):
      movies = try Self.movies(titled: title, in: catalog)
      // Such as `Titanic (1997)`.
      let dated = MovieReference.titleAndYear(title)
      if movies.isEmpty, let dated {
        movies = try Self.movies(titled: dated.title, year: dated.year, in: catalog)
      }
      if movies.isEmpty { movies = try Self.movies(alsoTitled: title, in: catalog) }
      if movies.isEmpty, let dated {
        movies = try Self.movies(alsoTitled: dated.title, year: dated.year, in: catalog)
      }
      if movies.count > 1 { throw try ambiguous(title, movies, in: catalog) }
    }
    if movies.isEmpty { throw StoreError.unknown(reference) }
    return movies
  }

  /// Returns the movie that a title or a title with a year names, or `nil` if it names none or
  /// several.
  static func movie(
    titled title: String, in catalog: borrowing CatalogTransaction
  ) throws -> Movie.ID? {
    do {
      return try movies(.title(title), in: catalog).first?.id
    } catch let error as StoreError where [.notFound, .rejected].contains(error.category) {
      return nil
    }
  }

  /// Returns the movies that a title names best.
  private static func movies(
    titled title: String, year: Int? = nil, in catalog: borrowing CatalogTransaction
  ) throws -> [Movie] {
    var query: MovieQuery = [.title(is: title)]
    if let year { query.terms.append(.year == .integer(Int64(year))) }
    // No movie has a title that cannot be looked for.
    do { try query.validate() } catch { return [] }
    let movies = try MovieList(query, by: .added).rows(in: catalog)
    return NameMatch.best(movies, for: title, name: \.title)
  }

  /// Returns the movies with the title as another one.
  private static func movies(
    alsoTitled title: String, year: Int? = nil, in catalog: borrowing CatalogTransaction
  ) throws -> [Movie] {
    guard catalog.hasAttributes else { return [] }
    let values = try StoredTexts.values(like: title, of: .aka, in: catalog)
    // More spellings than a query can have are no reference.
    guard !values.isEmpty, values.count < MovieQuery.valueLimit else { return [] }
    var query: MovieQuery = [
      MovieQuery.Term(.attribute(.aka), .equal, values.map { .value($0) })
    ]
    if let year { query.terms.append(.year == .integer(Int64(year))) }
    return try MovieList(query, by: .added).rows(in: catalog)
  }

  private static func fetch(
    _ condition: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Movie] {
    try catalog.database.fetchAll(
      "SELECT \(Movie.columns) FROM MovieModel AS m WHERE \(condition) ORDER BY m.id",
      Movie.init(row:))
  }

  private static func ambiguous(
    _ reference: String, _ movies: [Movie], in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> StoreError {
    StoreError(
      .ambiguousMovie(reference: reference, candidates: try catalog.withDetails(movies)))
  }
}

enum ActorLookup {
  /// Returns the actor that the reference names: an id or a name.
  static func actor(
    _ reference: String, in catalog: borrowing CatalogTransaction
  ) throws -> ActorWithMovieCount {
    let number = reference.after(prefix: "id:") ?? reference
    let isID = number.isDigits
    let name = isID ? number : reference.after(prefix: "name:") ?? reference
    var candidates = try ActorWithMovieCount.fetchAll(
      where: isID ? "a.id = \(Int64(number) ?? 0)" : "a.name = \(name)", in: catalog)
    if !isID, candidates.isEmpty {
      var condition: SQL = "folded_title(a.name) = \(FoldedTitle.of(name))"
      if let found = try SearchIndex.names.candidates(named: name, in: catalog) {
        condition = "a.id IN (\(found)) AND \(condition)"
      }
      candidates = NameMatch.best(
        try ActorWithMovieCount.fetchAll(where: condition, in: catalog), for: name, name: \.name)
    }
    guard let actor = candidates.first else { throw StoreError(.unknownActor(reference: name)) }
    if candidates.count > 1 {
      throw StoreError(.ambiguousActor(reference: name, candidates: candidates))
    }
    return actor
  }
}
