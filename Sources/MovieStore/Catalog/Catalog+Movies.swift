extension Catalog {
  /// Calls a closure for each movie that matches the query, with its cast, in the query's order.
  ///
  /// Rows are read as the closure is called, so memory use does not grow with the catalog.
  ///
  /// - Parameters:
  ///   - query: The movies to read. By default, all movies.
  ///   - order: Their order.
  ///   - descending: Whether the order is reversed.
  ///   - limit: The maximum number of movies, 0 or more, or `nil` for no limit.
  ///   - offset: The number of movies to skip first, 0 or more.
  ///   - body: A closure that is called with each movie. An error that it throws ends the iteration
  ///     and is rethrown. While the closure runs, other stores may have to wait before they can
  ///     change the file.
  /// - Throws: Any error that `body` throws; otherwise ``StoreError``: `invalidInput`; otherwise as
  ///   for every read.
  public func forEachMovie<Failure: Error>(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0, _ body: (Movie) throws(Failure) -> Void
  ) throws {
    let list = try MovieList(query, by: order, descending: descending, limit: limit, offset: offset)
    try core.transaction(.read) { catalog in
      try list.forEachMovie(in: catalog) { movie in
        try body(movie)
      }
    }
  }

  /// Returns the movies that match the query, with their casts, in the query's order.
  ///
  /// The array is empty if no movie matches.
  ///
  /// - Parameters:
  ///   - query: The movies to return. By default, all movies.
  ///   - order: Their order.
  ///   - descending: Whether the order is reversed.
  ///   - limit: The maximum number of movies, 0 or more, or `nil` for no limit.
  ///   - offset: The number of movies to skip first, 0 or more.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func movies(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0
  ) throws(StoreError) -> [Movie] {
    let list = try MovieList(query, by: order, descending: descending, limit: limit, offset: offset)
    return try core.read { catalog in
      var movies: [Movie] = []
      try list.forEachMovie(in: catalog) {
        movies.append($0)
      }
      return movies
    }
  }

  /// Returns the movie with the id and its cast, or `nil` if no movie has the id.
  ///
  /// - Throws: ``StoreError``, as for every read.
  public func movie(id: Movie.ID) throws(StoreError) -> Movie? {
    try core.read { catalog in
      try catalog.movie(id)
    }
  }

  /// Returns the number of movies that match the query.
  ///
  /// - Parameters:
  ///   - query: The movies to count. By default, all movies.
  ///   - limit: The number up to which movies are counted, 0 or more, or `nil` for all.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func movieCount(
    _ query: MovieQuery = .all, limit: Int? = nil
  ) throws(StoreError) -> Int {
    let list = try MovieList(query, by: .added, limit: limit)
    return try core.read { catalog in
      try MovieSelect(list.query, in: catalog).count(upTo: limit, in: catalog)
    }
  }

  /// Returns the ids of the movies that match the query, in the order.
  ///
  /// - Parameters:
  ///   - query: The movies to return. By default, all movies.
  ///   - order: Their order.
  ///   - descending: Whether the order is reversed.
  ///   - limit: The maximum number of movies, 0 or more, or `nil` for no limit.
  ///   - offset: The number of movies to skip first, 0 or more.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func movieIDs(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0
  ) throws(StoreError) -> [Movie.ID] {
    let list = try MovieList(query, by: order, descending: descending, limit: limit, offset: offset)
    return try core.read { catalog in try list.ids(in: catalog) }
  }

  /// Returns the movies of the query at the anchor, from one state of the catalog: a page of a list
  /// that continues after its last movie.
  ///
  /// The time does not depend on the position, except at the end of two orders: the last page by
  /// ``MovieOrder/relevance`` ranks all movies of the query, and the last ones by an attribute look
  /// for movies without it. ``MovieOrder/random(seed:)`` has no pages: the order is that of titles.
  ///
  /// - Parameters:
  ///   - query: The movies of all pages.
  ///   - order: Their order.
  ///   - descending: Whether the order is reversed.
  ///   - anchor: The position of the page.
  ///   - rows: The maximum number of movies, up to 10,000. Around a movie, it applies to the movies
  ///     before it, and to the movie and those after it.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func page(
    of query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    at anchor: MoviePage.Anchor = .first, rows: Int
  ) throws(StoreError) -> MoviePage {
    try page(of: query, order: order, descending: descending, at: anchor, rows: rows, among: nil)
  }

  /// The same page of only those movies of the query that have one of the ids; `nil` for all.
  package func page(
    of query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    at anchor: MoviePage.Anchor = .first, rows: Int, among ids: [Movie.ID]?
  ) throws(StoreError) -> MoviePage {
    let list = try MovieList(query, by: order, descending: descending)
    return try core.read { catalog in
      try KeysetPager(list, among: ids, in: catalog)
        .page(at: anchor, min(max(rows, 0), 10_000), in: catalog)
    }
  }
}

extension Catalog {
  /// Returns the movies that the references name, in the order of the references, each once.
  ///
  /// - Throws: ``StoreError``: `notFound` for the first reference that names no movie,
  ///   `ambiguousMovie` for a title that several movies have; otherwise as for every read.
  package func movies(
    referredToBy references: [MovieReference]
  ) throws(StoreError) -> [Movie] {
    try core.read { catalog in
      let movies = try MovieLookup.movies(
        references, rejectsAmbiguousNumbers: false, in: catalog)
      return try catalog.withDetails(movies)
    }
  }

  /// Returns the movie that a title or a title with a year names, or `nil` if it names none or
  /// several.
  package func movie(titled title: String) throws(StoreError) -> Movie.ID? {
    try core.read { catalog in
      try MovieLookup.movie(
        titled: title, in: catalog)
    }
  }

  /// Returns the numbers among the references that are also the title of another movie, each with the
  /// movie that has the id.
  package func ambiguousNumbers(
    among references: [MovieReference]
  ) throws(StoreError) -> [(digits: String, movie: Movie)] {
    try core.read { catalog in
      var seen: Set<String> = []
      var numbers: [(digits: String, movie: Movie)] = []
      for case .number(let id, let digits) in references where seen.insert(digits).inserted {
        if let movie = try catalog.movie(id),
          try !MovieLookup.movies(titled: digits, except: id, in: catalog).isEmpty
        {
          numbers.append((digits, movie))
        }
      }
      return numbers
    }
  }

  /// Returns the actor that a reference names.
  ///
  /// Digits are an id, and any other text is a name. With the prefix `id:`, as in `id:7`, a
  /// reference is only an id; with the prefix `name:`, as in `name:7`, only a name. An exact match
  /// of the name is preferred, then a match with case and accents folded, then a match without a
  /// leading article.
  ///
  /// - Parameter reference: The text that a user typed.
  /// - Throws: ``StoreError``: `unknownActor` if no actor matches, `ambiguousActor` if several do;
  ///   otherwise as for every read.
  package func actor(named reference: String) throws(StoreError) -> ActorWithMovieCount {
    try core.read { catalog in try ActorLookup.actor(reference, in: catalog) }
  }
}
