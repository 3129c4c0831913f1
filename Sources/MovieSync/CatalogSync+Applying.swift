internal import MovieMatching
internal import MovieSQLite
internal import MovieStore

/// Changes of the movies.
extension CatalogSync {
  /// Pairs movies that several replicas added, and gives all movies the values of their states.
  ///
  /// - Parameter body: A closure that is called with each change of a movie.
  mutating func apply(_ body: (MovieChange) throws -> Void) throws {
    catalog.journal?.pending.isSync = true
    try deleteAbsorbed(body)
    try pair()
    try deleteAbsorbed(body)
    var seen: Set<Int64> = []
    received = received.filter { seen.insert($0).inserted }
    for id in try addMovies(body) {
      guard let row = try replica.rows.row(id) else { continue }
      let draft = draft(of: row)
      let movie = try row.movie.flatMap { try catalog.movie($0) }
      switch (movie, row.state.presence.isPresent) {
      case (let movie?, true):
        let fields = try Self.merge.fields(of: movie, from: draft)
        let after = fields.isEmpty ? movie : try catalog.replace(movie, with: fields)
        try replica.rows.setContent(of: row, after)
        if after != movie {
          report.updated += 1
          try body(.updated(before: movie, after: after))
        }
      case (let movie?, false):
        try catalog.delete(movie)
        try replica.rows.setContent(of: row, nil)
        report.deleted += 1
        try body(.deleted(movie))
      case (nil, true):
        // It was deleted here.
        let movie = try catalog.insert(MovieFields(draft), id: row.movie)
        try replica.rows.setContent(of: row, movie)
        report.added += 1
        try body(.added(movie))
      case (nil, false): break
      }
    }
    received = []
  }

  /// Deletes the movies that are a part of another one now.
  private mutating func deleteAbsorbed(_ body: (MovieChange) throws -> Void) throws {
    for id in absorbed {
      guard let movie = try catalog.movie(id) else { continue }
      try catalog.delete(movie)
      report.deleted += 1
      try body(.deleted(movie))
    }
    absorbed = []
  }

  /// Adds the movies that this catalog never had.
  ///
  /// - Returns: The other rows whose states others changed.
  private mutating func addMovies(_ body: (MovieChange) throws -> Void) throws -> [Int64] {
    var others: [Int64] = []
    // The credits of a movie can be inserted before the movie and its actors.
    try catalog.database.execute("PRAGMA defer_foreign_keys = ON")
    var names = NameNumbers()
    var inserter = try BulkInserter(in: catalog, keepsIndexes: true)
    var newest = inserter.newest
    for start in stride(from: 0, to: received.count, by: MovieBatch.movieLimit) {
      var batch = MovieBatch(numbering: &names)
      var added: [(row: SyncRow, movie: Movie)] = []
      for id in received[start...].prefix(MovieBatch.movieLimit) {
        guard let row = try replica.rows.row(id) else { continue }
        guard row.movie == nil, row.state.presence.isPresent else {
          others.append(id)
          continue
        }
        let draft = draft(of: row)
        // If no id is left, the insertion fails.
        newest = newest.next
        batch.append(draft, isCompared: false, numbering: &names)
        added.append((row, Movie(draft, id: Movie.ID(rawValue: newest))))
      }
      try inserter.insert(batch)
      for (row, movie) in added {
        try replica.rows.setContent(of: row, movie)
        try body(.added(movie))
      }
    }
    try inserter.finish()
    report.added += inserter.report.movies
    try catalog.journal?.record(inserter.imported, in: catalog)
    return others
  }

  private mutating func draft(of row: SyncRow) -> MovieDraft {
    let (draft, overflow) = row.state.draft
    if !overflow.isEmpty { report.overflowing.append(draft.title) }
    return draft
  }

  private static let merge = MovieMerge(rule: .replace, replacesCast: true, isExact: true)

  /// Unites new movies of other replicas with movies of this one that they do not know, as an
  /// import matches records.
  private mutating func pair() throws {
    let rows = Set(received).sorted()
    try pair(rows.filter { strangerRows.contains($0) }, besides: namedMovies)
    let isAlone = try catalog.database.fetchInt(
      "SELECT NOT EXISTS (SELECT 1 FROM movieSync WHERE NOT isShared AND movieID IS NOT NULL)")
    if isAlone != 0 { return }
    var taken = MovieIDSet()
    for id in try catalog.database.fetchInts(
      "SELECT movieID FROM movieSync WHERE isShared AND movieID IS NOT NULL")
    {
      taken.insert(id)
    }
    try pair(rows.filter { !strangerRows.contains($0) }, besides: taken)
  }

  private mutating func pair(_ rows: [Int64], besides taken: MovieIDSet) throws {
    if rows.isEmpty { return }
    var pairs: [(row: Int64, movie: Int64)] = []
    try RecordStage.run { stage in
      var batch = RecordStage.Batch()
      for id in rows {
        guard let row = try replica.rows.row(id), row.movie == nil, row.state.presence.isPresent
        else {
          continue
        }
        batch.append(row.state.draft.draft, line: Int(id))
        if !batch.isFull { continue }
        try stage.add(batch, of: 0)
        batch = RecordStage.Batch()
      }
      try stage.add(batch, of: 0)
      try stage.finish()
      if stage.count == 0 { return }
      var matcher = RecordMatcher(in: catalog, [Self.merge], .pairs, taken: taken)
      try matcher.run(stage)
      try stage.forEachChunk { rows in
        for row in rows {
          if row.kind == .movie, let movie = row.movie { pairs.append((Int64(row.line), movie)) }
          if row.kind == .ambiguous || row.kind == .byTitle {
            let draft = try stage.drafts(of: [row.id], skipsCasts: true)[0]
            report.ambiguous.append(
              .init(
                title: Movie(draft).titleWithYear,
                candidates: (row.candidates + [row.movie].compactMap(\.self))
                  .map(Movie.ID.init(rawValue:))))
          }
        }
      }
    }
    for (id, movie) in pairs {
      guard let theirs = try replica.rows.row(id),
        var row = try replica.rows.row(of: Movie.ID(rawValue: movie))
      else { continue }
      let ours = row.state
      absorbed += try replica.absorb(theirs, into: &row)
      for state in [ours, theirs.state] { row.state.keepTitle(of: state) }
      row.isShared = true
      try replica.store(&row)
      same.remove(row.id)
      received.append(row.id)
      report.paired += 1
    }
  }
}
