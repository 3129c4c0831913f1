internal import MovieMatching
internal import MovieSQLite
public import MovieStore

extension Catalog {
  /// Adds random movies: real ones that the catalog does not have yet, with their years, then
  /// generated ones.
  ///
  /// Either all movies are added, or none. If the current task is cancelled, nothing is added, and
  /// the function ends within half a second.
  ///
  /// - Parameters:
  ///   - count: The number of movies to add, 0 or more.
  ///   - seed: The start of the random sequence. The same seed adds the same movies to catalogs
  ///     with the same content. If it is `nil`, the highest movie id that the catalog has ever
  ///     assigned is used.
  ///   - favoritePercent: The probability that a movie becomes a favorite, in percent from 0 to
  ///     100.
  ///   - progress: A closure that is called after every few hundred movies, and once at the end
  ///     before the commit, with the number of movies added so far. An error that it throws rolls
  ///     back the transaction and is rethrown.
  /// - Returns: The numbers of movies and actors added.
  /// - Throws: Any error that `progress` throws; `CancellationError` if the current task is
  ///   cancelled before the commit; otherwise `StoreError`: `invalidInput` for a negative number or
  ///   an invalid percentage, and as for every change.
  @discardableResult
  public mutating func seed(
    _ count: Int, seed: UInt64? = nil, favoritePercent: Int = 10,
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> (movies: Int, newActors: Int) {
    if count < 0 { throw StoreError.invalid(.argument, "the number \(count) is negative") }
    if !(0...100 ~= favoritePercent) {
      throw StoreError.invalid(
        .argument, "\(favoritePercent) percent is not from 0 to 100")
    }
    var known: KnownMovies?
    let report = try addMissingMovies(
      count, progress: progress,
      known: { drafts, newest, catalog in
        let movies = try known ?? KnownMovies(in: catalog, for: count, upTo: newest)
        known = movies
        return Set(
          try drafts.indices.filter { try movies.contains(drafts[$0].withoutYear, in: catalog) })
      }
    ) { newest in
      var movies = DistinctMovies(
        seed: seed ?? UInt64(newest), favoritePercent: favoritePercent)
      return { movies.next() }
    }
    return (report.movies, report.newActors)
  }

  /// Adds one random movie: a real one that the catalog does not have yet, or a generated one if it
  /// has them all.
  ///
  /// - Parameters:
  ///   - seed: The start of the random sequence. The same seed adds the same movie to catalogs with
  ///     the same content. If it is `nil`, the highest movie id that the catalog has ever assigned
  ///     is used.
  ///   - isFavorite: Whether the movie is a favorite.
  ///   - attributes: The attributes of the movie. Without a year, it has that of the real movie.
  /// - Returns: The movie as stored. The outcome is `added`.
  /// - Throws: `StoreError`, as for every change.
  @discardableResult
  public mutating func addRandom(
    seed: UInt64? = nil, isFavorite: Bool = false, attributes: MovieAttributes = [:]
  ) throws(StoreError) -> MovieChange {
    try addMissingMovie(
      isKnown: { draft, catalog in try !catalog.movies(like: draft.withoutYear).isEmpty }
    ) { newest in
      var movies = RandomMovies(seed: seed ?? UInt64(newest))
      return {
        var movie = movies.next()
        movie.isFavorite = isFavorite
        for key in attributes.keys { movie.attributes[key] = attributes[key] }
        return movie
      }
    }
  }

  /// Creates a catalog in memory with random movies, real ones first, for a preview or a test.
  ///
  /// - Parameters:
  ///   - movies: The number of movies. About a tenth of them are favorites.
  ///   - seed: The start of the random sequence. The same seed gives the same catalog on every
  ///     machine.
  /// - Throws: `StoreError`: `storage`.
  public static func preview(
    movies: Int = 25, seed: UInt64 = 1
  ) throws(StoreError) -> Catalog {
    var store = try Catalog()
    do { try store.seed(movies, seed: seed) } catch { throw StoreError(error, path: store.path) }
    return store
  }
}

extension MovieDraft {
  /// The title and the cast: a remake with an actor of the original is not added either.
  var withoutYear: MovieDraft { MovieDraft(title: title, cast: cast) }
}

extension MovieRepository {
  /// Creates a repository with random movies in memory, real ones first, for a preview or a test.
  ///
  /// - Parameters:
  ///   - movies: The number of movies. About a tenth of them are favorites.
  ///   - seed: The start of the random sequence. The same seed gives the same catalog on every
  ///     machine.
  public static func preview(movies: Int = 25, seed: UInt64 = 1) -> MovieRepository {
    MovieRepository { () throws(StoreError) in try Catalog.preview(movies: movies, seed: seed) }
  }
}
