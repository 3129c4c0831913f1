internal import MovieFormats
internal import MovieMatching
internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// The last step of an import: the outcomes of matching become changes of movies, and new movies.
extension CatalogTransaction {
  /// Matches the staged records, changes the movies that they are about and adds the others; in a
  /// transaction that only reads, only completes the plan.
  ///
  /// - Parameter keepsIndexes: Whether foreign keys are enforced.
  func carryOut(
    _ run: ImportRun, _ plan: inout ImportPlan, _ stage: borrowing RecordStage,
    keepsIndexes: Bool = true, _ onRecord: ((ImportPlan.Record) throws -> Void)?
  ) throws {
    let (options, merges) = (run.options, run.merges(plan))
    if options.records == .added {
      try stage.markHeld()
    } else {
      var matcher =
        options.records == .new
        ? RecordMatcher(in: self, merges, .eachOnce)
        : RecordMatcher(
          in: self, merges, .pairs, changing: options.records == .all ? .all : .existing)
      try matcher.run(stage)
    }
    let isWrite = journal != nil
    try stage.forEachChunk { rows in
      let records = try records(rows, run, merges, stage, describes: onRecord != nil)
      for (row, record) in zip(rows, records) where row.kind != .joined {
        // Records without a movie were counted when they were read.
        if row.hasMovie { plan.count(record) }
        if row.hasMovie, row.kind == nil, record.class == .leftOut {
          plan.leftOutKinds.add(
            row.hasTitle ? InterchangeReader.unknownMovie : "rows without a title")
        }
        if row.kind == .held { plan.addHeld(record.title) }
        try onRecord?(record)
        if let reason = record.reason, record.class == .ambiguous {
          try stage.store(reason: reason, of: row.id)
        }
      }
    }
    if let directory = options.unresolvedDirectory {
      plan.unresolvedFiles = try UnresolvedRecords.write(stage, of: run, to: directory)
    }
    if isWrite, plan.changesCatalog { try run.rememberTimeZone(plan, in: self) }
    guard isWrite, plan[.new] > 0 else { return }
    var inserter = try BulkInserter(in: self, keepsIndexes: keepsIndexes)
    var names = NameNumbers(limit: options.nameLimit)
    var batch = MovieBatch(numbering: &names)
    try stage.forEachNew { draft in
      batch.append(draft, isCompared: false, numbering: &names)
      if !batch.isFull { return }
      try inserter.insert(batch)
      batch = MovieBatch(numbering: &names)
    }
    try inserter.insert(batch)
    try inserter.finish()
    plan.newActors += inserter.report.newActors
    plan.duplicates = try duplicateCount(of: inserter.imported)
    try journal?.record(inserter.imported, in: self)
  }

  /// The number of the movies that can be the same as others.
  func duplicateCount(of imported: ImportedMovies?) throws -> Int {
    guard let imported else { return 0 }
    return try DuplicateMovieFinder.count(of: Array(imported.movies), in: self)
  }

  /// Changes the movies that records are about, unless the transaction only reads, and returns what
  /// becomes of the records.
  ///
  /// - Parameter describes: Whether the title and the year of all records are needed.
  private func records(
    _ rows: [StagedRow], _ run: ImportRun, _ merges: [MovieMerge],
    _ stage: borrowing RecordStage, describes: Bool
  ) throws -> [ImportPlan.Record] {
    let isMerged = run.options.records != .new
    func isRead(_ row: StagedRow) -> Bool {
      row.hasMovie && (describes || isMerged && row.isMerged || row.kind == .held)
    }
    let read = rows.filter(isRead)
    // A record usually leaves the cast as it is.
    let skipsCasts = run.options.merge != .replace && !run.options.replacesCasts
    var drafts = try stage.drafts(of: read.map(\.id), skipsCasts: skipsCasts)[...]
    return try rows.map { row in
      var draft = isRead(row) ? drafts.removeFirst() : MovieDraft()
      var record = ImportPlan.Record(
        class: row.class(for: run.options.records), source: run.sources[row.source].name,
        line: row.line, title: draft.title, year: draft.attributes.year)
      record.candidates = row.candidates.map(Movie.ID.init)
      record.reason = row.reason(for: record.class)
      if record.class == .ambiguous, row.problem == nil,
        describes || run.options.unresolvedDirectory != nil
      {
        record.reason = try reason(for: record.candidates)
      }
      record.movie = row.movie.map(Movie.ID.init)
      guard isMerged, row.isMerged, let id = record.movie else { return record }
      let movie = try existingMovie(id)
      if row.kind == .byTitle {
        record.titleMatch = .init(record: Movie(draft).titleWithYear, movie: movie.titleWithYear)
      }
      if skipsCasts, movie.cast.isEmpty { draft = try stage.drafts(of: [row.id])[0] }
      let fields = try merges[row.source].filling(row.fills).fields(
        of: movie, from: draft, isByTitle: row.kind == .byTitle)
      let differences = fields.differences(from: movie)
      record.changes = differences.map(\.field.name)
      record.replacements = differences.compactMap { .init($0, in: movie) }
      if record.changes.isEmpty { return record.with(class: .unchanged) }
      if journal != nil { _ = try replace(movie, with: fields) }
      return record
    }
  }
}

extension CatalogTransaction {
  /// Names the first candidates of an ambiguous record.
  private func reason(for candidates: [Movie.ID]) throws -> String {
    let named = try candidates.prefix(3).map { "\($0) \(try existingMovie($0).titleWithYear)" }
    let others = candidates.count - named.count
    return "can be " + named.joined(separator: ", or ")
      + (others > 0 ? ", or one of \(others) others" : "")
  }
}
