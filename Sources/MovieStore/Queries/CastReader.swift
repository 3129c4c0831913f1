internal import MovieSQLite

/// Gives movies their casts, a batch at a time: two statements for any list.
struct CastReader: ~Copyable {
  private var statement: Statement

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    // The CROSS JOINs keep the order of the tables: batch, credits by key, actors by key.
    statement = try transaction.prepare(
      """
      SELECT wanted.key, a.id, a.name
      FROM json_each(?) AS wanted
      CROSS JOIN MovieActor AS c ON c.movieID = wanted.value
      CROSS JOIN ActorModel AS a ON a.id = c.actorID
      ORDER BY wanted.key, c.position, a.id
      """)
  }

  /// The movie with its cast.
  mutating func credited(_ movie: Movie) throws(SQLiteError) -> CreditedMovie {
    try credited([movie]).first ?? CreditedMovie(movie: movie, cast: [])
  }

  /// The movies with their casts, in the order given.
  mutating func credited(_ movies: [Movie]) throws(SQLiteError) -> [CreditedMovie] {
    let ids = movies.map { String($0.id.rawValue) }.joined(separator: ",")
    try statement.bind("[" + ids + "]", at: 1)
    var casts: [[Actor]] = Array(repeating: [], count: movies.count)
    while try statement.step() {
      let actor = Actor(
        id: Actor.ID(rawValue: statement.integer(at: 1)), name: statement.text(at: 2))
      casts[Int(statement.integer(at: 0))].append(actor)
    }
    try statement.reset()
    return zip(movies, casts).map { CreditedMovie(movie: $0, cast: $1) }
  }
}
