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

  /// Whether no movie ever had the id, as far as the catalog can tell: ids are assigned in ascending order.
  func isUnassigned(_ id: Movie.ID) -> Bool { id.rawValue > ids.newest }

  /// Adds a movie.
  ///
  /// - Parameter id: An unused id, or `nil` for a new one.
  @discardableResult
  mutating func add(
    _ draft: MovieDraft, id: Movie.ID? = nil
  ) throws(SQLiteError) -> MovieWithCast {
    let rowID: Int64
    if let id {
      rowID = id.rawValue
      ids.record(rowID)
    } else {
      rowID = try ids.next()
    }
    let movie = Movie(draft, id: Movie.ID(rawValue: rowID))
    try insert(movie)
    return MovieWithCast(movie: movie, cast: try insertCast(draft.cast, of: movie))
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
    return MovieWithCast(movie: movie, cast: try insertCast(draft.cast, of: movie))
  }

  /// Inserts a deleted movie with its former values. No movie may have its id.
  mutating func restore(
    _ deleted: MovieWithCast, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
    try insert(deleted.movie)
    ids.record(deleted.id.rawValue)
    var cast: [Actor] = []
    var seen: Set<Actor.ID> = []
    for actor in deleted.cast {
      let actor = try actors.restore(actor, in: transaction)
      // Names that differed only in invalid UTF-8 are one name now.
      if !seen.insert(actor.id).inserted { continue }
      try insertCredit(of: actor, in: deleted.movie, at: cast.count)
      cast.append(actor)
    }
    return MovieWithCast(movie: deleted.movie, cast: cast)
  }

  private mutating func insert(_ movie: Movie) throws(SQLiteError) {
    try insert.bind(movie.id.rawValue, at: 1)
    try insert.bind(movie.title, at: 2)
    try insert.bind(movie.isFavorite, at: 3)
    try insert.bind(movie.sortableTitle, at: 4)
    try insert.run()
  }

  private mutating func insertCast(
    _ names: [String], of movie: Movie
  ) throws(SQLiteError) -> [Actor] {
    var cast: [Actor] = []
    for (position, name) in names.enumerated() {
      let actor = try actors.actor(named: name)
      try insertCredit(of: actor, in: movie, at: position)
      cast.append(actor)
    }
    return cast
  }

  private mutating func insertCredit(
    of actor: Actor, in movie: Movie, at position: Int
  ) throws(SQLiteError) {
    try credit.bind(movie.id.rawValue, at: 1)
    try credit.bind(actor.id.rawValue, at: 2)
    try credit.bind(position, at: 3)
    try credit.run()
  }
}

extension Movie {
  fileprivate init(_ draft: MovieDraft, id: ID) {
    self.init(
      id: id, title: draft.title, sortableTitle: SortableTitle.of(draft.title),
      isFavorite: draft.isFavorite)
  }
}

/// Finds actors by their exact name, and inserts those that do not exist.
struct ActorUpserter: ~Copyable {
  private var find: Statement
  private var insert: Statement
  private var ids: RowIDAllocator

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    let find = try transaction.prepare("SELECT id FROM ActorModel WHERE name = ?")
    let insert = try transaction.prepare("INSERT INTO ActorModel(id, name) VALUES (?, ?)")
    let ids = try RowIDAllocator(of: "ActorModel", in: transaction)
    self.find = find
    self.insert = insert
    self.ids = ids
  }

  mutating func actor(named name: String) throws(SQLiteError) -> Actor {
    if let actor = try existing(name) { return actor }
    return try inserted(name, id: ids.next())
  }

  /// Returns the actor with the name of a deleted actor, which is inserted again if necessary: with its
  /// former id, or with a new one if another actor has that.
  mutating func restore(
    _ actor: Actor, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Actor {
    if let existing = try existing(actor.name) { return existing }
    let id = actor.id.rawValue
    if try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM ActorModel WHERE id = \(id))") != 0 {
      return try inserted(actor.name, id: ids.next())
    }
    ids.record(id)
    return try inserted(actor.name, id: id)
  }

  private mutating func existing(_ name: String) throws(SQLiteError) -> Actor? {
    try find.bind(name, at: 1)
    return try find.fetchOne { row throws(SQLiteError) in
      Actor(id: Actor.ID(rawValue: try row.int(at: 0)), name: name)
    }
  }

  private mutating func inserted(_ name: String, id: Int64) throws(SQLiteError) -> Actor {
    try insert.bind(id, at: 1)
    try insert.bind(name, at: 2)
    try insert.run()
    return Actor(id: Actor.ID(rawValue: id), name: name)
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
