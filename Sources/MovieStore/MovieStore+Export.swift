internal import MovieSQLite
package import MovieSystem

extension MovieStore {
  /// Writes the movies that match the query to a file, in the query's order.
  ///
  /// Memory use is bounded. Only the owner has access to the new file, which is synced to disk and
  /// appears only when it is complete. If the current task is cancelled, the export ends within half
  /// a second.
  /// ``importMovies(from:as:skipsExisting:skipsInvalid:keeping:ignoring:progress:onInvalid:)`` reads its titles, casts,
  /// favorites and attributes; the movies get new ids.
  ///
  /// - Parameters:
  ///   - query: The movies to write, and their order.
  ///   - file: The path of the file, absolute or relative to the working directory. It must not be
  ///     a symbolic link.
  ///   - format: The format to write.
  ///   - columns: The columns of CSV and TSV. Import requires the title. JSON has all attributes.
  ///   - replacing: Whether to replace an existing file.
  ///   - progress: A closure that is called after every few hundred movies, and once at the end before
  ///     the file appears. The total is not known. An error that the closure throws ends the export,
  ///     leaves no file, and is rethrown.
  /// - Returns: The number of movies written.
  /// - Throws: Any error that `progress` throws; `CancellationError` if the current task is cancelled
  ///   before the file appears; otherwise ``StoreError``: `fileExists` if the file exists and `replacing` is `false`;
  ///   `cannotCreate` for a symbolic link, the database itself, or a path that conflicts with the
  ///   journal or log of a database; `invalidQuery`; `diskFull` and `inputOutput` for the file; otherwise as for
  ///   every read.
  @discardableResult
  public func exportMovies(
    _ query: MovieQuery = MovieQuery(), to file: String, as format: InterchangeFormat,
    columns: [InterchangeColumn] = InterchangeColumn.standard, replacing: Bool = false,
    progress: (TransferProgress) throws -> Void = { _ in }
  ) throws -> Int {
    if FileMetadata.refersToSameFile(file, path) {
      throw StoreError.cannotCreate(path: file, reason: "it is the database itself")
    }
    try DatabaseFile.requireOutput(file)
    return try withCancellation {
      do {
        let target = try AtomicFile(target: file, replacing: replacing)
        let count = try exportMovies(
          query, as: format, columns: columns, to: target.sink, progress: progress)
        if Interruption.isRequested { throw StoreError.interrupted }
        try target.commit()
        return count
      } catch let error as SystemError {
        throw StoreError(error, path: file)
      }
    }
  }

  /// Writes the movies of the query in an interchange format, in bounded memory.
  ///
  /// - Parameters:
  ///   - afterEach: Called after each movie, when its bytes are in the sink.
  ///   - progress: Called as in `exportMovies(_:to:as:columns:replacing:progress:)`, with the bytes that
  ///     were added to the sink.
  /// - Returns: The number of movies written.
  /// - Throws: `SystemError` if the sink fails; any error that a closure throws; otherwise `StoreError`.
  package func exportMovies(
    _ query: MovieQuery, as format: InterchangeFormat,
    columns: [InterchangeColumn] = InterchangeColumn.standard, to sink: ByteSink,
    afterEach: () throws -> Void = {}, progress: (TransferProgress) throws -> Void = { _ in }
  ) throws -> Int {
    let parsed = try query.parsed()
    var writer = InterchangeWriter(format: format, columns: columns, sink: sink)
    var count = 0
    var meter = TransferMeter()
    let start = sink.byteCount
    try writer.begin()
    try core.transaction(.read) { transaction, schema in
      var casts = try CastNameReader(in: transaction)
      var attributes =
        writer.writesAttributes ? try AttributeReader(in: transaction) : nil
      if parsed.text == nil, query.actors.isEmpty, query.conditions.isEmpty,
        !query.favoritesOnly
      {
        // A scan of the whole catalog does not read a page twice: a small page cache leaves memory for
        // the names.
        try transaction.execute("PRAGMA cache_size = -1024")
        try casts.loadNames(in: transaction)
      }
      try parsed.forEachRow(
        "m.id, m.title, m.favorite", hasSearchIndex: schema.hasSearchIndex, in: transaction
      ) { row in
        try row.withText(at: 1) { writer.beginMovie(titled: $0) }
        try casts.forEachName(of: row.int(at: 0)) { writer.addName($0) }
        try writer.endMovie(
          isFavorite: row.bool(at: 2),
          attributes: attributes?.attributes(of: row.int(at: 0)) ?? MovieAttributes())
        count += 1
        try afterEach()
        try meter.update(records: count, bytes: sink.byteCount - start, progress)
      }
      try transaction.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.pageCache)")
    }
    try writer.end()
    try meter.finish(records: count, bytes: sink.byteCount - start, progress)
    return count
  }
}
