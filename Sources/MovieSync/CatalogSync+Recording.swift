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
  }

  /// Records every difference between the movies and the states of all replicas as a change.
  mutating func goBack() throws {
    received = []
    try recordChanges(ChangeTimes(), false, ofAll: true)
  }

  private mutating func recordChanges(
    _ times: borrowing ChangeTimes, _ fills: Bool, ofAll isOfAll: Bool = false
  ) throws {
    settings.downgrades = try downgradeCount()
    var contents = try ImportChecksum.all(in: catalog)
    var changed: [Int64] = []
    try catalog.database.forEachRow(
      "SELECT id, movieID, content FROM movieSync ORDER BY id"
    ) { row throws(SQLiteError) in
      let content = try row.optionalInt(at: 1).flatMap { contents.removeValue(forKey: $0) } ?? 0
      let isChanged = try content != row.int(at: 2)
      if isChanged || isOfAll { changed.append(try row.int(at: 0)) }
    }
    for id in changed { try recordChange(of: row(id), times, fills) }
    for id in contents.keys.sorted() {
      guard let movie = try catalog.movie(Movie.ID(rawValue: id)) else { continue }
      let addition = isFirst ? times.addition(of: id)?.replica : nil
      let origin = if let addition { "\(addition)-\(id)" } else { newOrigin(of: id, times) }
      var state = MovieState(origins: [origin])
      change(&state, to: movie, times, fills: false)
      if !state.isValid {
        report.invalid.append(movie.title)
        continue
      }
      ownChanges.insert(try insert(state, of: movie, isShared: false))
    }
  }

  private mutating func recordChange(
    of row: SyncRow, _ times: borrowing ChangeTimes, _ fills: Bool
  ) throws {
    var row = row
    let movie = try row.movie.flatMap { try catalog.movie($0) }
    let before = row.state
    if let movie {
      change(&row.state, to: movie, times, fills: fills)
      if !row.state.presence.isPresent {
        // An undo restored it.
        settings.clock = max(settings.clock.next, now)
        row.state.presence.add(
          at: SyncStamp(time: settings.clock, replica: settings.replica))
      }
      // Values that a migration lost come back, and lists get the order of the state.
      let values = MovieState.values(of: row.state.draft.draft)
      if values != MovieState.values(of: MovieDraft(valuesOf: movie)) { received.append(row.id) }
    } else {
      row.state.delete()
    }
    if !row.state.isValid {
      report.invalid.append(movie?.title ?? "")
      return
    }
    if row.state == before { return try setContent(of: row, movie) }
    try store(row)
    try setContent(of: row, movie)
    ownChanges.insert(row.id)
  }

  /// A name that no movie has yet: ids of movies that were merged, or added to a catalog that was
  /// lost, are given again.
  private func newOrigin(of movie: Int64, _ times: borrowing ChangeTimes) -> String {
    let origin = "\(settings.replica)-\(movie)"
    let name = times.addition(of: movie)?.entry ?? (isKept ? "@\(String(now, radix: 36))" : "")
    return isFirst ? origin : origin + name
  }

  private mutating func change(
    _ state: inout MovieState, to movie: Movie, _ times: borrowing ChangeTimes, fills: Bool
  ) {
    var latest = settings.clock
    let (now, replica, isFirst) = (now, settings.replica, isFirst)
    _ = state.change(to: MovieDraft(valuesOf: movie), filling: fills) { key, known in
      // Older versions recorded only the second, so a change can seem to be up to a second ahead.
      let change = times.change(of: key, in: movie.id)
      let time = min(change?.time ?? (isFirst ? 1 : now), now + 1_000_000)
      let stamp = SyncStamp(time: max(time, known.next), replica: change?.replica ?? replica)
      latest = max(latest, stamp.time)
      return stamp
    }
    settings.clock = max(latest, state.latestTime)
  }

  /// The number of migrations after which the file had lost what older versions cannot store.
  private func downgradeCount() throws(SQLiteError) -> Int64 {
    guard catalog.database.hasTable(MigrationLog.table) else { return 0 }
    return try catalog.database.fetchInt(
      "SELECT count(*) FROM \(raw: MigrationLog.table) WHERE direction = 'down'")
  }

  /// Gives all changes in the future the current time, when they are merged.
  mutating func restamp() throws {
    settings.clock = Clock.microseconds
    for id in try catalog.database.fetchInts("SELECT id FROM movieSync ORDER BY id") {
      var row = try row(id)
      let before = row.state
      row.state.limitTimes(to: settings.clock)
      if row.state != before { try store(row) }
    }
  }
}
