internal import MovieSQLite

/// Gives movies their casts, in billing order.
struct CastReader: ~Copyable {
  private var statement: Statement

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    statement = try transaction.prepare(
      """
      SELECT c.position, a.id, a.name
      FROM MovieActor AS c CROSS JOIN ActorModel AS a ON a.id = c.actorID
      WHERE c.movieID = ?
      """)
  }

  /// The movie with its cast.
  mutating func credited(_ movie: Movie) throws(SQLiteError) -> MovieWithCast {
    try statement.bind(movie.id.rawValue, at: 1)
    var cast: [(position: Int64, actor: Actor)] = []
    while try statement.step() {
      let actor = Actor(
        id: Actor.ID(rawValue: statement.integer(at: 1)), name: statement.text(at: 2))
      cast.append((statement.integer(at: 0), actor))
    }
    try statement.reset()
    cast.sort { ($0.position, $0.actor.id) < ($1.position, $1.actor.id) }
    return MovieWithCast(movie: movie, cast: cast.map(\.actor))
  }

  /// The movies with their casts, in the order given.
  mutating func credited(_ movies: [Movie]) throws(SQLiteError) -> [MovieWithCast] {
    var credited: [MovieWithCast] = []
    credited.reserveCapacity(movies.count)
    for movie in movies { credited.append(try self.credited(movie)) }
    return credited
  }
}
