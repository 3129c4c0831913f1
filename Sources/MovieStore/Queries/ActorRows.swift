internal import MovieSQLite

/// Actors as rows of statements.
enum ActorRows {
  /// `SELECT` and the columns that `actor(in:)` reads, of table `a`.
  static let selection = Clause(
    """
    SELECT a.id, a.name, (SELECT count(*) FROM MovieActor WHERE actorID = a.id) AS movies

    """)

  static func actor(in row: borrowing Statement) -> ActorWithMovieCount {
    let actor = Actor(id: Actor.ID(rawValue: row.integer(at: 0)), name: row.text(at: 1))
    return ActorWithMovieCount(actor: actor, movieCount: Int(row.integer(at: 2)))
  }

  /// How many movies each actor of the movie's cast has.
  static func movieCounts(
    ofCast movie: Movie.ID, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Actor.ID: Int] {
    var statement = try transaction.prepare(selection + ActorQuery(movie: movie).source)
    var counts: [Actor.ID: Int] = [:]
    while try statement.step() {
      let actor = actor(in: statement)
      counts[actor.id] = actor.movieCount
    }
    return counts
  }
}
