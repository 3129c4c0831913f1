internal import MovieSQLite

/// Movies that a change is meant for. They are looked up in the transaction that changes them.
package enum MovieSelection: Sendable {
  /// In the order given, each movie once.
  case references([MovieReference])
  case query(MovieQuery)

  /// The ids of the movies.
  ///
  /// - Throws: `StoreError.unknownMovie`, `ambiguousMovie`; `SQLiteError`.
  func ids(hasIndex: Bool, in transaction: borrowing Transaction) throws -> [Movie.ID] {
    switch self {
    case .references(let references):
      var seen: Set<Movie.ID> = []
      var ids: [Movie.ID] = []
      for reference in references {
        for id in try MovieLookup.idsToChange(reference, hasIndex: hasIndex, in: transaction)
        where seen.insert(id).inserted {
          ids.append(id)
        }
      }
      return ids
    case .query(let query):
      var statement = try transaction.prepare(
        Clause("SELECT m.id ") + query.selection(hasIndex: hasIndex))
      var ids: [Movie.ID] = []
      while try statement.step() { ids.append(Movie.ID(rawValue: statement.integer(at: 0))) }
      return ids
    }
  }
}

/// What a selection was when a user was asked about it: each movie with its title, favorite and cast.
package struct ShownMovies: Sendable {
  /// The first of the movies, for a list to read.
  package private(set) var first: [MovieWithCast] = []
  /// For each movie a hash of all that was shown, byte for byte.
  private var hashes: [Movie.ID: Int] = [:]
  private let listed: Int
  /// Whether the user was asked about exactly these.
  package var isAgreed = false

  init(listing listed: Int) { self.listed = listed }

  /// One movie, which the user agreed to change.
  package init(_ movie: MovieWithCast) {
    self.init(listing: 0)
    add(movie)
    isAgreed = true
  }

  package var count: Int { hashes.count }

  mutating func add(_ movie: MovieWithCast) {
    if first.count < listed { first.append(movie) }
    hashes[movie.id] = Self.hash(of: movie)
  }

  /// Whether the movie is one of them, as it was.
  func contains(_ movie: MovieWithCast) -> Bool { hashes[movie.id] == Self.hash(of: movie) }

  func contains(_ id: Movie.ID) -> Bool { hashes[id] != nil }

  /// The ids that are not among others, in order.
  func ids(without others: Set<Movie.ID>) -> [Movie.ID] {
    hashes.keys.filter { !others.contains($0) }.sorted { $0.rawValue < $1.rawValue }
  }

  private static func hash(of movie: MovieWithCast) -> Int {
    var hasher = Hasher()
    hasher.combine(movie.isFavorite)
    // Swift takes spellings in NFC and NFD for equal.
    hasher.combine(Array(movie.title.utf8))
    for actor in movie.cast {
      hasher.combine(actor.id)
      hasher.combine(Array(actor.name.utf8))
    }
    return hasher.finalize()
  }
}

/// The movies of a change are not the ones that a user agreed to change.
package struct SelectionChanged: Error, Hashable, Sendable {
  /// What became of a movie.
  package enum Difference: Hashable, Sendable {
    /// It was deleted, or is no longer meant.
    case gone(Movie.ID)
    /// Its title, cast or favorite is another one.
    case changed(Movie)
    /// It was not among those that were shown.
    case new(Movie)
  }

  /// The first differences.
  package let first: [Difference]
  /// How many there are.
  package let count: Int

  private static let most = 3

  /// - Throws: `SelectionChanged` if a movie was not shown; if the user was asked, also if a movie that was
  ///   shown changed or is missing.
  static func require(
    _ shown: ShownMovies, are ids: [Movie.ID], in transaction: borrowing Transaction
  ) throws {
    var casts = try CastReader(in: transaction)
    var differences: [Difference] = []
    for id in ids {
      guard let movie = try MovieRows.movie(id, in: transaction) else { continue }
      if !shown.contains(id) {
        differences.append(.new(movie))
      } else if shown.isAgreed, try !shown.contains(casts.credited(movie)) {
        differences.append(.changed(movie))
      }
    }
    if shown.isAgreed { differences += shown.ids(without: Set(ids)).map { .gone($0) } }
    if differences.isEmpty { return }
    throw SelectionChanged(first: Array(differences.prefix(most)), count: differences.count)
  }
}
