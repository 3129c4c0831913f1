package import MovieSQLite
package import MovieStore
internal import MovieSystem

/// A row of `movieSync`.
struct SyncRow {
  let id: Int64
  var movie: Movie.ID?
  var isShared: Bool
  var state: MovieState
}

/// The state of a movie in the table is not valid; another program changed it.
extension SQLiteError {
  static let invalidState = SQLiteError(
    code: .mismatch, message: "a state of a movie in 'movieSync' is not valid")
}

extension SyncRow {
  static let columns: SQL = "id, movieID, isShared, state"

  init(row: borrowing Row) throws(SQLiteError) {
    id = try row.int(at: 0)
    movie = try row.optionalInt(at: 1).map(Movie.ID.init(rawValue:))
    isShared = try row.bool(at: 2)
    guard let json = JSONValue(try row.bytes(at: 3)), let state = MovieState(json) else {
      throw .invalidState
    }
    self.state = state
  }

  /// Stores a changed state.
  func store(
    sequence: Int64, in database: borrowing Transaction
  ) throws(SQLiteError) {
    try database.execute(
      """
      UPDATE movieSync SET name = \(state.name), movieID = \(orNull: movie?.rawValue),
        sequence = \(sequence), isShared = \(isShared),
        state = \(DatabaseValue.utf8(state.json.bytes))
      WHERE id = \(id)
      """)
    try state.storeOrigins(in: database)
  }
}

extension MovieState {
  /// Stores the origins that do not name the movie.
  func storeOrigins(in database: borrowing Transaction) throws(SQLiteError) {
    if origins.count < 2 { return }
    let name = name
    for origin in origins where origin != name {
      try database.execute(
        """
        INSERT INTO movieSyncOrigin VALUES (\(origin), \(name))
        ON CONFLICT (origin) DO UPDATE SET name = excluded.name
        """)
    }
  }
}

extension CatalogTransaction {
  /// Unites the states of movies that are merged into one, if the catalog is synced: what other
  /// replicas changed in them belongs to it. Its own values count as later than those of the others.
  ///
  /// - Returns: The state of the movie; `nil` if there is none yet.
  package func uniteStates(of movies: [Movie.ID], into movie: Movie.ID) throws(SQLiteError)
    -> MovieState?
  {
    guard SyncTables.exist(in: database), var settings = try SyncSettings(in: database) else {
      return nil
    }
    let ids = [movie] + movies.filter { $0 != movie }
    let rows = try ids.map { (id) throws(SQLiteError) in
      try database.fetchOne(
        "SELECT \(SyncRow.columns) FROM movieSync WHERE movieID = \(id.rawValue)",
        SyncRow.init(row:))
    }.compactMap(\.self)
    guard var united = rows.first else { return nil }
    united.movie = movie
    for other in rows.dropFirst() {
      united.state.absorb(other.state, at: settings.replica)
      united.isShared = united.isShared || other.isShared
      try database.execute("DELETE FROM movieSync WHERE id = \(other.id)")
    }
    // A deletion elsewhere of one of the others does not count.
    settings.clock = max(
      Clock.microseconds, settings.clock.next, united.state.latestTime.next)
    united.state.presence.add(at: SyncStamp(time: settings.clock, replica: settings.replica))
    try settings.store(in: database)
    try united.store(sequence: settings.sequence + 1, in: database)
    // The next sync compares the movie with the state.
    try database.execute("UPDATE movieSync SET content = 0 WHERE id = \(united.id)")
    return united.state
  }
}

extension SyncTables {
  /// The number of the last change of a state.
  ///
  /// - Throws: `SQLITE_MISMATCH` for one that is none of ``sequences``.
  static func lastSequence(in transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
    let last = try transaction.fetchInt("SELECT coalesce(max(sequence), 0) FROM movieSync")
    let first = try transaction.fetchInt("SELECT coalesce(min(sequence), 0) FROM movieSync")
    // States with a number below those of lines would never be sent.
    if !sequences.contains(first) || !sequences.contains(last) { throw .invalidState }
    return last
  }

  /// Calls the closure with the states that changed after a change of states, in their order, as
  /// they are stored.
  static func forEachState(
    after sequence: Int64, in transaction: borrowing Transaction,
    _ body: (_ row: Int64, _ sequence: Int64, _ state: [UInt8]) throws -> Void
  ) throws {
    try transaction.forEachRow(
      "SELECT id, sequence, state FROM movieSync WHERE sequence > \(sequence) ORDER BY sequence"
    ) { row throws in
      try body(row.int(at: 0), row.int(at: 1), row.bytes(at: 2))
    }
  }

  static func create(in transaction: borrowing Transaction) throws(SQLiteError) {
    for object in all { try transaction.execute(SQL(raw: object.sql)) }
  }
}
