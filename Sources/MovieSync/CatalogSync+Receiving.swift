internal import MovieMatching
internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// Changes of other replicas.
extension CatalogSync {
  /// Merges what another replica knows about a movie. The movie changes when all states are merged.
  mutating func receive(_ state: MovieState, since past: SharedPast?) throws {
    var state = state
    try past?.complete(&state, in: self)
    try receive(state)
  }

  /// Merges the deletions in another catalog before its first sync.
  mutating func receiveDeletions(since past: SharedPast) throws {
    for state in try past.deletions(in: self) { try receive(state) }
  }

  private mutating func receive(_ state: MovieState) throws {
    if !options.restamps {
      let time = state.latestTime
      try Self.requirePast(time, isOwn: false)
      settings.clock = max(settings.clock, time)
    }
    let ids = try rows(of: state.origins)
    guard let first = ids.first else {
      let row = try insert(state, of: nil, isShared: true)
      received.append(row)
      passedOn.insert(row)
      if isStranger { strangerRows.insert(row) }
      return
    }
    var row = try row(first)
    if isStranger, let movie = row.movie { namedMovies.insert(movie.rawValue) }
    let before = row.state
    row.state.merge(state)
    for id in ids.dropFirst() { try absorb(self.row(id), into: &row) }
    if row.state == before {
      if !row.isShared { try share(row.id) }
      return
    }
    row.isShared = true
    try store(row)
    received.append(row.id)
    passedOn.insert(row.id)
  }

  /// Whether a row was changed here, and not only by others since the last sync.
  func isOwnChange(_ row: Int64) -> Bool { ownChanges.contains(row) || !passedOn.contains(row) }

  /// Merges a movie into another one, which is the same.
  mutating func absorb(_ other: SyncRow, into row: inout SyncRow) throws {
    row.state.merge(other.state)
    try catalog.database.execute("DELETE FROM movieSync WHERE id = \(other.id)")
    guard let id = other.movie, let movie = try catalog.movie(id) else { return }
    if let own = row.movie, try catalog.movie(own) != nil {
      // The state of before a merge has both.
      if options.goesBack { return }
      try catalog.delete(movie)
      absorbed.append(movie)
    } else {
      row.movie = id
    }
  }

  /// Merges the states of another catalog that are not the same here.
  mutating func receive(allOf other: borrowing CatalogSync, since past: SharedPast? = nil) throws {
    var find = try catalog.database.prepare(
      "SELECT state, id, isShared, coalesce(movieID, 0) FROM movieSync WHERE name = ?")
    try other.catalog.database.forEachRow("SELECT id, name, state FROM movieSync ORDER BY id") {
      row throws in
      if try other.same.contains(row.int(at: 0)) { return }
      let state = try row.bytes(at: 2)
      try find.bind(row.value(at: 1), at: 1)
      let own = try find.fetchOne { row throws(SQLiteError) in
        (
          state: try row.bytes(at: 0), id: try row.int(at: 1), isShared: try row.bool(at: 2),
          movie: try row.int(at: 3)
        )
      }
      if let own, own.state == state {
        same.insert(own.id)
        if isStranger { namedMovies.insert(own.movie) }
        past?.addKnown(own.movie)
        if !own.isShared { try share(own.id) }
        return
      }
      guard let json = JSONValue(state), let state = MovieState(json) else {
        throw StoreError(SQLiteError.invalidState, path: other.path)
      }
      try receive(state, since: past)
    }
    if let past { try receiveDeletions(since: past) }
  }
}
