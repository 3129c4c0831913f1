/// Changes to one movie.
extension Catalog {
  /// Adds a movie, and the actors of its cast that the catalog does not have yet.
  ///
  /// Actors are identified by their names, compared byte for byte. If the catalog already has a
  /// movie with the same title, the new one is a separate movie. The id of the draft is ignored.
  ///
  /// - Returns: The movie as stored, with its id. The outcome is `added`.
  /// - Throws: ``StoreError``: `invalidInput` for values that cannot be stored; otherwise as for
  ///   every change.
  @discardableResult
  public mutating func add(_ draft: MovieDraft) throws(StoreError) -> MovieChange {
    let draft = try draft.validatedAsNew()
    return try core.write { catalog in
      MovieChange.added(try catalog.insert(MovieFields(draft)))
    }
  }

  /// Adds a movie under an id of the caller.
  ///
  /// - Parameters:
  ///   - draft: The values to store. Its id is ignored.
  ///   - id: An id above every id that the catalog ever assigned, at most
  ///     9,007,199,254,740,991. Ids of later movies are above it.
  /// - Returns: The movie as stored. The outcome is `added`.
  /// - Throws: ``StoreError``: `invalidInput` for any other id and for values that cannot
  ///   be stored; otherwise as for every change.
  @discardableResult
  public mutating func add(
    _ draft: MovieDraft, id: Movie.ID
  ) throws(StoreError) -> MovieChange {
    let draft = try draft.validatedAsNew()
    return try core.write { catalog in
      let newest = try RowIDAllocator(of: "MovieModel", in: catalog.database).newest
      guard id.rawValue > newest, id <= .limit else {
        throw StoreError.invalid(
          .argument,
          "a movie cannot be added under the id \(id.rawValue): it must be above \(newest), the "
            + "highest one so far, and at most \(Movie.ID.limit.rawValue)")
      }
      return MovieChange.added(try catalog.insert(MovieFields(draft), id: id))
    }
  }

  /// Adds the movie of a draft without an id, or replaces the title, cast, favorite state and
  /// attributes of the movie with the id.
  ///
  /// Of a draft of an existing movie, from
  /// ``MovieDraft/init(_:title:cast:isFavorite:attributes:)``, only the fields that differ from
  /// that movie are written. Other fields keep the values that the catalog has now. Changes to
  /// different fields are merged; the last save of the same field wins. The cast is one field, and
  /// so is each key of the attributes.
  ///
  /// - Parameter draft: The values to store.
  /// - Returns: The movie as stored. The outcome is `added`, `updated`, or `unchanged` if the movie
  ///   already had these values.
  /// - Throws: ``StoreError``: `notFound` if the draft has an id that no movie has;
  ///   `invalidInput` for values that cannot be stored; otherwise as for every change.
  @discardableResult
  public mutating func save(_ draft: MovieDraft) throws(StoreError) -> MovieChange {
    guard let id = draft.id else { return try add(draft) }
    let fields = try draft.validated().changedFields
    return try core.write { catalog in
      try catalog.update(id) { movie in
        // Those of the draft are within the limits, but not always together with others.
        let attributes = fields.attributes(of: movie.attributes)
        try attributes.requireWithinLimits(insteadOf: movie.attributes)
        return fields
      }
    }
  }

  /// Changes the title, the cast, the favorite state and the attributes of a movie.
  ///
  /// The edit is applied as a whole, or not at all. Values that it does not change stay as they
  /// are, also if they are not valid. Actors that are left without a movie are deleted.
  ///
  /// - Parameters:
  ///   - id: The id of the movie.
  ///   - edit: The changes to make.
  /// - Returns: The movie as stored. The outcome is `updated`, or `unchanged` if the movie already
  ///   had these values.
  /// - Throws: ``StoreError``: `notFound` if no movie has the id; `rejected` if a name to remove
  ///   is not in the cast, or is in it in several spellings; `invalidInput` for a title or name
  ///   that cannot be stored, if a key would have several values and allows only one, or if the
  ///   movie would have too many attributes; otherwise as for every change.
  @discardableResult
  public mutating func edit(
    id: Movie.ID, _ edit: MovieEdit
  ) throws(StoreError) -> MovieChange {
    try collect { store, body in try store.edit(.ids([id]), { _ in edit }, body) }[0]
  }

  /// Deletes a movie, and actors that are left without a movie.
  ///
  /// - Returns: The deleted movie, which ``undo()`` restores. The outcome is `deleted`.
  /// - Throws: ``StoreError``: `notFound` if no movie has the id; otherwise as for every
  ///   change.
  @discardableResult
  public mutating func delete(id: Movie.ID) throws(StoreError) -> MovieChange {
    try collect { store, body in try store.delete(.ids([id]), body) }[0]
  }

  /// Inverts the favorite state of a movie.
  ///
  /// - Returns: The movie in its new state. The outcome is `updated`.
  /// - Throws: ``StoreError``: `notFound` if no movie has the id; otherwise as for every
  ///   change.
  @discardableResult
  public mutating func toggleFavorite(id: Movie.ID) throws(StoreError) -> MovieChange {
    try collect { store, body in try store.setFavorite(nil, of: .ids([id]), body) }[0]
  }

  /// Returns the movies that a change passes to its closure.
  mutating func collect(
    _ change: (inout Catalog, (MovieChange) throws -> Void) throws -> Void
  ) throws(StoreError) -> [MovieChange] {
    var changed: [MovieChange] = []
    do { try change(&self) { changed.append($0) } } catch { throw StoreError(error, path: path) }
    return changed
  }
}
