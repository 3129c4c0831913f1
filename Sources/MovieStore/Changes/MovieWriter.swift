package import MovieSQLite

/// The only functions that change single movies, with their casts and attributes. Each records its
/// change in the journal of the transaction.
extension CatalogTransaction {
  /// Inserts a movie with all of its values.
  ///
  /// - Parameter id: An id that no movie has, or `nil` for a new one.
  package func insert(
    _ fields: MovieFields, id: Movie.ID? = nil
  ) throws(SQLiteError) -> Movie {
    let id = if let id { id } else { try newMovieID() }
    let title = fields.title ?? ""
    let movie = Movie(
      id: id, title: title, sortableTitle: fields.sortableTitle ?? SortableTitle.of(title),
      isFavorite: fields.isFavorite ?? false)
    try database.execute(
      """
      INSERT INTO MovieModel(id, title, favorite, sortableTitle)
      VALUES (\(id.rawValue), \(title), \(movie.isFavorite), \(movie.sortableTitle))
      """)
    let attributes = fields.attributes ?? MovieAttributes()
    try insert(attributes.entries, of: id)
    let cast = try insert(fields.cast ?? [], of: id, keeping: [])
    let added = movie.with(cast: cast, attributes: attributes)
    try journal?.record(.added(added), in: self)
    return added
  }

  /// Gives an existing movie other values. Equal values are not written: another program can have
  /// stored texts that were not read exactly.
  ///
  /// - Returns: The movie after the change, which is equal to the one before if it had the values.
  package func replace(
    _ before: Movie, with fields: MovieFields
  ) throws(SQLiteError) -> Movie {
    try discardUnstorableValues(of: before, replacedBy: fields)
    let (id, new) = (before.id, fields.applied(to: before))
    if !new.title.isExactly(before.title) || !new.sortableTitle.isExactly(before.sortableTitle) {
      try database.execute(
        """
        UPDATE MovieModel SET title = \(new.title), sortableTitle = \(new.sortableTitle)
        WHERE id = \(id.rawValue)
        """)
    }
    if new.isFavorite != before.isFavorite {
      try database.execute(
        "UPDATE MovieModel SET favorite = \(new.isFavorite) WHERE id = \(id.rawValue)")
    }
    var cast = before.cast
    if let credits = fields.cast, fields.replacesCast(of: before) {
      // Stored names that differ only in invalid UTF-8 are read as one name, of several actors.
      let names = Dictionary(
        credits.map { (ByteString($0.name), $0) }, uniquingKeysWith: { first, _ in first })
      let kept = before.cast.filter { names[ByteString($0.name)]?.isOf($0) == true }
      try database.execute("DELETE FROM MovieActor WHERE movieID = \(id.rawValue)")
      // First, because an actor with the name of a deleted one can get the former id.
      try deleteOrphans(among: Array(Set(before.cast).subtracting(kept)))
      cast = try insert(credits, of: id, keeping: kept)
    }
    if new.attributes != before.attributes {
      try replace(before.attributes, by: new.attributes, of: id)
    }
    let after = new.with(cast: cast)
    if after != before { try journal?.record(.updated(before: before, after: after), in: self) }
    return after
  }

  /// Deletes a movie, and actors that are left without a movie.
  package func delete(_ movie: Movie) throws(SQLiteError) {
    try discardUnstorableValues(of: movie, replacedBy: nil)
    try database.execute("DELETE FROM MovieModel WHERE id = \(movie.id.rawValue)")
    try deleteOrphans(among: movie.cast)
    try journal?.record(.deleted(movie), in: self)
  }

  /// If a text is overwritten that the history cannot store, the change cannot be undone.
  private func discardUnstorableValues(
    of movie: Movie, replacedBy fields: MovieFields?
  ) throws(SQLiteError) {
    guard let journal, try hasUnstorableText(movie, replacedBy: fields) else { return }
    try journal.discardValues(in: self)
  }

  private func newMovieID() throws(SQLiteError) -> Movie.ID {
    var ids = try RowIDAllocator(of: "MovieModel", in: database)
    return Movie.ID(rawValue: try ids.next())
  }

  // MARK: Attributes

  /// Replaces the values of those keys that have others.
  private func replace(
    _ before: MovieAttributes, by after: MovieAttributes, of movie: Movie.ID
  ) throws(SQLiteError) {
    for entry in before.entries where after[entry.key] != entry.values {
      try database.execute(
        "DELETE FROM MovieAttribute WHERE movieID = \(movie.rawValue) AND key = \(entry.key.name)")
    }
    try insert(after.entries.filter { before[$0.key] != $0.values }, of: movie)
  }

  private func insert(
    _ entries: [MovieAttributes.Entry], of movie: Movie.ID
  ) throws(SQLiteError) {
    for entry in entries {
      for (ordinal, value) in entry.values.enumerated() {
        try database.execute(
          """
          INSERT INTO MovieAttribute(movieID, key, ordinal, value)
          VALUES (\(movie.rawValue), \(entry.key.name), \(ordinal), \(value))
          """)
      }
    }
  }

