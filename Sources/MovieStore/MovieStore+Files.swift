extension MovieStore {
  /// Adds the movies of a file, or none of them, in bounded memory.
  ///
  /// - Parameters:
  ///   - file: absolute, or relative to the working directory; a pipe or a device will do.
  ///   - format: its format; `nil` takes the one that its first bytes look like.
  ///   - skipsExisting: whether movies are passed over whose title and cast are in the catalog already.
  ///   - skipsBad: whether records are passed over that are no movies; else the first one ends the import.
  ///   - onBad: called with each record that is passed over as bad; what it throws takes all back, and
  ///     climbs as it is.
  /// - Returns: how many records were added and passed over.
  /// - Throws: what `onBad` throws; else ``InterchangeError`` for a record that is no movie, and for a text
  ///   that cannot be read on; ``StoreError``: `missing` and `unreadable` for the file, and as every
  ///   change. Nothing is added then.
  @discardableResult
  public mutating func importMovies(
    from file: String, as format: InterchangeFormat? = nil, skipsExisting: Bool = false,
    skipsBad: Bool = false, _ onBad: (InterchangeError) throws -> Void = { _ in }
  ) throws -> AdditionReport {
    let options = ImportOptions(format: format, skipsExisting: skipsExisting, skipsBad: skipsBad)
    do {
      return try importMovies(from: [ImportSource(path: file)], options, onBad: onBad)
    } catch let error as SystemError {
      throw StoreError(reading: file, error)
    }
  }

  /// Writes the movies of a query to a file, in order and in bounded memory. The file is its owner's
  /// alone, synced, and there only when it is whole. ``importMovies(from:as:skipsExisting:skipsBad:_:)``
  /// reads it back: titles, casts and favorites; ids are given anew.
  ///
  /// - Parameters:
  ///   - query: which movies, in which order.
  ///   - file: absolute, or relative to the working directory; no symbolic link.
  ///   - format: the format to write.
  ///   - replacing: whether a file that is there may be replaced.
  /// - Returns: how many movies were written.
  /// - Throws: ``StoreError``: `fileExists` if a file exists and is not to be replaced; `cannotCreate` for
  ///   a link, the database itself or a name that SQLite uses next to one; `diskFull` and `inputOutput`
  ///   about the file; otherwise as every reading.
  @discardableResult
  public mutating func exportMovies(
    _ query: MovieQuery = MovieQuery(), to file: String, as format: InterchangeFormat,
    replacing: Bool = false
  ) throws(StoreError) -> Int {
    if DatabaseFile.isSameFile(file, path) {
      throw .cannotCreate(path: file, reason: "it is the database itself")
    }
    try DatabaseFile.requireOutput(file)
    do {
      let target = try AtomicFile(target: file, replacing: replacing)
      let count = try exportMovies(query, as: format, to: target.sink)
      try target.commit()
      return count
    } catch let error as SystemError {
      throw StoreError(creating: file, error)
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
        ? .missing(path: path)
        : error.isFailedDevice
          ? .inputOutput(path: path, detail: "\(error)")
          : .unreadable(path: path, reason: error.reason)
  }
}
