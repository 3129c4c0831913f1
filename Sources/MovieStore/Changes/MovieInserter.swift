internal import MovieSQLite

/// Writes movies with their casts.
struct MovieInserter: ~Copyable {
  private var insert: Statement
  private var credit: Statement
  private var actors: ActorFinder

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    let insert = try transaction.prepare(
      "INSERT INTO MovieModel(title, favorite, sortableTitle) VALUES (?, ?, ?)")
    let credit = try transaction.prepare(
      "INSERT INTO MovieActor(movieID, actorID, position) VALUES (?, ?, ?)")
    let actors = try ActorFinder(in: transaction)
    self.insert = insert
    self.credit = credit
    self.actors = actors
  }

  /// Adds a movie.
  @discardableResult
  mutating func add(
    _ draft: MovieDraft, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> CreditedMovie {
    let sortableTitle = SortableTitle.of(draft.title)
    try insert.bind(draft.title, at: 1)
    try insert.bind(draft.isFavorite, at: 2)
    try insert.bind(sortableTitle, at: 3)
    try insert.run()
    let movie = Movie(
      id: Movie.ID(rawValue: transaction.lastInsertedKey), title: draft.title,
      sortableTitle: sortableTitle, isFavorite: draft.isFavorite)
    return CreditedMovie(movie: movie, cast: try addCast(draft.cast, to: movie, in: transaction))
  }

  /// Gives a movie that is there another title, cast and favorite.
  mutating func replace(
    _ movie: Movie, by draft: MovieDraft, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> CreditedMovie {
    let sortableTitle = SortableTitle.of(draft.title)
    var update = try transaction.prepare(
      Clause(
        "UPDATE MovieModel SET title = ?, sortableTitle = ?, favorite = ? WHERE id = ?",
        [
          .text(draft.title), .text(sortableTitle), .integer(draft.isFavorite ? 1 : 0),
          .integer(movie.id.rawValue),
        ]))
    try update.run()
    var clear = try transaction.prepare(
      Clause("DELETE FROM MovieActor WHERE movieID = ?", [.integer(movie.id.rawValue)]))
    try clear.run()
    let replaced = Movie(
      id: movie.id, title: draft.title, sortableTitle: sortableTitle,
      isFavorite: draft.isFavorite)
    return CreditedMovie(
      movie: replaced, cast: try addCast(draft.cast, to: replaced, in: transaction))
  }

  /// Adds a movie that was deleted, as it was, under the id, which nobody has.
  mutating func putBack(
    _ former: CreditedMovie, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> CreditedMovie {
    let movie = former.movie
    var insert = try transaction.prepare(
      Clause(
        "INSERT INTO MovieModel(id, title, favorite, sortableTitle) VALUES (?, ?, ?, ?)",
        [
          .integer(movie.id.rawValue), .text(movie.title), .integer(movie.isFavorite ? 1 : 0),
          .text(movie.sortableTitle),
        ]))
    try insert.run()
    var cast: [Actor] = []
    for actor in former.cast {
      let actor = try actors.actor(again: actor, in: transaction)
      // Bytes that are no UTF-8 may have told two names apart, and do not any more.
      if cast.contains(where: { $0.id == actor.id }) { continue }
      try add(actor, to: movie, at: cast.count)
      cast.append(actor)
    }
    return CreditedMovie(movie: movie, cast: cast)
  }

  private mutating func addCast(
    _ names: [String], to movie: Movie, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Actor] {
    var cast: [Actor] = []
    for (position, name) in names.enumerated() {
      let actor = try actors.actor(named: name, in: transaction)
      try add(actor, to: movie, at: position)
      cast.append(actor)
    }
    return cast
  }

  private mutating func add(
    _ actor: Actor, to movie: Movie, at position: Int
  ) throws(SQLiteError) {
    try credit.bind(movie.id.rawValue, at: 1)
    try credit.bind(actor.id.rawValue, at: 2)
    try credit.bind(position, at: 3)
    try credit.run()
  }
}
