internal import MovieMatching
internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// Changes of other replicas.
extension CatalogSync {
  /// Merges what another replica knows about a movie. The movie changes when all states are merged.
  mutating func receive(_ state: MovieState, from other: Acquaintance) throws {
    if !options.restamps { try Self.requirePast(state.latestTime, isOwn: false) }
    var state = state
    var values: PartingValues?
    if case .copies(let parting) = other {
      try parting.addNames(to: &state, replica.rows)
      // A movie with which another one was united here is none of then.
      let row = try replica.rows.rows(of: state.origins).first
      if let row, row.state.origins.isSubset(of: state.origins) {
        values = try row.movie.flatMap(parting.values)
      }
    }
    let (row, effect, absorbed) = try replica.receive(state, since: values)
    self.absorbed += absorbed
    if case .strangers = other {
      if effect == .added { strangerRows.insert(row.id) }
      if let movie = row.movie { namedMovies.insert(movie.rawValue) }
    }
    if effect == .none { return }
    same.remove(row.id)
    received.append(row.id)
    passedOn.insert(row.id)
  }

  /// Whether a row was changed here, and not only by others since the last sync.
  func isOwnChange(_ row: Int64) -> Bool { ownChanges.contains(row) || !passedOn.contains(row) }

  /// Merges the states of another catalog that are not the same here.
  mutating func receive(
    allOf other: borrowing CatalogSync, from acquaintance: Acquaintance
  ) throws {
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
        if !own.isShared { try replica.rows.share(own.id) }
        if case .strangers = acquaintance { namedMovies.insert(own.movie) }
        return
      }
      guard let json = JSONValue(state), let state = MovieState(json) else {
        throw StoreError(SQLiteError.invalidState, path: other.path)
      }
      try receive(state, from: acquaintance)
    }
  }
}
