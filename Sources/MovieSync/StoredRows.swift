package import MovieSQLite
package import MovieStore
internal import MovieSystem

/// The rows of a replica in the table `movieSync`.
package struct StoredRows: ReplicaRows, ~Copyable {
  let catalog: CatalogTransaction
  /// The path of the catalog, for errors; `nil` if the caller adds it.
  let path: String?

  init(in catalog: borrowing CatalogTransaction, at path: String? = nil) {
    self.catalog = CatalogTransaction(catalog, catalog.journal)
    self.path = path
  }

  package func rows(of origins: Set<String>) throws -> [SyncRow] {
    try withPath { () throws(SQLiteError) in
      var ids: [Int64: Int64] = [:]
      for origin in origins {
        let row = try catalog.database.fetchOne(
          """
          SELECT id, coalesce((SELECT m.id FROM MovieModel AS m WHERE m.id = movieID), \(Int64.max))
          FROM movieSync WHERE name = coalesce(
            (SELECT name FROM movieSyncOrigin WHERE origin = \(origin)), \(origin))
          """
        ) { row throws(SQLiteError) in (id: try row.int(at: 0), movie: try row.int(at: 1)) }
        if let row { ids[row.id] = row.movie }
      }
      var rows: [SyncRow] = []
      for id in ids.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }).map(\.key) {
        if let row = try fetch("id = \(id)") { rows.append(row) }
      }
      return rows
    }
  }

  func row(_ id: Int64) throws -> SyncRow? {
    try withPath { () throws(SQLiteError) in try fetch("id = \(id)") }
  }

  func row(of movie: Movie.ID) throws -> SyncRow? {
    try withPath { () throws(SQLiteError) in try fetch("movieID = \(movie.rawValue)") }
  }

  private func withPath<Value>(_ body: () throws(SQLiteError) -> Value) throws -> Value {
    do throws(SQLiteError) { return try body() } catch {
      guard let path else { throw error }
      throw StoreError(error, path: path)
    }
  }

  private func fetch(_ condition: SQL) throws(SQLiteError) -> SyncRow? {
    try catalog.database.fetchOne(
      "SELECT \(SyncRow.columns) FROM movieSync WHERE \(condition)", SyncRow.init(row:))
  }

  package mutating func store(
    _ row: inout SyncRow, sequence: Int64
  ) throws(SQLiteError) {
    let state = DatabaseValue.utf8(row.state.json.bytes)
    if row.id == 0 {
      row.id = try catalog.database.fetchInt(
        """
        INSERT INTO movieSync(name, movieID, content, sequence, isShared, state)
        VALUES (
          \(row.state.name), \(orNull: row.movie?.rawValue), 0, \(sequence), \(row.isShared),
          \(state))
        RETURNING id
        """)
    } else {
      try catalog.database.execute(
        """
        UPDATE movieSync SET name = \(row.state.name), movieID = \(orNull: row.movie?.rawValue),
          sequence = \(sequence), isShared = \(row.isShared), state = \(state)
        WHERE id = \(row.id)
        """)
    }
    try row.state.storeOrigins(in: catalog.database)
  }

  package mutating func share(_ row: Int64) throws(SQLiteError) {
    try catalog.database.execute("UPDATE movieSync SET isShared = 1 WHERE id = \(row)")
  }

  package mutating func delete(_ row: SyncRow) throws(SQLiteError) {
    try catalog.database.execute("DELETE FROM movieSync WHERE id = \(row.id)")
  }

  package func forEachLine(
    after sequence: Int64,
    _ body: (_ row: Int64, _ sequence: Int64, _ state: [UInt8]) throws -> Void
  ) throws {
    try catalog.database.forEachRow(
      "SELECT id, sequence, state FROM movieSync WHERE sequence > \(sequence) ORDER BY sequence"
    ) { row throws in
      try body(row.int(at: 0), row.int(at: 1), row.bytes(at: 2))
    }
  }

  /// Remembers that a movie has the values of the state. A deleted movie keeps its id.
  func setContent(of row: SyncRow, _ movie: Movie?) throws(SQLiteError) {
    try catalog.database.execute(
      """
      UPDATE movieSync SET movieID = \(orNull: (movie?.id ?? row.movie)?.rawValue),
        content = \(movie.map { ImportChecksum($0).value } ?? 0)
      WHERE id = \(row.id)
      """)
  }
}

/// The state of a movie in the table is not valid; another program changed it.
extension SQLiteError {
  static let invalidState = SQLiteError(
    code: .mismatch, message: "a state of a movie in 'movieSync' is not valid")
}

extension SyncRow {
  fileprivate static let columns: SQL = "id, movieID, isShared, state"

  fileprivate init(row: borrowing Row) throws(SQLiteError) {
    guard let json = JSONValue(try row.bytes(at: 3)), let state = MovieState(json) else {
      throw .invalidState
    }
    self.init(movie: try row.optionalInt(at: 1).map(Movie.ID.init(rawValue:)), state: state)
    id = try row.int(at: 0)
    isShared = try row.bool(at: 2)
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
  package func uniteStates(of movies: [Movie.ID], into movie: Movie.ID) throws -> MovieState? {
    guard SyncTables.exist(in: database), let settings = try SyncSettings(in: database) else {
      return nil
    }
    var replica = Replica(settings, StoredRows(in: self))
    let ids = [movie] + movies.filter { $0 != movie }
    let rows = try ids.compactMap { try replica.rows.row(of: $0) }
    guard var united = rows.first else { return nil }
    united.movie = movie
    try replica.unite(Array(rows.dropFirst()), into: &united)
    try replica.settings.store(in: database)
    // The next sync compares the movie with the state, also if it is deleted until then.
    try database.execute("UPDATE movieSync SET content = -1 WHERE id = \(united.id)")
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

  static func create(in transaction: borrowing Transaction) throws(SQLiteError) {
    for object in all { try transaction.execute(SQL(raw: object.sql)) }
  }
}
