internal import MovieSQLite

/// The movies of a change. They are found in the transaction that changes them.
package enum MovieSelection: Sendable {
  case ids([Movie.ID])
  /// In the order of the references, each movie once.
  case references([MovieReference])
  case query(MovieQuery)

  /// Returns the ids of the movies.
  ///
  /// - Throws: `StoreError.unknownMovie`, `ambiguousMovie`, `invalidQuery`; `SQLiteError`.
  func ids(hasSearchIndex: Bool, in transaction: borrowing Transaction) throws -> [Movie.ID] {
    switch self {
    case .ids(let ids): ids
    case .references(let references):
      try MovieLookup.movies(
        references, rejectsAmbiguousNumbers: true, hasSearchIndex: hasSearchIndex, in: transaction
      ).map(\.id)
    case .query(let query):
      try query.parsed().ids(hasSearchIndex: hasSearchIndex, in: transaction)
    }
  }
}

/// The movies that a user was asked about, with their values at that time.
package struct ShownMovies: Sendable {
  /// The first of the movies, for a list.
  package private(set) var first: [MovieWithCast] = []
  private var hashes: [Movie.ID: Int] = [:]
  private let maximumListed: Int
  /// Whether the user agreed to change exactly these movies.
  package var isAgreed = false

  init(listing maximumListed: Int) { self.maximumListed = maximumListed }

  /// One movie, which the user agreed to change.
  package init(_ movie: MovieWithCast) {
    self.init(listing: 0)
    add(movie)
    isAgreed = true
  }

  package var count: Int { hashes.count }

  mutating func add(_ movie: MovieWithCast) {
    if first.count < maximumListed { first.append(movie) }
    hashes[movie.id] = movie.hashValue
  }

  /// Throws unless the movies were shown and, if the user agreed to them, are the same ones with the same
  /// values.
  ///
  /// - Throws: `SelectionChanged`; `SQLiteError`.
  func requireUnchanged(_ ids: [Movie.ID], in transaction: borrowing Transaction) throws {
    var casts = try CastReader(in: transaction)
    var differences: [SelectionChanged.Difference] = []
    for id in ids {
      guard let movie = try Movie.find(id, in: transaction) else { continue }
      if let hash = hashes[id] {
        if isAgreed, try casts.withCast(movie).hashValue != hash {
          differences.append(.changed(movie))
        }
      } else {
        differences.append(.new(movie))
      }
    }
    if isAgreed {
      differences += Set(hashes.keys).subtracting(ids).sorted().map { .missing($0) }
    }
    if differences.isEmpty { return }
    throw SelectionChanged(first: Array(differences.prefix(3)), count: differences.count)
  }
}

/// The movies of a change are not the ones that the user agreed to change.
package struct SelectionChanged: Error, Hashable, Sendable {
  package enum Difference: Hashable, Sendable {
    /// The movie was deleted, or is no longer selected.
    case missing(Movie.ID)
    /// The title, the cast or the favorite state of the movie changed.
    case changed(Movie)
    /// The movie was not shown.
    case new(Movie)
  }

  /// The first three differences.
  package let first: [Difference]
  package let count: Int
}
