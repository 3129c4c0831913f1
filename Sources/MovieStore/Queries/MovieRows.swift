internal import MovieSQLite

/// Movies as rows of statements.
enum MovieRows {
  /// The columns that `movie(in:)` reads, of table `m`.
  static let columns = "m.id, m.title, m.sortableTitle, m.favorite"

  static func movie(in row: borrowing Statement) -> Movie {
    Movie(
      id: Movie.ID(rawValue: row.integer(at: 0)), title: row.text(at: 1),
      sortableTitle: row.text(at: 2), isFavorite: row.boolean(at: 3))
  }

  /// Calls the body with each movie of the query.
  static func forEach(
    _ query: MovieQuery, hasIndex: Bool, in transaction: borrowing Transaction,
    _ body: (MovieWithCast) throws -> Void
  ) throws {
    var casts = try CastReader(in: transaction)
    if hasIndex, let movies = try FirstMatches.movies(of: query, in: transaction) {
      for movie in movies { try body(try casts.credited(movie)) }
      return
    }
    var statement = try transaction.prepare(
      Clause("SELECT \(columns) ") + query.selection(hasIndex: hasIndex))
    while try statement.step() { try body(try casts.credited(movie(in: statement))) }
  }

  /// The movie of the id, `nil` where there is none.
  static func movie(
    _ id: Movie.ID, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Movie? {
    var statement = try transaction.prepare(
      "SELECT \(raw: columns) FROM MovieModel AS m WHERE m.id = ?")
    try statement.bind(id.rawValue, at: 1)
    return try statement.step() ? movie(in: statement) : nil
  }
}

extension Movie {
  init(row: borrowing Row) throws(SQLiteError) {
    self.init(
      id: ID(rawValue: try row.int(at: 0)), title: try row.text(at: 1),
      sortableTitle: try row.text(at: 2), isFavorite: try row.bool(at: 3))
  }
}
