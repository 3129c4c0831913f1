internal import MovieSQLite

/// Writes movies with their casts and attributes. Actors are found by their exact name, or inserted.
struct MovieWriter {
  private var movieIDs: RowIDAllocator
  private var actorIDs: RowIDAllocator

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    movieIDs = try RowIDAllocator(of: "MovieModel", in: transaction)
    actorIDs = try RowIDAllocator(of: "ActorModel", in: transaction)
  }

  /// Whether the id is higher than all that the catalog has assigned.
  func isUnassigned(_ id: Movie.ID) -> Bool { id.rawValue > movieIDs.newest }

  /// Adds a movie.
  ///
  /// - Parameter id: An unused id, or `nil` for a new one.
  mutating func add(
    _ draft: MovieDraft, id: Movie.ID? = nil, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
    let id = if let id { id } else { Movie.ID(rawValue: try movieIDs.next()) }
    return try insert(
      Movie(draft, id: id), draft.cast.map { Credit($0) }, draft.attributes, in: transaction)
  }

  /// Inserts a deleted movie with its former values. No movie may have its id.
  ///
  /// Deleted actors get their former ids, or new ones if other actors have these.
  mutating func restore(
    _ deleted: MovieWithCast, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
    try insert(
      deleted.movie, deleted.cast.map { Credit($0.name, formerID: $0.id) }, deleted.attributes,
      in: transaction)
  }

  /// Gives an existing movie the values of a draft. Equal values are not written: another program
  /// can have stored texts that were not read exactly.
  mutating func replace(
    _ before: MovieWithCast, by draft: MovieDraft, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
    let id = before.id.rawValue
    var (movie, cast) = (before.movie, before.cast)
    if !draft.title.isExactly(before.title) {
      movie = Movie(draft, id: before.id)
      try transaction.execute(
        """
        UPDATE MovieModel SET title = \(movie.title), sortableTitle = \(movie.sortableTitle)
        WHERE id = \(id)
        """)
    }
    if draft.isFavorite != before.isFavorite {
      movie = Movie(
        id: before.id, title: movie.title, sortableTitle: movie.sortableTitle,
        isFavorite: draft.isFavorite)
      try transaction.execute(
        "UPDATE MovieModel SET favorite = \(draft.isFavorite) WHERE id = \(id)")
    }
    if !draft.hasSameCast(as: before) {
      try transaction.execute("DELETE FROM MovieActor WHERE movieID = \(id)")
      // Stored names that differ only in invalid UTF-8 are read as one name, of several actors.
      let former = Dictionary(grouping: before.cast) { ByteString($0.name) }
      let credits = draft.cast.flatMap { name in
        former[ByteString(name)]?.map { Credit(name, existingID: $0.id) } ?? [Credit(name)]
      }
      cast = try insertCast(credits, of: movie, in: transaction)
      try Actor.deleteOrphans(among: Set(before.cast.map(\.id)), in: transaction)
    }
    if draft.attributes != before.attributes {
      try replace(before.attributes, by: draft.attributes, of: movie, in: transaction)
    }
    return MovieWithCast(movie: movie, cast: cast, attributes: draft.attributes)
  }

  /// Replaces the values of those keys that have others.
  private func replace(
    _ before: MovieAttributes, by after: MovieAttributes, of movie: Movie,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let changed = after.entries.filter { before[$0.key] != $0.values }
    let removed = before.keys.filter { after[$0].isEmpty }
    for key in changed.map(\.key) + removed {
      try transaction.execute(
        "DELETE FROM MovieAttribute WHERE movieID = \(movie.id.rawValue) AND key = \(key.name)")
    }
    var writer = try AttributeWriter(in: transaction)
    try writer.insert(changed, of: movie.id.rawValue)
  }

  private struct Credit {
    let name: String
    /// The id of an actor who has the name, if it is known.
    let existingID: Actor.ID?
    /// The id that a deleted actor gets again.
    let formerID: Actor.ID?

    init(_ name: String, existingID: Actor.ID? = nil, formerID: Actor.ID? = nil) {
      (self.name, self.existingID, self.formerID) = (name, existingID, formerID)
    }
  }

  private mutating func insert(
    _ movie: Movie, _ credits: [Credit], _ attributes: MovieAttributes,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieWithCast {
    try transaction.execute(
      """
      INSERT INTO MovieModel(id, title, favorite, sortableTitle) VALUES (
        \(movie.id.rawValue), \(movie.title), \(movie.isFavorite), \(movie.sortableTitle))
      """)
    try insert(attributes, of: movie, in: transaction)
    return MovieWithCast(
      movie: movie, cast: try insertCast(credits, of: movie, in: transaction),
      attributes: attributes)
  }

  private func insert(
    _ attributes: MovieAttributes, of movie: Movie, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if attributes.isEmpty { return }
    var writer = try AttributeWriter(in: transaction)
    try writer.insert(attributes.entries, of: movie.id.rawValue)
  }

  private mutating func insertCast(
    _ credits: [Credit], of movie: Movie, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Actor] {
    var findActor = try transaction.prepare("SELECT id FROM ActorModel WHERE name = ?")
    var insertActor = try transaction.prepare("INSERT INTO ActorModel(id, name) VALUES (?, ?)")
    var insertCredit = try transaction.prepare(
      "INSERT INTO MovieActor(movieID, actorID, position) VALUES (?, ?, ?)")
    var cast: [Actor] = []
    var seen: Set<Int64> = []
    for credit in credits {
      var existing = credit.existingID?.rawValue
      if existing == nil {
        try findActor.bind(credit.name, at: 1)
        existing = try findActor.fetchOne { row throws(SQLiteError) in try row.int(at: 0) }
      }
      let id =
        if let existing { existing } else {
          try newActorID(replacing: credit.formerID, in: transaction)
        }
      if existing == nil {
        try insertActor.bind([.integer(id), .text(credit.name)])
        try insertActor.run()
      }
      // Names of a deleted movie that differed only in invalid UTF-8 are one name now.
      if !seen.insert(id).inserted { continue }
      try insertCredit.bind([
        .integer(movie.id.rawValue), .integer(id), .integer(Int64(cast.count)),
      ])
      try insertCredit.run()
      cast.append(Actor(id: Actor.ID(rawValue: id), name: credit.name))
    }
    return cast
  }

  /// Returns the former id of an actor if no other actor has it, or a new id.
  private mutating func newActorID(
    replacing formerID: Actor.ID?, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int64 {
    guard let id = formerID?.rawValue,
      try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM ActorModel WHERE id = \(id))") == 0
    else { return try actorIDs.next() }
    actorIDs.record(id)
    return id
  }
}

extension Movie {
  fileprivate init(_ draft: MovieDraft, id: ID) {
    self.init(
      id: id, title: draft.title, sortableTitle: SortableTitle.of(draft.title),
      isFavorite: draft.isFavorite)
  }
}

extension Actor {
  /// Deletes those of the actors that are left without movies, after credits were deleted.
  static func deleteOrphans(
    among actors: Set<ID>, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    var delete = try transaction.prepare(
      """
      DELETE FROM ActorModel
      WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM MovieActor WHERE actorID = ?1)
      """)
    for actor in actors.sorted() {
      try delete.bind(actor.rawValue, at: 1)
      try delete.run()
    }
  }
}
