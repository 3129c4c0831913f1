/// The functions of a store, each as one call. They throw the errors of the store's function, the errors of
/// opening the file, and `CancellationError`.
extension MovieRepository {
  // MARK: Movies

  /// Returns the movies that match the query, with their casts, in the order.
  ///
  /// See ``Catalog/movies(_:order:descending:limit:offset:)``.
  ///
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for opening and for every read;
  ///   `CancellationError`.
  public func movies(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0
  ) async throws -> [Movie] {
    try await read {
      try $0.movies(
        query, order: order, descending: descending, limit: limit, offset: offset)
    }
  }

  /// Returns the movie with the id and its cast, or `nil` if no movie has the id.
  ///
  /// - Throws: ``StoreError``, as for opening and for every read; `CancellationError`.
  public func movie(id: Movie.ID) async throws -> Movie? {
    try await read { try $0.movie(id: id) }
  }

  // MARK: Changes

  /// Adds a movie, and the actors of its cast that the catalog does not have yet.
  ///
  /// See ``Catalog/add(_:)``.
  ///
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for opening and for every change;
  ///   `CancellationError`.
  @discardableResult
  public func add(_ draft: MovieDraft) async throws -> ChangedMovie {
    try await change { try $0.add(draft) }
  }

  /// Adds the movie of a draft, or updates an existing movie.
  ///
  /// A draft that was made from a movie changes only the fields that differ from it: see
  /// ``Catalog/save(_:)``.
  ///
  /// - Throws: ``StoreError``: `notFound`, `invalidInput`; otherwise as for opening and for every
  ///   change; `CancellationError`.
  @discardableResult
  public func save(_ draft: MovieDraft) async throws -> ChangedMovie {
    try await change { try $0.save(draft) }
  }

  /// Changes the title, the cast or the favorite state of a movie.
  ///
  /// See ``Catalog/edit(id:_:)``.
  ///
  /// - Throws: ``StoreError``: `notFound`, `rejected`, `invalidInput`; otherwise as for opening and
  ///   for every change; `CancellationError`.
  @discardableResult
  public func edit(id: Movie.ID, _ edit: MovieEdit) async throws -> ChangedMovie {
    try await change { try $0.edit(id: id, edit) }
  }

  /// Deletes a movie, and actors that are left without a movie.
  ///
  /// - Returns: The deleted movie. ``undo()`` restores it.
  /// - Throws: ``StoreError``: `notFound` if no movie has the id; otherwise as for opening and for
  ///   every change; `CancellationError`.
  @discardableResult
  public func delete(id: Movie.ID) async throws -> ChangedMovie {
    try await change { try $0.delete(id: id) }
  }
  /// Adds the movies of drafts, or none of them: many times faster than one by one. Reads do not
  /// wait for it.
  ///
  /// See ``Catalog/add(contentsOf:)``.
  ///
  /// - Returns: The number of movies.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for opening and for every change;
  ///   `CancellationError`.
  @discardableResult
  public func add(
    contentsOf drafts: some Sequence<MovieDraft> & Sendable
  ) async throws -> Int {
    try await change { try $0.add(contentsOf: drafts) }
  }

  // MARK: History

  /// Undoes the latest change that is not undone yet.
  ///
  /// See ``Catalog/undo()``.
  ///
  /// - Throws: ``StoreError``: `rejected`; otherwise as for opening and for every change;
  ///   `CancellationError`.
  @discardableResult
  public func undo() async throws -> HistoryEntry? { try await change { try $0.undo() } }

  /// Redoes the change that was undone last, if no other change was made after that.
  ///
  /// See ``Catalog/redo()``.
  ///
  /// - Throws: ``StoreError``: `rejected`; otherwise as for opening and for every change;
  ///   `CancellationError`.
  @discardableResult
  public func redo() async throws -> HistoryEntry? { try await change { try $0.redo() } }
}
