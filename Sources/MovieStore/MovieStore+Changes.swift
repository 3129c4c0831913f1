internal import MovieSQLite

/// Changes to one movie.
extension MovieStore {
  /// Adds a movie, and the actors of its cast that the catalog does not have yet.
  ///
  /// Actors are identified by their names, compared byte for byte. If the catalog already has a
  /// movie with the same title, the new one is a separate movie. The id of the draft is ignored.
  ///
  /// - Returns: The movie as stored, with its id. The outcome is `added`.
  /// - Throws: ``StoreError``: `invalidDraft` for values that cannot be stored; otherwise as for every
  ///   change.
  @discardableResult
  public mutating func add(_ draft: MovieDraft) throws(StoreError) -> ChangedMovie {
    try save(draft, id: nil)
  }

  /// Adds the movie of a draft, or replaces the title, cast, favorite state and attributes of an existing
  /// movie.
  ///
  /// Of a draft of an existing movie, from ``MovieDraft/init(_:title:cast:isFavorite:attributes:)``, only the fields
  /// that differ from that movie are written. Other fields keep the values that the catalog has now.
  /// Changes to different fields are merged; the last save of the same field wins. The cast is one field,
  /// and so are the attributes.
  ///
  /// - Parameter draft: The values to store. If the draft has an id, the movie with that id is
  ///   updated. If the id is above every id that the catalog ever assigned, the movie is added with
  ///   that id.
  /// - Returns: The movie as stored. The outcome is `added`, `updated`, or `unchanged` if the movie
  ///   already had these values.
  /// - Throws: ``StoreError``: `unknownMovie` if the draft has an id that no movie has, but that may
  ///   have been assigned before (to restore a deleted movie, use ``reinsert(_:)``) or is below 1;
  ///   `invalidDraft` for values that cannot be stored; otherwise as for every change.
  @discardableResult
  public mutating func save(_ draft: MovieDraft) throws(StoreError) -> ChangedMovie {
    try save(draft, id: draft.id)
  }

  private mutating func save(
    _ unchecked: MovieDraft, id: Movie.ID?
  ) throws(StoreError) -> ChangedMovie {
    let history = core.history
    let draft: MovieDraft
    do { draft = try unchecked.validated() } catch { throw .invalidDraft(error) }
    return try core.write { catalog in
      var writer = try MovieWriter(in: catalog.database)
      if let id, !writer.isUnassigned(id) {
        return try Self.update(id, &writer, history, in: catalog) {
          draft.merged(into: $0)
        }
      }
      let added = try writer.add(draft.validatedAsNew(), id: id, in: catalog.database)
      try history.record(.added(added), in: catalog)
      return ChangedMovie(movie: added, outcome: .added)
    }
  }

  /// Changes the title, the cast, the favorite state and the attributes of a movie.
  ///
  /// The edit is applied as a whole, or not at all. Actors that are left without a movie are
  /// deleted.
  ///
  /// - Parameters:
  ///   - id: The id of the movie.
  ///   - edit: The changes to make.
  /// - Returns: The movie as stored. The outcome is `updated`, or `unchanged` if the movie already
  ///   had these values.
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; `notInCast` if a name to
  ///   remove or rename is not in the cast, `ambiguousActor` if the cast has it in several
  ///   spellings, `alreadyInCast` if a new name is already in the cast; `invalidDraft` for a title
  ///   or name that cannot be stored; `invalidAttribute` if a key would have several values and allows only
  ///   one, or if the movie would have too many attributes; otherwise as for every change.
  @discardableResult
  public mutating func edit(
    id: Movie.ID, _ edit: MovieEdit
  ) throws(StoreError) -> ChangedMovie {
    try collect { store, body in try store.edit(.ids([id]), { _ in edit }, body) }[0]
  }

  /// Changes the movies of a selection.
  ///
  /// - Parameters:
  ///   - allowsIrreversible: Whether the change is made even if the history cannot store it.
  ///   - edit: A closure that returns the edit of a movie.
  ///   - body: A closure that is called with each movie, in the order of the selection.
  ///   An error that one of the closures throws rolls back all changes and is rethrown.
  /// - Returns: Whether the history stores the change.
  /// - Throws: `IrreversibleChange`.
  @discardableResult
  package mutating func edit(
    _ selection: MovieSelection, allowsIrreversible: Bool = true,
    _ edit: (MovieWithCast) throws -> MovieEdit, _ body: (ChangedMovie) throws -> Void
  ) throws -> Bool {
    let history = core.history
    return try core.transaction(.write) { catalog in
      let ids = try selection.ids(in: catalog)
      var writer = try MovieWriter(in: catalog.database)
      for id in ids {
        try body(
          Self.update(id, &writer, history, in: catalog) { before in
            try edit(before).applied(to: before, in: catalog)
          })
        try history.requireUndoable(unless: allowsIrreversible)
      }
      return !history.pending.isUnstorable
    }
  }

