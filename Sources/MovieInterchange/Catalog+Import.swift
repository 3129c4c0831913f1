public import MovieFormats
internal import MovieMatching
internal import MovieSQLite
public import MovieStore
internal import MovieSystem

extension Catalog {
  /// Adds the movies of files to the catalog, and updates those that exist.
  ///
  /// A record is about a movie that is the same: with an id elsewhere in common, such as `imdb`; or
  /// with the same words in a title, the same year, and people who do not contradict. One that is
  /// only perhaps the same gets missing values: see ``ImportPlan/Class/byTitle``. Nothing is
  /// guessed: see ``ImportPlan/Class/ambiguous``.
  ///
  /// Either all changes are made, as one entry of the history, or none. Memory use is bounded. All
  /// files are read to their end before the catalog is locked, unless it has no movies or every
  /// record is added; unresolved records are read again. If the current task is cancelled, the
  /// import ends within half a second.
  ///
  /// - Parameters:
  ///   - files: The paths of the files, absolute or relative to the working directory. They can be
  ///     pipes or devices, and other catalogs, whose movies are read with all that they have. A
  ///     catalog with an older schema is not changed, but migrated as a temporary copy.
  ///   - options: How records are read and used.
  ///   - onRecord: A closure that is called with each record, in the order of the files. An error
  ///     that it throws rolls
  ///     back the import and is rethrown.
  ///   - onInvalid: A closure that is called with the error of each invalid record that is skipped.
  ///     An error that it throws rolls back the import and is rethrown.
  ///   - progress: A closure that is called after every few hundred records, and once at the end
  ///     before the commit. The
  ///     total is the size of the files. An error that the closure throws rolls back the import and
  ///     is rethrown.
  /// - Returns: What was done.
  /// - Throws: Any error that a closure throws; `CancellationError` if the current task is
  ///   cancelled before the commit; otherwise ``InterchangeError`` for an invalid record, or for
  ///   malformed text after which reading cannot continue; ``StoreError``: `unreadableFile` for a
  ///   file, and as for every change. If an error is thrown, nothing is changed.
  @discardableResult
  public mutating func importMovies(
    from files: [String], _ options: ImportOptions = ImportOptions(),
    onRecord: ((ImportPlan.Record) throws -> Void)? = nil,
    onInvalid: (InterchangeError) throws -> Void = { _ in },
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> ImportPlan {
    try Self.opening(files) { sources in
      try importMovies(
        from: sources, options, onRecord: onRecord, onInvalid: onInvalid, progress: progress)
    }
  }

  /// Returns what an import would do, without changing or locking the catalog.
  ///
  /// - Throws: As ``importMovies(from:_:onRecord:onInvalid:progress:)``.
  public func planImport(
    from files: [String], _ options: ImportOptions = ImportOptions(),
    onRecord: ((ImportPlan.Record) throws -> Void)? = nil,
    onInvalid: (InterchangeError) throws -> Void = { _ in },
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> ImportPlan {
    try Self.opening(files) { sources in
      try planImport(
        from: sources, options, onRecord: onRecord, onInvalid: onInvalid, progress: progress)
    }
  }

  private static func opening<Result>(
    _ files: [String], _ body: ([ImportSource]) throws -> Result
  ) throws -> Result {
    try withCancellation {
      do {
        return try body(files.map { (file) throws(SystemError) in try ImportSource(path: file) })
      } catch let error as SystemError {
        let path = error.path ?? files.first ?? ""
        throw error.isMissingFile
          ? StoreError(.unreadable(path: path, reason: error.reason))
          : StoreError(error, path: path)
      }
    }
  }

  /// The time zone in which the times of the first imports became days; `nil` if no import had
  /// times.
  package var importTimeZone: String? {
    get throws(StoreError) {
      try core.read { catalog in try CatalogSettings.timeZone(in: catalog.database) }
    }
  }

  /// Imports sources.
  ///
  /// - Parameters:
  ///   - onInvalid: Called with each invalid record that is skipped.
  /// - Throws: `InterchangeError` for an invalid record, `SystemError` if a source cannot be read, any
  ///   error that a closure throws, and `StoreError`. If an error is thrown, nothing is imported.
  @discardableResult
  package mutating func importMovies(
    from sources: [ImportSource], _ options: ImportOptions = ImportOptions(),
    readingArchives readArchive: ImportSource.ArchiveReader? = nil,
    onRecord: ((ImportPlan.Record) throws -> Void)? = nil,
    onInvalid: (InterchangeError) throws -> Void = { _ in },
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> ImportPlan {
    let run = try ImportRun(sources, options, for: path, readArchive, progress)
    if onRecord == nil, options.unresolvedDirectory == nil, !run.joinsRows,
      [.added, .all].contains(options.records)
    {
      let plan = try addMovies(of: run, onInvalid, progress)
      if let plan { return plan }
    }
    let keepsIndexes = core.connection.isInTransaction || run.canDelete
    let filter = try filter(for: run, listsRecords: onRecord != nil)
    return try run.withPlan(listingOthers: onRecord != nil, filter, onInvalid, progress) {
      plan, stage in
      try core.transaction(run.canDelete ? .write : .bulkWrite) { catalog in
        try catalog.carryOut(run, &plan, stage, keepsIndexes: keepsIndexes, onRecord)
      }
    }
  }

  /// Which records are needed, unless all are listed. A movie that is added meanwhile is not
  /// completed.
  private func filter(for run: ImportRun, listsRecords: Bool) throws -> DatasetFilter? {
    guard run.completesMovies, !listsRecords else { return nil }
    return try core.read { catalog throws in try DatasetFilter(in: catalog) }
  }

  /// Adds all records as new movies, without a stage, if the catalog is empty or the options say
  /// so.
  private mutating func addMovies(
    of run: ImportRun, _ onInvalid: (InterchangeError) throws -> Void,
    _ progress: (OperationProgress) throws -> Void
  ) throws -> ImportPlan? {
    let isAny = run.options.records == .added
    if !isAny, try !core.read({ catalog in try catalog.hasNoMovies() }) { return nil }
    let tags = run.options.tags
    var plan = run.emptyPlan
    do {
      let inserted = try insertMovies { inserter in
        if !isAny, inserter.newest > 0, try !inserter.catalog.hasNoMovies() { throw NotEmpty() }
        try run.forEachBatch(&plan, onInvalid, progress) { (reader, names) throws(SystemError) in
          try reader.nextBatch(tagging: tags, numbering: &names)
        } _: { batch, _ in
          try inserter.insert(batch.records)
        }
        if inserter.report.movies > 0 { try run.rememberTimeZone(plan, in: inserter.catalog) }
      } finish: { catalog, imported in
        plan.duplicates = try catalog.duplicateCount(of: imported)
      }
      if inserted.movies > 0 { plan.counts[.new] = inserted.movies }
      plan.newActors = inserted.newActors
      return plan
    } catch is NotEmpty {
      return nil
    }
  }

  /// Another program has added movies meanwhile.
  private struct NotEmpty: Error {}

  package func planImport(
    from sources: [ImportSource], _ options: ImportOptions = ImportOptions(),
    readingArchives readArchive: ImportSource.ArchiveReader? = nil,
    onRecord: ((ImportPlan.Record) throws -> Void)? = nil,
    onInvalid: (InterchangeError) throws -> Void = { _ in },
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> ImportPlan {
    let run = try ImportRun(sources, options, for: path, readArchive, progress)
    let filter = try filter(for: run, listsRecords: onRecord != nil)
    return try run.withPlan(listingOthers: onRecord != nil, filter, onInvalid, progress) {
      plan, stage in
      try core.transaction(.read) { catalog in
        try catalog.carryOut(run, &plan, stage, onRecord)
      }
    }
  }
}

extension CatalogTransaction {
  fileprivate func hasNoMovies() throws(SQLiteError) -> Bool {
    try database.fetchInt("SELECT EXISTS (SELECT 1 FROM MovieModel)") == 0
  }
}
