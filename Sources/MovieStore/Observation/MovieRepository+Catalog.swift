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
  // MARK: Import and export

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

  /// Adds the movies of files to the catalog, and updates those that exist.
  ///
  /// Either all changes are made, or none. Reads do not wait for the import. See
  /// ``Catalog/importMovies(from:_:onRecord:onInvalid:progress:)``.
  ///
  /// - Parameters:
  ///   - files: The paths of the files, absolute or relative to the working directory.
  ///   - options: How records are read and used.
  ///   - onRecord: A closure that is called with each record, on the thread of the repository.
  ///   - onInvalid: A closure that is called with the error of each invalid record that is skipped, on the
  ///     thread of the repository.
  ///   - progress: A closure that is called with the progress, on the thread of the repository.
  /// - Returns: What was done.
  /// - Throws: ``InterchangeError`` for an invalid record; ``StoreError``: `unreadableFile` for a
  ///   file; otherwise as for opening and for every change; `CancellationError`.
  @discardableResult
  public func importMovies(
    from files: [String], _ options: ImportOptions = ImportOptions(),
    onRecord: (@Sendable (ImportPlan.Record) -> Void)? = nil,
    onInvalid: @escaping @Sendable (InterchangeError) -> Void = { _ in },
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) async throws -> ImportPlan {
    try await change { store in
      try store.importMovies(
        from: files, options, onRecord: onRecord, onInvalid: onInvalid, progress: progress)
    }
  }

  /// Returns what an import would do, without changing or locking the catalog.
  ///
  /// - Throws: As ``importMovies(from:_:onRecord:onInvalid:progress:)``.
  public func planImport(
    from files: [String], _ options: ImportOptions = ImportOptions(),
    onRecord: (@Sendable (ImportPlan.Record) -> Void)? = nil,
    onInvalid: @escaping @Sendable (InterchangeError) -> Void = { _ in },
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) async throws -> ImportPlan {
    try await read { store in
      try store.planImport(
        from: files, options, onRecord: onRecord, onInvalid: onInvalid, progress: progress)
    }
  }

  /// Writes the movies that match the query to a file, in the query's order. Other reads do not wait for it.
  ///
  /// See
  /// ``Catalog/exportMovies(_:order:descending:limit:offset:to:as:columns:replacing:progress:)``.
  ///
  /// - Parameters:
  ///   - query: The movies to write. By default, all movies.
  ///   - order: Their order.
  ///   - descending: Whether the order is reversed.
  ///   - limit: The maximum number of movies, 0 or more, or `nil` for no limit.
  ///   - offset: The number of movies to skip first, 0 or more.
  ///   - file: The path of the file, absolute or relative to the working directory. It must not be
  ///     a symbolic link.
  ///   - format: The format to write.
  ///   - columns: The columns of CSV and TSV, of which import requires the title; `nil` for title,
  ///     favorite, cast and all attributes of the movies. JSON has all attributes.
  ///   - replacing: Whether to replace an existing file.
  ///   - progress: A closure that is called with the progress, on the thread of the repository.
  /// - Returns: The number of movies written, and what the columns leave out.
  /// - Throws: ``StoreError``: `uncreatableFile`; otherwise as for opening and for every read;
  ///   `CancellationError`.
  @discardableResult
  public func exportMovies(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0, to file: String, as format: InterchangeFormat,
    columns: [InterchangeColumn]? = nil, replacing: Bool = false,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) async throws -> Catalog.ExportReport {
    try await open()
    return try await anotherReader.run { store in
      try store.exportMovies(
        query, order: order, descending: descending, limit: limit, offset: offset, to: file,
        as: format, columns: columns, replacing: replacing, progress: progress)
    }
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
