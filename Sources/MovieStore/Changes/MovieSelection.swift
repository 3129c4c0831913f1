internal import MovieSQLite
internal import MovieSystem

/// The movies of a change. They are found in the transaction that changes them.
package enum MovieSelection: Sendable {
  case ids([Movie.ID])
  /// Those of these movies that exist, in the order in which they were added.
  case existing([Movie.ID])
  /// In the order of the references, each movie once.
  case references([MovieReference])
  /// In the order in which the movies were added.
  case query(MovieQuery, limit: Int? = nil)
  /// Exactly these movies, if they have not changed.
  case shown(ShownMovies)

  /// Returns the ids of the movies.
  ///
  /// - Throws: `StoreError.unknownMovie`, `ambiguousMovie`, `invalidInput`; `SelectionChanged`;
  ///   `SQLiteError`.
  func ids(in catalog: borrowing CatalogTransaction) throws -> [Movie.ID] {
    switch self {
    case .ids(let ids): ids
    case .existing(let ids):
      try catalog.database.fetchInts(
        """
        SELECT id FROM MovieModel
        WHERE id IN (SELECT value FROM json_each(\(jsonArray(ids.map(\.rawValue)))))
        ORDER BY id
        """
      ).map(Movie.ID.init(rawValue:))
    case .references(let references):
      try MovieLookup.movies(
        references, rejectsAmbiguousNumbers: true, in: catalog
      ).map(\.id)
    case .query(let query, let limit):
      try MovieList(query, by: .added, limit: limit).ids(in: catalog)
    case .shown(let movies): try movies.unchangedIDs(in: catalog)
    }
  }
}

/// The movies that a user was asked about, with their values at that time.
package struct ShownMovies: Sendable {
  /// The first of the movies, for a list.
  package private(set) var first: [Movie] = []
  private var ids: [Movie.ID] = []
  private var hashes: [Int] = []
  private var bytes = 0
  private var hasUnstorableValue = false
  private let listedLimit: Int
  private let limits: HistoryLimits

  init(listing listedLimit: Int, _ limits: HistoryLimits) {
    self.listedLimit = listedLimit
    self.limits = limits
  }

  /// One movie, with the default limits and texts that the history can store.
  package init(_ movie: Movie) {
    self.init(listing: 0, HistoryLimits())
    add(movie, isStorable: true)
  }

  package var count: Int { ids.count }

  /// Whether the history can store the deletion of the movies.
  package var isDeletionStorable: Bool {
    count <= limits.movies && bytes <= limits.bytes && !hasUnstorableValue
  }

  /// - Parameter isStorable: Whether the history can store all texts of the movie.
  mutating func add(_ movie: Movie, isStorable: Bool) {
    if first.count < listedLimit { first.append(movie) }
    ids.append(movie.id)
    hashes.append(Self.hash(movie))
    let value = MovieChange.deleted(movie).json.before
    bytes += value.count
    hasUnstorableValue =
      hasUnstorableValue || !isStorable || value.count > HistoryLimits.valueByteLimit
  }

  /// Without the sortable title, which the change itself corrects.
  private static func hash(_ movie: Movie) -> Int {
    var hasher = Hasher()
    hasher.combine(movie.id)
    hasher.combine(ByteString(movie.title))
    hasher.combine(movie.isFavorite)
    hasher.combine(movie.cast)
    hasher.combine(movie.attributes)
    return hasher.finalize()
  }

  /// Returns the ids of the movies, if all of them exist with the same values.
  ///
  /// - Throws: `SelectionChanged`; `SQLiteError`.
  func unchangedIDs(in catalog: borrowing CatalogTransaction) throws -> [Movie.ID] {
    var differences: [SelectionChanged.Difference] = []
    for (id, hash) in zip(ids, hashes) {
      guard let movie = try catalog.movie(id) else {
        differences.append(.missing(id))
        continue
      }
      if Self.hash(movie) != hash { differences.append(.changed(movie)) }
    }
    if differences.isEmpty { return ids }
    throw SelectionChanged(first: Array(differences.prefix(3)), count: differences.count)
  }
}

/// The movies of a change are not the ones that the user agreed to change.
package struct SelectionChanged: Error, Hashable, Sendable {
  package enum Difference: Hashable, Sendable {
    /// The movie was deleted.
    case missing(Movie.ID)
    /// The title, the cast or the favorite state of the movie changed.
    case changed(Movie)
    /// The name or the movies of the actor changed.
    case actor(Catalog.Actor)
  }

  /// The first three differences.
  package let first: [Difference]
  package let count: Int

  package init(first: [Difference], count: Int) {
    self.first = first
    self.count = count
  }
}

extension CatalogTransaction {
  /// - Throws: `SelectionChanged` unless all movies exist with these values; `SQLiteError`.
  package func requireUnchanged(_ movies: [Movie]) throws {
    var shown = ShownMovies(listing: 0, HistoryLimits())
    for movie in movies { shown.add(movie, isStorable: true) }
    _ = try shown.unchangedIDs(in: self)
  }
}
