internal import MovieSQLite

/// Writes a movie with its cast. Actors are found by their exact name, or inserted.
struct MovieWriter: ~Copyable {
  private var credit: Statement
  private var findActor: Statement
  private var insertActor: Statement
  private var movieIDs: RowIDAllocator
  private var actorIDs: RowIDAllocator

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    let credit = try transaction.prepare(
      "INSERT INTO MovieActor(movieID, actorID, position) VALUES (?, ?, ?)")
    let findActor = try transaction.prepare("SELECT id FROM ActorModel WHERE name = ?")
    let insertActor = try transaction.prepare("INSERT INTO ActorModel(id, name) VALUES (?, ?)")
    let movieIDs = try RowIDAllocator(of: "MovieModel", in: transaction)
    let actorIDs = try RowIDAllocator(of: "ActorModel", in: transaction)
    self.credit = credit
    self.findActor = findActor
    self.insertActor = insertActor
    self.movieIDs = movieIDs
    self.actorIDs = actorIDs
  }

  /// Whether no movie ever had the id, as far as the catalog can tell: ids are assigned in ascending order.
  func isUnassigned(_ id: Movie.ID) -> Bool { id.rawValue > movieIDs.newest }

  /// Adds a movie.
  ///
  /// - Parameter id: An unused id, or `nil` for a new one.
  mutating func add(
    _ draft: MovieDraft, id: Movie.ID? = nil, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
    let id = if let id { id } else { Movie.ID(rawValue: try movieIDs.next()) }
    let movie = Movie(draft, id: id)
    try Self.insert(movie, in: transaction)
    return MovieWithCast(movie: movie, cast: try insertCast(draft.cast, of: id))
  }

  /// Replaces the title, the cast and the favorite state of an existing movie.
  mutating func replace(
    _ id: Movie.ID, by draft: MovieDraft, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
    let movie = Movie(draft, id: id)
    try transaction.execute(
      """
      UPDATE MovieModel
      SET title = \(movie.title), sortableTitle = \(movie.sortableTitle),
        favorite = \(movie.isFavorite)
      WHERE id = \(id.rawValue)
      """)
    try transaction.execute("DELETE FROM MovieActor WHERE movieID = \(id.rawValue)")
    return MovieWithCast(movie: movie, cast: try insertCast(draft.cast, of: id))
  }

  /// Inserts a deleted movie with its former values. No movie may have its id.
  mutating func restore(
    _ deleted: MovieWithCast, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
    try Self.insert(deleted.movie, in: transaction)
    var cast: [Actor] = []
    var seen: Set<Actor.ID> = []
    for actor in deleted.cast {
      let actor = try restore(actor, in: transaction)
      // Names that differed only in invalid UTF-8 are one name now.
      if !seen.insert(actor.id).inserted { continue }
      try insertCredit(of: actor, in: deleted.id, at: cast.count)
      cast.append(actor)
    }
    return MovieWithCast(movie: deleted.movie, cast: cast)
  }

  private static func insert(
    _ movie: Movie, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.execute(
      """
      INSERT INTO MovieModel(id, title, favorite, sortableTitle) VALUES (
        \(movie.id.rawValue), \(movie.title), \(movie.isFavorite), \(movie.sortableTitle))
      """)
  }

  private mutating func insertCast(
    _ names: [String], of movie: Movie.ID
  ) throws(SQLiteError) -> [Actor] {
    var cast: [Actor] = []
    for (position, name) in names.enumerated() {
      let existing = try actor(named: name)
      let actor = if let existing { existing } else { try insert(name, id: actorIDs.next()) }
      try insertCredit(of: actor, in: movie, at: position)
      cast.append(actor)
    }
    return cast
  }

  private mutating func insertCredit(
    of actor: Actor, in movie: Movie.ID, at position: Int
  ) throws(SQLiteError) {
    try credit.bind([
      .integer(movie.rawValue), .integer(actor.id.rawValue), .integer(Int64(position)),
    ])
    try credit.run()
  }

  /// Returns the actor with the name of a deleted actor, which is inserted again if necessary: with its
  /// former id, or with a new one if another actor has that.
  private mutating func restore(
    _ deleted: Actor, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Actor {
    if let existing = try actor(named: deleted.name) { return existing }
    let id = deleted.id.rawValue
    if try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM ActorModel WHERE id = \(id))") != 0 {
      return try insert(deleted.name, id: actorIDs.next())
    }
    actorIDs.record(id)
    return try insert(deleted.name, id: id)
  }

  private mutating func actor(named name: String) throws(SQLiteError) -> Actor? {
    try findActor.bind(name, at: 1)
    return try findActor.fetchOne { row throws(SQLiteError) in
      Actor(id: Actor.ID(rawValue: try row.int(at: 0)), name: name)
    }
  }

  private mutating func insert(_ name: String, id: Int64) throws(SQLiteError) -> Actor {
    try insertActor.bind([.integer(id), .text(name)])
    try insertActor.run()
    return Actor(id: Actor.ID(rawValue: id), name: name)
  }
}

extension Movie {
  fileprivate init(_ draft: MovieDraft, id: ID) {
    self.init(
      id: id, title: draft.title, sortableTitle: SortableTitle.of(draft.title),
      isFavorite: draft.isFavorite)
  }
}

/// Collects the actors of the casts that a change removes, and deletes those that are left without movies.
struct OrphanedActors: ~Copyable {
  private var delete: Statement
  private var actors: Set<Actor.ID>

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    delete = try transaction.prepare(
      """
      DELETE FROM ActorModel
      WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM MovieActor WHERE actorID = ?1)
      """)
    actors = []
  }

  mutating func collect(_ cast: [Actor]) { actors.formUnion(cast.lazy.map(\.id)) }

  /// Deletes the orphaned actors, after the credits were deleted.
  consuming func deleteOrphans() throws(SQLiteError) {
    for actor in actors.sorted() {
      try delete.bind(actor.rawValue, at: 1)
      try delete.run()
    }
  }
}
