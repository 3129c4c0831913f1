internal import MovieSQLite

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
  /// Unites the states of movies that were merged into one, if the catalog is synced: what other
  /// replicas changed in them belongs to it.
  func uniteStates(of movies: [Movie.ID], into movie: Movie.ID) throws(SQLiteError) {
    guard SyncTables.exist(in: database) else { return }
    func row(_ movie: Movie.ID) throws(SQLiteError) -> SyncRow? {
      try database.fetchOne(
        "SELECT \(SyncRow.columns) FROM movieSync WHERE movieID = \(movie.rawValue)",
        SyncRow.init(row:))
    }
    guard var united = try row(movie) else { return }
    for other in movies where other != movie {
      guard let other = try row(other) else { continue }
      united.state.merge(other.state)
      united.isShared = united.isShared || other.isShared
      try database.execute("DELETE FROM movieSync WHERE id = \(other.id)")
    }
    try united.store(
      sequence: database.fetchInt("SELECT coalesce(max(sequence), 0) + 1 FROM movieSync"),
      in: database)
  }
}
