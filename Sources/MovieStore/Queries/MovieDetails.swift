package import MovieSQLite
internal import MovieSystem

/// Movies with their casts and attributes.
extension CatalogTransaction {
  /// Returns the movie, or `nil` if no movie has the id.
  package func movie(_ id: Movie.ID) throws(SQLiteError) -> Movie? {
    guard let movie = try record(id) else { return nil }
    return try withDetails(movie)
  }

  /// Returns the movie without cast and attributes, or `nil` if no movie has the id.
  package func record(_ id: Movie.ID) throws(SQLiteError) -> Movie? {
    var find = try database.prepare(Self.findMovie)
    try find.bind(id.rawValue, at: 1)
    return try find.fetchOne(Movie.init(row:))
  }

  /// Returns a movie that was read without them with its cast, in billing order, and its attributes.
  package func withDetails(_ movie: Movie) throws(SQLiteError) -> Movie {
    var credits = try database.prepare(Self.findCredits)
    try credits.bind(movie.id.rawValue, at: 1)
    // Called for each movie of a list: `fetchAll`, which is generic, would take a tenth of its time.
    var cast: [(position: Int64, actor: Actor)] = []
    cast.reserveCapacity(8)
    try credits.forEachRow { row throws(SQLiteError) in
      cast.append((try row.int(at: 2), try Actor(row: row)))
    }
    cast.sort { ($0.position, $0.actor.id) < ($1.position, $1.actor.id) }
    return movie.with(cast: cast.map(\.actor), attributes: try attributes(of: movie.id))
  }

  func withDetails(_ movies: [Movie]) throws(SQLiteError) -> [Movie] {
    try movies.map { (movie) throws(SQLiteError) in try withDetails(movie) }
  }

  package func attributes(of movie: Movie.ID) throws(SQLiteError) -> MovieAttributes {
    var attributes = MovieAttributes()
    if !hasAttributes { return attributes }
    var find = try database.prepare(Self.findAttributes)
    try find.bind(movie.rawValue, at: 1)
    try find.forEachRow { row throws(SQLiteError) in try attributes.addStored(row: row) }
    return attributes
  }

  // Constants: building a text takes as long as running the statement.
  private static let findMovie: SQL =
    "SELECT \(Movie.columns) FROM MovieModel AS m WHERE m.id = ?"
  private static let findCredits: SQL = """
    SELECT a.id, a.name, c.position FROM MovieActor AS c CROSS JOIN ActorModel AS a ON a.id = c.actorID
    WHERE c.movieID = ?
    """
  private static let findAttributes: SQL = """
    SELECT key, value FROM MovieAttribute WHERE movieID = ? ORDER BY key, ordinal
    """
}

/// Reads the names of casts as bytes, for an export of the whole catalog.
///
/// Names can be loaded first, by actor id: reading each one on its own would read the pages of the table
/// of actors in random order, again and again.
package struct CastNameReader: ~Copyable {
  /// The maximum size of the loaded names. Other names are read one by one.
  private static let byteLimit = 8 << 20
  /// The highest actor id of which the name can be loaded.
  private static let idLimit: Int64 = 1 << 20

  private var credits: Statement
  private var name: Statement
  private var bytes: [UInt8] = []
  /// The end of each name in `bytes`, by actor id. It starts at the end of the previous one. No name is
  /// empty.
  private var ends: [UInt32] = [0]
  private var cast: [(position: Int64, actor: Int64)] = []

  package init(in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    let credits = try catalog.database.prepare(
      "SELECT position, actorID FROM MovieActor WHERE movieID = ?")
    let name = try catalog.database.prepare("SELECT name FROM ActorModel WHERE id = ?")
    self.credits = credits
    self.name = name
  }

  /// Loads the names, if most of the catalog will be read.
  package mutating func loadNames(in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    // Reserved memory is not used until it is written; growing an array needs it twice.
    bytes.reserveCapacity(Self.byteLimit + MovieDraft.textByteLimit)
    ends.reserveCapacity(Int(Self.idLimit) + 1)
    var names = try catalog.database.prepare(
      "SELECT id, name FROM ActorModel WHERE id BETWEEN 1 AND \(Self.idLimit) ORDER BY id")
    while try names.step(), bytes.count < Self.byteLimit {
      let id = try names.row.int(at: 0)
      while ends.count < id { ends.append(UInt32(bytes.count)) }
      try names.row.withText(at: 1) { bytes.append($0) }
      ends.append(UInt32(bytes.count))
    }
  }

  /// Calls the closure with each name of the movie's cast, in billing order.
  package mutating func forEachName(
    of movie: Int64, _ body: (Span<UInt8>) -> Void
  ) throws(SQLiteError) {
    cast.removeAll(keepingCapacity: true)
    try credits.bind(movie, at: 1)
    while try credits.step() {
      cast.append((try credits.row.int(at: 0), try credits.row.int(at: 1)))
    }
    try credits.reset()
    cast.sort { $0 < $1 }
    for index in cast.indices { try withName(of: cast[index].actor, body) }
  }

  private mutating func withName(
    of actor: Int64, _ body: (Span<UInt8>) -> Void
  ) throws(SQLiteError) {
    if actor > 0, actor < ends.count {
      let range = Int(ends[Int(actor) - 1])..<Int(ends[Int(actor)])
      if !range.isEmpty { return body(bytes.span.extracting(range)) }
    }
    try name.bind(actor, at: 1)
    if try name.step() { try name.row.withText(at: 0, body) }
    try name.reset()
  }
}
