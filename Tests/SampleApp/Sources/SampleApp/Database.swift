import MovieSamples
import MovieStore

/// The data layer of the app: what its features may do with the catalog, as values that tests and previews
/// can replace one by one.
struct Database: Sendable {
  var open: @Sendable (@escaping @Sendable (MigrationProgress) -> Void) async throws -> Void
  var movies: @Sendable (MovieQuery) -> LiveQuery<[MovieWithCast]>
  var cast: @Sendable (Movie.ID) -> LiveQuery<[ActorWithMovieCount]>
  var filmography: @Sendable (MovieStore.Actor.ID) -> LiveQuery<[MovieWithCast]>
  var save: @Sendable (MovieDraft) async throws -> ChangedMovie
  var setFavorite: @Sendable (Bool, [Movie.ID]) async throws -> [ChangedMovie]
  var delete: @Sendable ([Movie.ID]) async throws -> [ChangedMovie]
  var undo: @Sendable () async throws -> HistoryEntry?
  var redo: @Sendable () async throws -> HistoryEntry?
  var importFile:
    @Sendable (String, @escaping @Sendable (TransferProgress) -> Void) async throws ->
      MovieStore.ImportReport
}

extension Database {
  init(_ repository: MovieRepository) {
    self.init(
      open: { try await repository.open(progress: $0) },
      movies: { repository.observeMovies($0) },
      cast: { repository.observeActors(in: $0) },
      filmography: { repository.observeMovies(with: $0) },
      save: { try await repository.save($0) },
      setFavorite: { try await repository.setFavorite($0, of: $1) },
      delete: { try await repository.delete(ids: $0) },
      undo: { try await repository.undo() },
      redo: { try await repository.redo() },
      importFile: { try await repository.importMovies(from: $0, progress: $1) })
  }

  static let live = Database(MovieRepository(at: "movies.db", access: .migrating))

  /// Random movies in memory.
  static var preview: Database { Database(.preview(movies: 25)) }

  /// An empty catalog in memory.
  static var test: Database { Database(MovieRepository()) }
}
