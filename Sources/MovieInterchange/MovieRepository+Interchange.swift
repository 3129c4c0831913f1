public import MovieFormats
public import MovieStore

extension MovieRepository {
  /// Adds the movies of files to the catalog, and updates those that exist.
  ///
  /// Either all changes are made, or none. Reads do not wait for the import. See
  /// ``Catalog/importMovies(from:_:onRecord:onInvalid:progress:)``.
  ///
  /// - Parameters:
  ///   - files: The paths of the files, absolute or relative to the working directory.
  ///   - options: How records are read and used.
  ///   - onRecord: A closure that is called with each record, on the thread of the repository.
  ///   - onInvalid: A closure that is called with the error of each invalid record that is skipped,
  ///     on the thread of the repository.
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

  /// Writes the movies that match the query to a file, in the query's order.
  ///
  /// Other reads do not wait for it. See
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
}
