internal import MovieSQLite

/// Adds movies of an endless sequence that the catalog does not have yet: none with the same title
/// and an actor of the same cast.
extension Catalog {
  /// Adds the next `count` missing movies of a sequence, or none.
  ///
  /// - Parameters:
  ///   - progress: Called as by
  ///     ``importMovies(from:as:skipsExisting:skipsInvalid:keeping:ignoring:progress:onInvalid:)``.
  ///   - batches: Returns the sequence for the highest movie id that the catalog has ever assigned.
  ///     Its batches include drafts.
  package mutating func addMissingMovies<
    Batches: IteratorProtocol<MovieBatch> & SendableMetatype
  >(
    _ count: Int, progress: (TransferProgress) throws -> Void,
    of batches: @escaping @Sendable (_ newest: Int64) -> Batches
  ) throws -> ImportReport {
    let isNested = core.connection.isInTransaction
    let journal = core.journal
    return try withCancellation {
      try core.transaction(.bulkWrite) { catalog in
        var meter = TransferMeter()
        let hasMovies =
          try catalog.database.fetchInt("SELECT EXISTS (SELECT 1 FROM MovieModel)") != 0
        var inserter = try BulkInserter(
          insertsImmediately: false, keepsTitleIndex: hasMovies, keepsIndexes: isNested,
          in: catalog.database)
        let newest = inserter.newest
        let isParallel = count > MovieBatch.maximumMovies
        try BatchPipeline<MovieBatch>.forEach(isParallel: isParallel) { send in
          var batches = batches(newest)
          while let batch = batches.next(), send(batch) {}
        } consume: { batch in
          try inserter.begin(batch, in: catalog.database)
          for (index, movie) in batch.movies.enumerated() where inserter.movieCount < count {
            if hasMovies,
              try catalog.hasSimilarMovie(
                to: batch.drafts[index], upTo: Movie.ID(rawValue: newest))
            {
              continue
            }
            try inserter.add(movie, of: batch, in: catalog.database)
            try meter.update(records: inserter.movieCount, progress)
          }
          return inserter.movieCount < count
        }
        try inserter.finish(in: catalog.database)
        try journal.record(inserter.imported(in: catalog.database), in: catalog)
        try meter.finish(records: inserter.movieCount, progress)
        return ImportReport(movies: inserter.movieCount, newActors: inserter.newActorCount)
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
}