  private static func update(
    _ id: Movie.ID, _ writer: inout MovieWriter,
    _ history: HistoryRecorder, in catalog: borrowing CatalogTransaction,
    _ edit: (MovieWithCast) throws -> MovieDraft
  ) throws -> ChangedMovie {
    let before = try catalog.withDetails(movie(id, in: catalog))
    let draft = try edit(before)
    try history.willReplace(before, by: draft, in: catalog)
    let after = try writer.replace(before, by: draft, in: catalog.database)
    if after == before { return ChangedMovie(movie: before, outcome: .unchanged) }
    try history.record(.updated(before: before, after: after), in: catalog)
    return ChangedMovie(movie: after, outcome: .updated)
  }

  /// Deletes a movie, and actors that are left without a movie.
  ///
  /// - Returns: The deleted movie, which ``reinsert(_:)`` restores. The outcome is `deleted`.
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every
  ///   change.
  @discardableResult
  public mutating func delete(id: Movie.ID) throws(StoreError) -> ChangedMovie {
    try delete(ids: [id])[0]
  }

  /// Inverts the favorite state of a movie.
  ///
  /// - Returns: The movie in its new state. The outcome is `updated`.
  /// - Throws: ``StoreError``: `unknownMovie` if no movie has the id; otherwise as for every
  ///   change.
  @discardableResult
  public mutating func toggleFavorite(id: Movie.ID) throws(StoreError) -> ChangedMovie {
    try collect { store, body in try store.setFavorite(nil, of: .ids([id]), body) }[0]
  }

  /// Restores a deleted movie with its id, its favorite state, its cast in billing order, and its attributes.
  ///
  /// Actors that were deleted with the movie get their ids back. If another actor has exactly the
  /// same name now, that actor is credited instead. If another actor has the id now, the restored
  /// actor gets a new id.
  ///
  /// - Parameter movie: The deleted movie.
  /// - Returns: The restored movie; the outcome is `added`. If a movie already has the id, that
  ///   movie; the outcome is `unchanged`.
  /// - Throws: ``StoreError``, as for every change.
  @discardableResult
  public mutating func reinsert(_ movie: MovieWithCast) throws(StoreError) -> ChangedMovie {
    let history = core.history
    return try core.write { catalog in
      if let existing = try catalog.record(movie.id) {
        return ChangedMovie(movie: try catalog.withDetails(existing), outcome: .unchanged)
      }
      var writer = try MovieWriter(in: catalog.database)
      let added = try writer.restore(movie, in: catalog.database)
      // The caller can pass any text.
      try history.willReplace(added, by: nil, in: catalog)
      try history.record(.added(added), in: catalog)
      return ChangedMovie(movie: added, outcome: .added)
    }
  }

  /// Returns the movies that a change passes to its closure.
  mutating func collect(
    _ change: (inout MovieStore, (ChangedMovie) throws -> Void) throws -> Void
  ) throws(StoreError) -> [ChangedMovie] {
    var changed: [ChangedMovie] = []
    do { try change(&self) { changed.append($0) } } catch { throw StoreError(error, path: path) }
    return changed
  }

  /// - Throws: `StoreError.unknownMovie`; `SQLiteError`.
  static func movie(_ id: Movie.ID, in catalog: borrowing CatalogTransaction) throws -> Movie {
    guard let movie = try catalog.record(id) else {
      throw StoreError.unknownMovie(.id(id))
    }
    return movie
  }
}

/// A movie and the outcome of a change to it.
public struct ChangedMovie: Hashable, Codable, Sendable {
  /// The outcome of a change to a movie.
  public enum Outcome: String, Hashable, Codable, Sendable {
    /// The movie was added.
    case added
    /// The movie was updated; it has these values now.
    case updated
    /// The movie was deleted; it had these values.
    case deleted
    /// The movie already had these values.
    case unchanged
  }

  /// The movie after the change, or before it if the movie was deleted.
  public let movie: MovieWithCast
  /// The outcome of the change.
  public let outcome: Outcome

  /// The id of the movie.
  public var id: Movie.ID { movie.id }
  /// The title of the movie as given.
  public var title: String { movie.title }
  /// The actors in billing order.
  public var cast: [MovieStore.Actor] { movie.cast }
  /// Whether the movie is a favorite.
  public var isFavorite: Bool { movie.isFavorite }

  package init(movie: MovieWithCast, outcome: Outcome) {
    self.movie = movie
    self.outcome = outcome
  }
}

extension ChangedMovie {
  private enum CodingKeys: String, CodingKey { case outcome }

  /// Decodes an object that has the keys of a ``MovieWithCast`` and the key `outcome`.
  ///
  /// - Throws: `DecodingError` if a key is missing or its value has the wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      movie: try MovieWithCast(from: decoder),
      outcome: try container.decode(Outcome.self, forKey: .outcome))
  }

  /// Encodes an object that has the keys of the movie and the key `outcome`.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try movie.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(outcome, forKey: .outcome)
  }
}
