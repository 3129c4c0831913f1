internal import MovieMatching
internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// Changes of this replica.
extension CatalogSync {
  /// Records what was changed here since the last sync, by any program.
  mutating func recordChanges() throws {
    let fills = try downgradeCount() > settings.downgrades
    let times = try ChangeTimes(after: settings.entry, isFirst: isFirst, in: catalog)
    try recordChanges(times, fills)
    if isFirst { try recordDeletions(times) }
  }

  /// Records every difference between the movies and the states of all replicas as a change.
  mutating func goBack() throws {
    received = []
    absorbed = []
    try recordChanges(ChangeTimes(), false, ofAll: true)
  }

  private mutating func recordChanges(
    _ times: borrowing ChangeTimes, _ fills: Bool, ofAll isOfAll: Bool = false
  ) throws {
    replica.settings.downgrades = try downgradeCount()
    var contents = try ImportChecksum.all(in: catalog)
    var changed: [Int64] = []
    try catalog.database.forEachRow(
      "SELECT id, movieID, content FROM movieSync ORDER BY id"
    ) { row throws(SQLiteError) in
      let content = try row.optionalInt(at: 1).flatMap { contents.removeValue(forKey: $0) } ?? 0
      let isChanged = try content != row.int(at: 2)
      if isChanged || isOfAll { changed.append(try row.int(at: 0)) }
    }
    for id in changed {
      var row = try row(id)
      try record(row.movie.flatMap { try catalog.movie($0) }, of: &row, times, fills)
    }
    for id in contents.keys.sorted() {
      guard let movie = try catalog.movie(Movie.ID(rawValue: id)) else { continue }
      var row = SyncRow(movie: movie.id, state: MovieState(origins: [origin(of: id, times)]))
      try record(movie, of: &row, times, false)
    }
  }

  private mutating func record(
    _ movie: Movie?, of row: inout SyncRow, _ times: borrowing ChangeTimes, _ fills: Bool
  ) throws {
    let (now, replica, isFirst) = (now, settings.replica, isFirst)
    let effect = try self.replica.record(
      movie.map(MovieDraft.init(valuesOf:)), of: &row, filling: fills
    ) { key in
      let change = movie.flatMap { times.change(of: key, in: $0.id) }
      // Older versions recorded only the second, so a change can seem to be up to a second ahead.
      let time = min(change?.time ?? (isFirst ? SyncStamp.unknownTime : now), now + 1_000_000)
      return SyncStamp(time: time, replica: change?.replica ?? replica)
    }
    switch effect {
    case .invalid: return report.invalid.append(movie?.title ?? "")
    case .changed:
      same.remove(row.id)
      ownChanges.insert(row.id)
    case .unchanged: break
    }
    try self.replica.rows.setContent(of: row, movie)
    // Values that a migration lost come back, and lists get the order of the state.
    if let movie, row.state.values != MovieState.values(of: MovieDraft(valuesOf: movie)) {
      received.append(row.id)
    }
  }

  /// Records that movies were deleted before the first sync: a copy can still have them.
  private mutating func recordDeletions(_ times: borrowing ChangeTimes) throws {
    guard catalog.hasHistory else { return }
    let deleted = try catalog.database.fetchInts(
      """
      SELECT DISTINCT movieID FROM movieHistoryChange
      WHERE movieID > 0 AND movieID NOT IN (SELECT id FROM MovieModel)
        AND movieID NOT IN (SELECT movieID FROM movieSync WHERE movieID IS NOT NULL)
      """)
    for id in deleted {
      let state = MovieState(deleted: origin(of: id, times), by: settings.replica)
      var row = SyncRow(movie: Movie.ID(rawValue: id), state: state)
      try replica.store(&row)
      // It is no change that a user would count.
      passedOn.insert(row.id)
    }
  }

  /// A name that no movie has yet: ids of movies that were merged, or added to a catalog that was
  /// lost, are given again.
  private func origin(of movie: Int64, _ times: borrowing ChangeTimes) -> String {
    let addition = times.addition(of: movie)
    if isFirst { return "\(addition?.replica ?? settings.replica)-\(movie)" }
    let name = addition?.entry ?? (isKept ? "@\(String(now, radix: 36))" : "")
    return "\(settings.replica)-\(movie)" + name
  }

  /// The number of migrations after which the file had lost what older versions cannot store.
  private func downgradeCount() throws(SQLiteError) -> Int64 {
    guard catalog.database.hasTable(MigrationLog.table) else { return 0 }
    return try catalog.database.fetchInt(
      "SELECT count(*) FROM \(raw: MigrationLog.table) WHERE direction = 'down'")
  }

  /// Gives all changes in the future the current time, when they are merged.
  mutating func restamp() throws {
    for id in try catalog.database.fetchInts("SELECT id FROM movieSync ORDER BY id") {
      if try replica.restamp(row(id)) { same.remove(id) }
    }
  }
}