  // MARK: Actors

  /// Gives an actor another name, which no actor has.
  package func rename(_ actor: Actor, to name: String) throws(SQLiteError) {
    let renamed = Actor(id: actor.id, name: name)
    let movies = try movieIDs(with: actor)
    for id in movies {
      guard let before = try movie(id) else { continue }
      let after = before.with(cast: before.cast.map { $0.id == actor.id ? renamed : $0 })
      try discardUnstorableValues(
        of: before, replacedBy: MovieFields.differences(before, after).after)
      try journal?.record(.updated(before: before, after: after), in: self)
    }
    try database.execute(
      "UPDATE ActorModel SET name = \(name) WHERE id = \(actor.id.rawValue)")
  }

  /// Replaces an actor by another one in all movies, at the earlier place of both, and deletes the
  /// actor.
  package func replace(_ actor: Actor, by other: Actor) throws(SQLiteError) {
    for id in try movieIDs(with: actor) {
      guard let before = try movie(id) else { continue }
      var seen: Set<Actor.ID> = []
      let cast = before.cast.map { $0.id == actor.id ? other : $0 }
        .filter { seen.insert($0.id).inserted }
      _ = try replace(
        before, with: MovieFields.differences(before, before.with(cast: cast)).after)
    }
    // One without movies is left.
    try deleteOrphans(among: [actor])
  }

  private func movieIDs(with actor: Actor) throws(SQLiteError) -> [Movie.ID] {
    try database.fetchInts(
      "SELECT movieID FROM MovieActor WHERE actorID = \(actor.id.rawValue) ORDER BY movieID"
    ).map(Movie.ID.init(rawValue:))
  }

  // MARK: Casts

  /// Inserts the credits of a movie that has none. Actors are found by their exact name, or
  /// inserted.
  private func insert(
    _ credits: [MovieFields.Credit], of movie: Movie.ID, keeping kept: [Actor]
  ) throws(SQLiteError) -> [Actor] {
    let keptByName = Dictionary(grouping: kept) { ByteString($0.name) }
    var cast: [Actor] = []
    var seen: Set<Actor.ID> = []
    for credit in credits {
      var ids = keptByName[ByteString(credit.name)]?.map(\.id) ?? []
      if ids.isEmpty { ids = [try actorID(for: credit)] }
      for id in ids where seen.insert(id).inserted {
        try database.execute(
          """
          INSERT INTO MovieActor(movieID, actorID, position)
          VALUES (\(movie.rawValue), \(id.rawValue), \(cast.count))
          """)
        cast.append(Actor(id: id, name: credit.name))
      }
    }
    return cast
  }

  /// Returns the actor with the name, who is inserted if there is none: with the former id, unless
  /// another actor has it, or with a new one.
  private func actorID(for credit: MovieFields.Credit) throws(SQLiteError) -> Actor.ID {
    if let id = try actorID(named: credit.name) { return id }
    let id: Actor.ID
    if let formerID = credit.formerID, try !hasActor(formerID) {
      id = formerID
    } else {
      var ids = try RowIDAllocator(of: "ActorModel", in: database)
      id = Actor.ID(rawValue: try ids.next())
    }
    try database.execute(
      "INSERT INTO ActorModel(id, name) VALUES (\(id.rawValue), \(credit.name))")
    return id
  }

  /// Whether each actor can get the former id: the actor with the name has it, or no actor has
  /// either.
  func canRestoreIDs(of credits: [MovieFields.Credit]) throws(SQLiteError) -> Bool {
    for credit in credits {
      guard let formerID = credit.formerID else { continue }
      if let id = try actorID(named: credit.name) {
        if id != formerID { return false }
      } else if try hasActor(formerID) {
        return false
      }
    }
    return true
  }

  private func actorID(named name: String) throws(SQLiteError) -> Actor.ID? {
    try database.fetchOne("SELECT id FROM ActorModel WHERE name = \(name)") {
      row throws(SQLiteError) in Actor.ID(rawValue: try row.int(at: 0))
    }
  }

  private func hasActor(_ id: Actor.ID) throws(SQLiteError) -> Bool {
    try database.fetchInt("SELECT EXISTS (SELECT 1 FROM ActorModel WHERE id = \(id.rawValue))") != 0
  }

  /// Deletes those of the actors that are left without movies, after credits were deleted.
  private func deleteOrphans(among actors: [Actor]) throws(SQLiteError) {
    var delete = try database.prepare(
      """
      DELETE FROM ActorModel
      WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM MovieActor WHERE actorID = ?1)
      """)
    for actor in actors {
      try delete.bind(actor.id.rawValue, at: 1)
      try delete.run()
    }
  }
}
