internal import MovieSQLite

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
          var batch = MovieBatch()
          for draft in drafts {
            batch.append(try draft.validatedAsNew())
            if !batch.isFull { continue }
            try inserter.insert(batch)
            batch = MovieBatch()
          }
          try inserter.insert(batch)
        }.movies
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Adds the next `count` movies of an endless sequence that the catalog does not have yet, or
  /// none: movies without the title and an actor of an existing movie.
  ///
  /// - Parameters:
  ///   - progress: Called as by
  ///     ``importMovies(from:as:skipsExisting:skipsInvalid:keeping:ignoring:progress:onInvalid:)``.
  ///   - batches: Returns the sequence for the highest movie id that the catalog has ever assigned.
  package mutating func addMissingMovies<
    Batches: IteratorProtocol<MovieBatch> & SendableMetatype
  >(
    _ count: Int, progress: (OperationProgress) throws -> Void,
    of batches: @escaping @Sendable (_ newest: Int64) -> Batches
  ) throws -> ImportReport {
    try withCancellation {
      try insertMovies(skipping: .similar) { inserter in
        var meter = TransferMeter("seed")
        let newest = inserter.newest
        let isParallel = count > MovieBatch.maximumMovies
        try BatchPipeline<MovieBatch>.forEach(isParallel: isParallel) { send in
          var batches = batches(newest)
          while let batch = batches.next(), send(batch) {}
        } consume: { batch in
          try inserter.insert(batch, upTo: count)
          try meter.update(records: inserter.report.movies, progress)
          return inserter.report.movies < count
        }
        try meter.finish(records: inserter.report.movies, progress)
      }
    }
  }

  /// Adds the first missing movie of an endless sequence.
  ///
  /// - Parameter movies: Returns, for the highest movie id that the catalog has ever assigned, a
  ///   closure that returns the next movie. Its title and cast are clean.
  package mutating func addMissingMovie(
    of movies: (_ newest: Int64) -> () -> MovieDraft
  ) throws(StoreError) -> ChangedMovie {
    return try core.write { catalog in
      let next = movies(try RowIDAllocator(of: "MovieModel", in: catalog.database).newest)
      var movie = next()
      while try catalog.hasSimilarMovie(to: movie) { movie = next() }
      return ChangedMovie(movie: try catalog.insert(MovieFields(movie)), outcome: .added)
    }
  }

  /// Runs the closure with an inserter of movies, in one transaction, and records its movies in the
  /// history.
  ///
  /// - Parameters:
  ///   - existing: The movies that are skipped.
  ///   - nameLimit: The number of names after which their actors are looked up again.
  mutating func insertMovies(
    skipping existing: BulkInserter.Existing? = nil, nameLimit: Int = ActorIDs.nameLimit,
    _ body: (inout BulkInserter) throws -> Void
  ) throws -> ImportReport {
    // Within another transaction, foreign keys are enforced.
    let keepsIndexes = core.connection.isInTransaction
    return try core.transaction(.bulkWrite) { catalog in
      var inserter = try BulkInserter(
        in: catalog, skipping: existing, keepsIndexes: keepsIndexes, nameLimit: nameLimit)
      try body(&inserter)
      try inserter.finish()
      try catalog.journal?.record(inserter.imported(), in: catalog)
      return inserter.report
    }
  }
}
