internal import MovieSQLite

/// Changes to several movies in one transaction.
extension MovieStore {
  /// Adds movies to the favorites, or removes them.
  ///
  /// Either all movies are changed, or none.
  ///
  /// - Parameters:
  ///   - isFavorite: Whether the movies become favorites.
  ///   - ids: The ids of the movies.
  /// - Returns: For each id, in the given order, the movie in its new state. The outcome is `updated`, or
  ///   `unchanged` if the movie already had the state.
  /// - Throws: ``StoreError``: `unknownMovie` for the first id that no movie has; otherwise as for every
  ///   change.
  @discardableResult
  public mutating func setFavorite(
    _ isFavorite: Bool, of ids: [Movie.ID]
  ) throws(StoreError) -> [ChangedMovie] {
    try collect { store, body in try store.setFavorite(isFavorite, of: .ids(ids), body) }
  }

  /// Deletes movies, and actors that are left without a movie.
  ///
  /// Either all movies are deleted, or none.
  ///
  /// - Parameter ids: The ids of the movies, each once.
  /// - Returns: For each id, in the given order, the deleted movie. The outcome is `deleted`.
  /// - Throws: ``StoreError``: `unknownMovie` for the first id that no movie has, or that occurs a second
  ///   time; otherwise as for every change.
  @discardableResult
  public mutating func delete(ids: [Movie.ID]) throws(StoreError) -> [ChangedMovie] {
    try collect { store, body in try store.delete(.ids(ids), body) }
  }

  /// Changes the favorite state of the movies of a selection, in bounded memory.
  ///
  /// - Parameters:
  ///   - state: The new state of each movie, or `nil` to invert it. A movie that occurs twice is
  ///     changed twice.
  ///   - allowsIrreversible: Whether the change is made even if the history cannot store it.
  ///   - body: A closure that is called with each movie in its new state, in the order of the selection. An
  ///     error that it throws rolls back all changes and is rethrown.
  /// - Returns: Whether the history stores the change.
  /// - Throws: `IrreversibleChange`.
  @discardableResult
  package mutating func setFavorite(
    _ state: Bool?, of selection: MovieSelection, allowsIrreversible: Bool = true,
    _ body: (ChangedMovie) throws -> Void
  ) throws -> Bool {
    let history = core.history
    return try core.transaction(.write) { catalog in
      var update = try catalog.database.prepare("UPDATE MovieModel SET favorite = ? WHERE id = ?")
      for id in try selection.ids(in: catalog) {
        let before = try catalog.withDetails(Self.movie(id, in: catalog))
        let isFavorite = state ?? !before.isFavorite
        if isFavorite == before.isFavorite {
          try body(ChangedMovie(movie: before, outcome: .unchanged))
          continue
        }
        try update.bind(isFavorite, at: 1)
        try update.bind(id.rawValue, at: 2)
        try update.run()
        let updated = Movie(
          id: id, title: before.title, sortableTitle: before.sortableTitle, isFavorite: isFavorite)
        let after = MovieWithCast(
          movie: updated, cast: before.cast, attributes: before.attributes)
        try history.record(.updated(before: before, after: after), in: catalog)
        try history.requireUndoable(unless: allowsIrreversible)
        try body(ChangedMovie(movie: after, outcome: .updated))
      }
      return !history.pending.isUnstorable
    }
  }

  /// The history cannot store a change.
  package struct IrreversibleChange: Error {}

  /// Returns the movies of a selection, to be shown before they are changed.
  ///
  /// - Parameter maximumListed: The number of movies to store for a list.
  package func show(
    _ selection: MovieSelection, listing maximumListed: Int
  ) throws(StoreError) -> ShownMovies {
    let limits = historyLimits
    return try core.read { catalog in
      var shown = ShownMovies(listing: maximumListed, limits)
      for id in try selection.ids(in: catalog) {
        let movie = try catalog.withDetails(Self.movie(id, in: catalog))
        let isStorable = try !movie.hasUnstorableText(replacedBy: nil, in: catalog)
        shown.add(movie, isStorable: isStorable)
      }
      return shown
    }
  }

  /// Deletes the movies of a selection.
  ///
  /// - Parameters:
  ///   - allowsIrreversible: Whether the movies are deleted even if the history cannot store it.
  ///   - body: A closure that is called with each deleted movie. An error that it throws rolls back
  ///     all changes and is rethrown.
  /// - Returns: Whether the history stores the change.
  /// - Throws: `SelectionChanged` if shown movies have changed; `IrreversibleChange`.
  @discardableResult
  package mutating func delete(
    _ selection: MovieSelection, allowsIrreversible: Bool = true,
    _ body: (ChangedMovie) throws -> Void
  ) throws -> Bool {
    let history = core.history
    return try core.transaction(.write) { catalog in
      let ids = try selection.ids(in: catalog)
      try Movie.delete(ids, recordedBy: history, in: catalog) { movie in
        try history.requireUndoable(unless: allowsIrreversible)
        try body(ChangedMovie(movie: movie, outcome: .deleted))
      }
      return !history.pending.isUnstorable
    }
  }
}

extension Movie {
  /// Deletes movies, and actors that are left without a movie.
  ///
  /// - Parameters:
  ///   - history: The recorder of the deletions, or `nil` if the caller records them.
  ///   - body: A closure that is called with each deleted movie.
  /// - Throws: `StoreError.unknownMovie`; any error of the closure; `SQLiteError`.
  static func delete(
    _ ids: some Sequence<ID>, recordedBy history: HistoryRecorder? = nil,
    in catalog: borrowing CatalogTransaction,
    _ body: (MovieWithCast) throws -> Void
  ) throws {
    var delete = try catalog.database.prepare("DELETE FROM MovieModel WHERE id = ?")
    var actors: Set<Actor.ID> = []
    for id in ids {
      guard let movie = try catalog.movie(id) else {
        throw StoreError.unknownMovie(.id(id))
      }
      actors.formUnion(movie.cast.lazy.map(\.id))
      try history?.willReplace(movie, by: nil, in: catalog)
      try delete.bind(id.rawValue, at: 1)
      try delete.run()
      try history?.record(.deleted(movie), in: catalog)
      try body(movie)
    }
    try Actor.deleteOrphans(among: actors, in: catalog.database)
  }
}
