internal import MovieSQLite

/// Remembers the actors whom a change takes from a cast, and removes those left without movies.
struct OrphanedActors: ~Copyable {
  private var cast: Statement
  private var remove: Statement
  private var actors: Set<Int64>

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    let cast = try transaction.prepare("SELECT actorID FROM MovieActor WHERE movieID = ?")
    let remove = try transaction.prepare(
      """
      DELETE FROM ActorModel
      WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM MovieActor WHERE actorID = ?1)
      """)
    self.cast = cast
    self.remove = remove
    actors = []
  }

  /// To be called before the movie's credits go.
  mutating func remember(castOf movie: Movie.ID) throws(SQLiteError) {
    try cast.bind(movie.rawValue, at: 1)
    while try cast.step() { actors.insert(cast.integer(at: 0)) }
    try cast.reset()
  }

  /// To be called after they went.
  mutating func run() throws(SQLiteError) {
    for actor in actors.sorted() {
      try remove.bind(actor, at: 1)
      try remove.run()
    }
    actors.removeAll()
  }
}
