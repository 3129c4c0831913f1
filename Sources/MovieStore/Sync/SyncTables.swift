package import MovieSQLite

/// The tables that the first sync of a catalog creates.
///
/// `movieSync` has the state of each movie that the replica knows. A deleted one keeps its
/// `movieID`; one that is not added yet has none. `content` is the checksum of the movie when the
/// state was its content, or 0, and `sequence` orders the changes of states. `movieSyncOrigin` has
/// the origins that do not name a movie, and `movieSyncFile` how far each file of a directory was
/// read.
package enum SyncTables {
  package static let movies = SchemaObject.table(
    "movieSync",
    """

      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      movieID INTEGER UNIQUE,
      content INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      isShared INTEGER NOT NULL,
      state TEXT NOT NULL

    """)
  static let sequence = SchemaObject.index(
    "movieSync_by_sequence", on: "movieSync(sequence)", isUnique: true)
  static let origins = SchemaObject.table(
    "movieSyncOrigin",
    """

      origin TEXT PRIMARY KEY,
      name TEXT NOT NULL

    """, options: "STRICT, WITHOUT ROWID")
  static let files = SchemaObject.table(
    "movieSyncFile",
    """

      name TEXT PRIMARY KEY,
      line INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      checksum INTEGER NOT NULL

    """, options: "STRICT, WITHOUT ROWID")

  static let all = [movies, sequence, origins, files]

  /// Whether a catalog has been synced.
  package static func exist(in transaction: borrowing Transaction) -> Bool {
    transaction.hasTable(movies.name)
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
}

extension ImportChecksum {
  /// The checksum of a movie with its cast and attributes. That of the names does not depend on the
  /// ids of actors.
  init(_ movie: Movie) {
    self.init()
    addMovie(movie.id.rawValue, title: movie.title.utf8.span, isFavorite: movie.isFavorite)
    for (position, actor) in movie.cast.enumerated() {
      addName(movie.id.rawValue, Self.hash(actor.name.utf8.span), Int64(position))
    }
    for entry in movie.attributes.entries {
      for (ordinal, value) in entry.values.enumerated() {
        addAttribute(movie.id.rawValue, entry.key.name.utf8.span, Int64(ordinal), value)
      }
    }
  }

  private mutating func addName(_ movie: Int64, _ name: UInt64, _ position: Int64) {
    addCredit(movie, Int64(bitPattern: name), position)
  }

  /// The checksums of all movies, in scans of the tables.
  static func all(in catalog: borrowing CatalogTransaction) throws -> [Int64: Int64] {
    var sums: [Int64: ImportChecksum] = [:]
    try catalog.database.forEachRow("SELECT id, title, favorite FROM MovieModel") {
      row throws(SQLiteError) in
      let (id, isFavorite) = (try row.int(at: 0), try row.bool(at: 2))
      var sum = ImportChecksum()
      try row.withBytes(at: 1) { sum.addMovie(id, title: $0, isFavorite: isFavorite) }
      sums[id] = sum
    }
    var names: [Int64: UInt64] = [:]
    try catalog.database.forEachRow("SELECT id, name FROM ActorModel") { row throws(SQLiteError) in
      let id = try row.int(at: 0)
      try row.withBytes(at: 1) { names[id] = hash($0) }
    }
    // The position counts among those of the movie: another program can have left gaps.
    var last: (movie: Int64, position: Int64) = (0, -1)
    try catalog.database.forEachRow(
      "SELECT movieID, actorID FROM MovieActor ORDER BY movieID, position, actorID"
    ) { row throws(SQLiteError) in
      let movie = try row.int(at: 0)
      last = (movie, movie == last.movie ? last.position + 1 : 0)
      sums[movie]?.addName(movie, names[try row.int(at: 1)] ?? 0, last.position)
    }
    if catalog.hasAttributes {
      var last: (movie: Int64, key: [UInt8], ordinal: Int64) = (0, [], -1)
      try catalog.database.forEachRow(
        "SELECT movieID, key, value FROM MovieAttribute ORDER BY movieID, key, ordinal"
      ) { row throws(SQLiteError) in
        let movie = try row.int(at: 0)
        let (key, value) = (try row.bytes(at: 1), try AttributeValue(row: row, at: 2))
        let isNext = movie == last.movie && key == last.key
        last = (movie, key, isNext ? last.ordinal + 1 : 0)
        sums[movie]?.addAttribute(movie, key.span, last.ordinal, value)
      }
    }
    return sums.mapValues(\.value)
  }
}
