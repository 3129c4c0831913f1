extension MovieRepository {
  /// Adds the movie of a draft, or replaces the title, cast and favorite state of an existing
  /// movie.
  ///
  /// - Parameter draft: The values to store. If the draft has an id, the movie with that id is
  ///   updated.
  /// - Returns: The movie as stored. The change is `added` if the draft has no id; otherwise it is
  ///   `updated`, or `unchanged` if the movie already had these values.
  /// - Throws: ``StoreError``: `unknownMovie` if the draft has an id and the movie no longer
  ///   exists; otherwise as for every change.
  @discardableResult
  public func save(_ draft: MovieDraft) throws(StoreError) -> ChangedMovie {
    try withStore { store throws(StoreError) in try store.save(draft) }
  }

  /// Deletes a movie, and actors that are left without a movie.
  ///
  /// - Returns: The deleted movie. ``reinsert(_:)`` restores it.
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every
  ///   change.
  @discardableResult
  public func delete(id: Movie.ID) throws(StoreError) -> MovieWithCast {
    try withStore { store throws(StoreError) in try store.delete(id: id) }
  }

  /// Restores a deleted movie with its id, its favorite state, and its cast in billing order.
  ///
  /// - Parameter movie: The deleted movie.
  /// - Returns: The restored movie; the change is `added`. If a movie already has the id, that
  ///   movie; the change is `unchanged`.
  /// - Throws: ``StoreError``, as for every change.
  @discardableResult
  public func reinsert(_ movie: MovieWithCast) throws(StoreError) -> ChangedMovie {
    try withStore { store throws(StoreError) in try store.reinsert(movie) }
  }

  /// Inverts the favorite state of a movie.
  ///
  /// - Returns: The movie in its new state.
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every
  ///   change.
  @discardableResult
  public func toggleFavorite(id: Movie.ID) throws(StoreError) -> MovieWithCast {
    try withStore { store throws(StoreError) in try store.toggleFavorite(id: id) }
  }

  /// The changes made through this repository, oldest transaction first.
  ///
  /// The history is empty until ``keepHistory(of:)`` is called.
  public var history: [CatalogTransaction] { opened.store.history }

  /// Starts recording the changes made through this repository.
  ///
  /// All values before and after each change are held in memory.
  ///
  /// - Parameter transactions: The maximum number of transactions to keep. Older ones are
  ///   discarded. If it is 0, the history is cleared and recording stops.
  public func keepHistory(of transactions: Int) { opened.store.keepHistory(of: transactions) }
}
