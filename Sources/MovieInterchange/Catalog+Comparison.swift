package import MovieFormats
internal import MovieMatching
public import MovieStore

extension Catalog {
  /// Calls the closure with each movie in which another catalog differs: first those that the other
  /// one has, then those that only this one has.
  ///
  /// If one catalog is a copy of the other, movies are paired by the ids that they had then;
  /// otherwise as ``importMovies(from:_:onRecord:onInvalid:progress:)`` pairs records with movies.
  /// Ids of movies and actors, and sortable titles, are not compared. Memory use is bounded.
  ///
  /// - Parameters:
  ///   - other: The catalog to compare with.
  ///   - body: A closure that is called with each difference. An error that it throws is rethrown.
  /// - Returns: The number of movies in which the catalogs differ.
  /// - Throws: Any error that the closure throws; otherwise ``StoreError``, as for every read.
  @discardableResult
  public func differences(
    from other: borrowing Catalog, _ body: (CatalogDifference) throws -> Void = { _ in }
  ) throws -> DifferenceSummary {
    try differences(
      from: other, { catalog, other in try CommonPast(of: catalog, and: other) }, body)
  }

  /// The differences from a former state of this catalog, whose ids are the same.
  package func differences(
    since former: borrowing FormerCatalog, _ body: (CatalogDifference) throws -> Void
  ) throws -> DifferenceSummary {
    try differences(from: former.catalog, { _, _ in .all }, body)
  }

  private func differences(
    from other: borrowing Catalog,
    _ past: (borrowing CatalogTransaction, borrowing CatalogTransaction) throws -> CommonPast?,
    _ body: (CatalogDifference) throws -> Void
  ) throws -> DifferenceSummary {
    let otherCore = other.core
    return try core.transaction(.read) { catalog in
      try otherCore.transaction(.read) { other in
        let past = try past(catalog, other)
        return try withoutActuallyEscaping(body) { body in
          var comparison = CatalogComparison(body)
          try comparison.run(catalog, with: other, past)
          return comparison.summary
        }
      }
    }
  }

  /// The differences from lists. Fields that a list does not have are not compared.
  package func differences(
    from sources: [ImportSource], _ reading: ReadingOptions,
    readingArchives readArchive: ImportSource.ArchiveReader?,
    _ body: (CatalogDifference) throws -> Void, progress: (OperationProgress) throws -> Void
  ) throws -> (plan: ImportPlan, summary: DifferenceSummary) {
    let options = ImportOptions(reading: reading)
    return try withoutActuallyEscaping(body) { body in
      var comparison = CatalogComparison(body)
      let plan = try compare(sources, options, readArchive, progress) { catalog, stage, merges in
        // A list of a service has parts of movies: what an import would change differs.
        let exact = merges.map { $0.isPreset ? $0 : $0.replacing }
        try comparison.run(catalog, with: stage, exact)
      }
      return (plan, comparison.summary)
    }
  }

  /// Passes the movies of lists to the closure, group by group.
  ///
  /// - Parameter shown: The groups to pass.
  /// - Returns: The number of movies in each group.
  package func compare(
    with sources: [ImportSource], _ reading: ReadingOptions,
    readingArchives readArchive: ImportSource.ArchiveReader?, showing shown: Set<ListedMovie.Group>,
    _ body: (ListedMovie) throws -> Void, progress: (OperationProgress) throws -> Void
  ) throws -> (plan: ImportPlan, counts: [ListedMovie.Group: Int]) {
    let options = ImportOptions(reading: reading)
    var counts: [ListedMovie.Group: Int] = [:]
    let plan = try compare(sources, options, readArchive, progress) { catalog, stage, merges in
      counts = try catalog.compare(stage, merges, shown, body)
    }
    return (plan, counts)
  }

  /// Stages the records of lists, and runs the closure in a transaction that only reads.
  private func compare(
    _ sources: [ImportSource], _ options: ImportOptions,
    _ readArchive: ImportSource.ArchiveReader?, _ progress: (OperationProgress) throws -> Void,
    _ body: (borrowing CatalogTransaction, borrowing RecordStage, [MovieMerge]) throws -> Void
  ) throws -> ImportPlan {
    let run = try ImportRun(sources, options, for: path, readArchive, progress)
    return try run.withPlan(listingOthers: false, nil, { _ in }, progress) { plan, stage in
      let merges = run.merges(plan)
      try core.transaction(.read) { catalog in try body(catalog, stage, merges) }
    }
  }
}
