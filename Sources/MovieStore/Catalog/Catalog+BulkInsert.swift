internal import MovieSQLite
internal import MovieSystem

extension Catalog {
  /// Adds the movies of drafts, or none of them: many times faster than one by one.
  ///
  /// As for ``add(_:)``, each draft is a new movie, and ids of drafts are ignored. Memory use is
  /// bounded; the sequence is read once. If the current task is cancelled, nothing is added.
  ///
  /// - Parameter drafts: The values to store.
  /// - Returns: The number of movies.
  /// - Throws: ``StoreError``: `invalidInput` for values that cannot be stored; `interrupted` if
  ///   the task was cancelled; otherwise as for every change.
  @discardableResult
  public mutating func add(
    contentsOf drafts: some Sequence<MovieDraft>
  ) throws(StoreError) -> Int {
    do {
      return try withCancellation {
        try insertMovies { inserter in
          var names = NameNumbers()
          var batch = MovieBatch(numbering: &names)
          for draft in drafts {
            batch.append(try draft.validatedAsNew(), isCompared: false, numbering: &names)
            if !batch.isFull { continue }
            try inserter.insert(batch)
            batch = MovieBatch(numbering: &names)
          }
          try inserter.insert(batch)
        }.movies
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Adds the next `count` movies of an endless sequence that the catalog does not have yet, or
  /// none.
  ///
  /// - Parameters:
  ///   - progress: Called as by
  ///     ``importMovies(from:_:onRecord:onInvalid:progress:)``.
  ///   - known: Returns the positions of those movies that are the same as one of the catalog with
  ///     at most an id.
  ///   - movies: Returns, for the highest movie id that the catalog has ever assigned, a closure
  ///     that returns the next movie. Its title and cast are clean.
  package mutating func addMissingMovies(
    _ count: Int, progress: (OperationProgress) throws -> Void,
    known: ([MovieDraft], _ newest: Int64, borrowing CatalogTransaction) throws -> Set<Int>,
    of movies: @escaping @Sendable (_ newest: Int64) -> () -> MovieDraft
  ) throws -> InsertReport {
    try withCancellation {
      try insertMovies { inserter in
        var meter = TransferMeter("seed")
        let newest = inserter.newest
        try BatchPipeline<MovieBatch>.forEach { send in
          let next = movies(newest)
          var names = NameNumbers()
          var batch: MovieBatch
          repeat {
            batch = MovieBatch(numbering: &names)
            while !batch.isFull, batch.movies.count < count {
              batch.append(next(), isCompared: true, numbering: &names)
            }
          } while send(batch)
        } consume: { batch in
          // A catalog without movies has none of them.
          let known = newest == 0 ? [] : try known(batch.drafts, newest, inserter.catalog)
          try inserter.insert(batch, upTo: count, skipping: known)
          try meter.update(records: inserter.report.movies, progress)
          return inserter.report.movies < count
        }
        try meter.finish(records: inserter.report.movies, progress)
      }
    }
  }

  /// Adds the first movie of an endless sequence that is not known.
  ///
  /// - Parameters:
  ///   - isKnown: Whether the catalog has the movie.
  ///   - movies: As for `addMissingMovies(_:progress:known:of:)`.
  package mutating func addMissingMovie(
    isKnown: (MovieDraft, borrowing CatalogTransaction) throws -> Bool,
    of movies: (_ newest: Int64) -> () -> MovieDraft
  ) throws(StoreError) -> MovieChange {
    return try core.write { catalog in
      let next = movies(try RowIDAllocator(of: "MovieModel", in: catalog.database).newest)
      var movie = next()
      while try isKnown(movie, catalog) { movie = next() }
      return MovieChange.added(try catalog.insert(MovieFields(movie)))
    }
  }

  /// Runs the closure with an inserter of movies, in one transaction, and records its movies in the
  /// history.
  ///
  /// - Parameter finish: Is called with the movies when all are inserted.
  package mutating func insertMovies(
    _ body: (inout BulkInserter) throws -> Void,
    finish: (borrowing CatalogTransaction, ImportedMovies?) throws -> Void = { _, _ in }
  ) throws -> InsertReport {
    // Within another transaction, foreign keys are enforced.
    let keepsIndexes = core.connection.isInTransaction
    return try core.transaction(.bulkWrite) { catalog in
      var inserter = try BulkInserter(
        in: catalog, keepsIndexes: keepsIndexes)
      try body(&inserter)
      try inserter.finish()
      try catalog.journal?.record(inserter.imported, in: catalog)
      try finish(catalog, inserter.imported)
      return inserter.report
    }
  }
}
