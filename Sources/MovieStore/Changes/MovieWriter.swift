internal import MovieSQLite

/// Writes movies with their casts.
struct MovieWriter: ~Copyable {
  private var insert: Statement
  private var credit: Statement
  private var actors: ActorUpserter
  private var ids: RowIDAllocator

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    let insert = try transaction.prepare(
      "INSERT INTO MovieModel(id, title, favorite, sortableTitle) VALUES (?, ?, ?, ?)")
    let credit = try transaction.prepare(
      "INSERT INTO MovieActor(movieID, actorID, position) VALUES (?, ?, ?)")
    let actors = try ActorUpserter(in: transaction)
    let ids = try RowIDAllocator(of: "MovieModel", in: transaction)
    self.insert = insert
    self.credit = credit
    self.actors = actors
    self.ids = ids
  }

  /// Adds a movie.
  @discardableResult
  mutating func add(
    _ draft: MovieDraft, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
    let movie = Movie(
      id: Movie.ID(rawValue: try ids.next()), title: draft.title,
      sortableTitle: SortableTitle.of(draft.title), isFavorite: draft.isFavorite)
    try add(movie)
    return MovieWithCast(movie: movie, cast: try addCast(draft.cast, to: movie))
  }

  /// Gives a movie that is there another title, cast and favorite.
  mutating func replace(
    _ movie: Movie, by draft: MovieDraft, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
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
    return MovieWithCast(movie: replaced, cast: try addCast(draft.cast, to: replaced))
  }

  /// Adds a movie that was deleted, as it was, under the id, which nobody has.
  mutating func restore(
    _ former: MovieWithCast, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
    let movie = former.movie
    try add(movie)
    ids.note(movie.id.rawValue)
    var cast: [Actor] = []
    var credited: Set<Actor.ID> = []
    for actor in former.cast {
      let actor = try actors.actor(again: actor, in: transaction)
      // Bytes that are no UTF-8 may have told two names apart, and do not any more.
      if !credited.insert(actor.id).inserted { continue }
      try add(actor, to: movie, at: cast.count)
      cast.append(actor)
    }
    return MovieWithCast(movie: movie, cast: cast)
  }

  private mutating func add(_ movie: Movie) throws(SQLiteError) {
    try insert.bind(movie.id.rawValue, at: 1)
    try insert.bind(movie.title, at: 2)
    try insert.bind(movie.isFavorite, at: 3)
    try insert.bind(movie.sortableTitle, at: 4)
    try insert.run()
  }

  private mutating func addCast(
    _ names: [String], to movie: Movie
  ) throws(SQLiteError) -> [Actor] {
    var cast: [Actor] = []
    for (position, name) in names.enumerated() {
      let actor = try actors.actor(named: name)
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
