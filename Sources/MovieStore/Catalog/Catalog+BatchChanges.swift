/// Changes to several movies in one transaction.
extension Catalog {
  /// Adds movies to the favorites, or removes them.
  ///
  /// Either all movies are changed, or none. Memory use is bounded.
  ///
  /// - Parameters:
  ///   - isFavorite: Whether the movies become favorites.
  ///   - ids: The ids of the movies.
  /// - Returns: The number of movies that did not have the state already.
  /// - Throws: ``StoreError``: `notFound` for the first id that no movie has; otherwise as for
  ///   every change.
  @discardableResult
  public mutating func setFavorite(
    _ isFavorite: Bool, of ids: [Movie.ID]
  ) throws(StoreError) -> Int {
    var count = 0
    do {
      try setFavorite(isFavorite, of: .ids(ids)) { if $0.outcome == .updated { count += 1 } }
    } catch {
      throw StoreError(error, path: path)
    }
    return count
  }

  /// Deletes movies, and actors that are left without a movie.
  ///
  /// Either all movies are deleted, or none. Memory use is bounded.
  ///
  /// - Parameter ids: The ids of the movies, each once.
  /// - Throws: ``StoreError``: `notFound` for the first id that no movie has, or that occurs a
  ///   second time; otherwise as for every change.
  public mutating func delete(ids: [Movie.ID]) throws(StoreError) {
    do { try delete(.ids(ids)) { _ in } } catch { throw StoreError(error, path: path) }
  }

  /// Changes the movies of a selection, in bounded memory.
  ///
  /// - Parameters:
  ///   - allowsIrreversible: Whether the change is made even if the history cannot store it.
  ///   - edit: A closure that returns the edit of a movie.
  ///   - body: A closure that is called with each movie, in the order of the selection.
  ///   An error that one of the closures throws rolls back all changes and is rethrown.
  /// - Returns: Whether the history stores the change.
  /// - Throws: `IrreversibleChange`.
  @discardableResult
  package mutating func edit(
    _ selection: MovieSelection, allowsIrreversible: Bool = true,
    _ edit: (Movie) throws -> MovieEdit, _ body: (MovieChange) throws -> Void
  ) throws -> Bool {
    try change(selection, allowsIrreversible, body) { catalog, id in
      try catalog.update(id) { try edit($0).fields(for: $0, in: catalog) }
    }
  }

  /// Changes the favorite state of the movies of a selection.
  ///
  /// - Parameter state: The new state of each movie, or `nil` to invert it. A movie that occurs
  ///   twice is changed twice.
  @discardableResult
  package mutating func setFavorite(
    _ state: Bool?, of selection: MovieSelection, allowsIrreversible: Bool = true,
    _ body: (MovieChange) throws -> Void
  ) throws -> Bool {
    try edit(
      selection, allowsIrreversible: allowsIrreversible,
      { MovieEdit(isFavorite: state ?? !$0.isFavorite) }, body)
  }

  /// Deletes the movies of a selection.
  ///
  /// - Throws: `SelectionChanged` if shown movies have changed; `IrreversibleChange`.
  @discardableResult
  package mutating func delete(
    _ selection: MovieSelection, allowsIrreversible: Bool = true,
    _ body: (MovieChange) throws -> Void
  ) throws -> Bool {
    try change(selection, allowsIrreversible, body) { catalog, id in
      let movie = try catalog.existingMovie(id)
      try catalog.delete(movie)
      return MovieChange.deleted(movie)
    }
  }

  private mutating func change(
    _ selection: MovieSelection, _ allowsIrreversible: Bool, _ body: (MovieChange) throws -> Void,
    _ changeOne: (borrowing CatalogTransaction, Movie.ID) throws -> MovieChange
  ) throws -> Bool {
    let journal = core.journal
    return try core.transaction(.write) { catalog in
      for id in try selection.ids(in: catalog) {
        let changed = try changeOne(catalog, id)
        try journal.requireUndoable(unless: allowsIrreversible)
        try body(changed)
      }
      return !journal.pending.values.areDiscarded
    }
  }

  /// Returns the movies of a selection, to be shown before they are changed.
  ///
  /// - Parameter listedLimit: The number of movies to store for a list.
  package func show(
    _ selection: MovieSelection, listing listedLimit: Int
  ) throws(StoreError) -> ShownMovies {
    let limits = historyLimits
    return try core.read { catalog in
      var shown = ShownMovies(listing: listedLimit, limits)
      for id in try selection.ids(in: catalog) {
        let movie = try catalog.existingMovie(id)
        let isStorable = try !catalog.hasUnstorableText(movie, replacedBy: nil)
        shown.add(movie, isStorable: isStorable)
      }
      return shown
    }
  }
}

extension CatalogTransaction {
  /// - Throws: `StoreError.unknownMovie`; `SQLiteError`.
  package func existingMovie(_ id: Movie.ID) throws -> Movie {
    guard let movie = try movie(id) else { throw StoreError.unknown(.id(id)) }
    return movie
  }

  /// Gives a movie the values that the closure returns for it.
  ///
  /// - Throws: `StoreError.unknownMovie`; any error of the closure; `SQLiteError`.
  func update(
    _ id: Movie.ID, _ fields: (Movie) throws -> MovieFields
  ) throws -> MovieChange {
    let before = try existingMovie(id)
    let after = try replace(before, with: fields(before))
    return MovieChange(of: before, to: after)
  }
}
