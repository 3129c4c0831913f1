extension MovieRepository {
  /// Adds the movie of a draft, or gives the movie of its id the draft's title, cast and favorite.
  ///
  /// - Returns: the movie as it is now, and which it was: added where the draft has no id, else updated,
  ///   or unchanged where it was so already.
  /// - Throws: ``StoreError``: `unknownMovie` where the draft has an id and the movie is not there any
  ///   more; else as every change.
  @discardableResult
  public func save(_ draft: MovieDraft) throws(StoreError) -> ChangedMovie {
    try withStore { store throws(StoreError) in try store.save(draft) }
  }

  /// Deletes a movie, and actors left without any.
  ///
  /// - Returns: the movie as it was: ``reinsert(_:)`` puts it back.
  /// - Throws: ``StoreError``: `unknownMovie` where it is not there; else as every change.
  @discardableResult
  public func delete(id: Movie.ID) throws(StoreError) -> CreditedMovie {
    try withStore { store throws(StoreError) in try store.delete(id: id) }
  }

  /// Puts back a movie that was deleted: its id, favorite, and cast in its order.
  ///
  /// - Returns: unchanged, with the movie that is there, where one has the id already.
  /// - Throws: ``StoreError``: as every change.
  @discardableResult
  public func reinsert(_ movie: CreditedMovie) throws(StoreError) -> ChangedMovie {
    try withStore { store throws(StoreError) in try store.reinsert(movie) }
  }

  /// Makes a movie a favorite, or no longer.
  ///
  /// - Returns: the movie as it is now.
  /// - Throws: ``StoreError``: `unknownMovie` where it is not there; else as every change.
  @discardableResult
  public func toggleFavorite(id: Movie.ID) throws(StoreError) -> CreditedMovie {
    try withStore { store throws(StoreError) in try store.toggleFavorite(id: id) }
  }

  /// What was changed through this repository, the oldest transaction first, empty until
  /// ``keepHistory(of:)`` is called.
  public var history: [CatalogTransaction] { opened.store.history }

  /// Keeps the history of what is changed through this repository from here on, with every value before
  /// and after in memory.
  ///
  /// - Parameter transactions: the most to keep; older ones are forgotten. 0 keeps none any more.
  public func keepHistory(of transactions: Int) { opened.store.keepHistory(of: transactions) }
}
