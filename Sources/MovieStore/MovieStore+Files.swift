internal import MovieSystem

extension MovieStore {
  /// Adds the movies of a file to the catalog.
  ///
  /// Either all movies are added, or none. Memory use is bounded.
  ///
  /// - Parameters:
  ///   - file: The path of the file, absolute or relative to the working directory. It can be a
  ///     pipe or a device.
  ///   - format: The format of the file. If it is `nil`, the format is detected from the first
  ///     bytes.
  ///   - skipsExisting: Whether to skip movies whose title and cast are already in the catalog.
  ///   - skipsBad: Whether to skip records that are not valid movies. Otherwise the first one ends
  ///     the import.
  ///   - onBad: A closure that is called with the error of each invalid record that is skipped. An
  ///     error that it throws rolls back the import and is rethrown.
  /// - Returns: The numbers of records added and skipped.
  /// - Throws: Any error that `onBad` throws; otherwise ``InterchangeError`` for an invalid record,
  ///   or for malformed text after which reading cannot continue; ``StoreError``: `fileNotFound` and
  ///   `unreadable` for the file, and as for every change. If an error is thrown, nothing is added.
  @discardableResult
  public mutating func importMovies(
    from file: String, as format: InterchangeFormat? = nil, skipsExisting: Bool = false,
    skipsBad: Bool = false, _ onBad: (InterchangeError) throws -> Void = { _ in }
  ) throws -> ImportReport {
    let options = ImportOptions(format: format, skipsExisting: skipsExisting, skipsBad: skipsBad)
    do {
      return try importMovies(from: [ImportSource(path: file)], options, onBad: onBad)
    } catch let error as SystemError {
      throw StoreError(reading: file, error)
    }
  }

  /// Writes the movies that match the query to a file, in the query's order.
  ///
  /// Memory use is bounded. Only the owner has access to the new file, which is synced to disk and
  /// appears only when it is complete. ``importMovies(from:as:skipsExisting:skipsBad:_:)`` reads
  /// its titles, casts and favorites; the movies get new ids.
  ///
  /// - Parameters:
  ///   - query: The movies to write, and their order.
  ///   - file: The path of the file, absolute or relative to the working directory. It must not be
  ///     a symbolic link.
  ///   - format: The format to write.
  ///   - replacing: Whether to replace an existing file.
  /// - Returns: The number of movies written.
  /// - Throws: ``StoreError``: `fileExists` if the file exists and `replacing` is `false`;
  ///   `cannotCreate` for a symbolic link, the database itself, or a path that conflicts with the
  ///   journal or log of a database; `diskFull` and `inputOutput` for the file; otherwise as for
  ///   every read.
  @discardableResult
  public mutating func exportMovies(
    _ query: MovieQuery = MovieQuery(), to file: String, as format: InterchangeFormat,
    replacing: Bool = false
  ) throws(StoreError) -> Int {
    if FileMetadata.refersToSameFile(file, path) {
      throw .cannotCreate(path: file, reason: "it is the database itself")
    }
    try DatabaseFile.requireOutput(file)
    do {
      let target = try AtomicFile(target: file, replacing: replacing)
      let count = try exportMovies(query, as: format, to: target.sink)
      try target.commit()
      return count
    } catch let error as SystemError {
      throw StoreError(error, path: file)
    } catch {
      throw StoreError(error, path: path)
    }
  }
}

extension StoreError {
  /// A file of movies that could not be read.
  fileprivate init(reading path: String, _ error: SystemError) {
    self =
      error.isInterruption
      ? .interrupted
      : error.isMissingFile
        ? .fileNotFound(path: path)
        : error.isIOError
          ? .inputOutput(path: path, detail: "\(error)")
          : .unreadable(path: path, reason: error.reason)
  }
}
