import MovieSamples
import MovieStore

/// The data layer of the app: what its features may do with the catalog, as values that tests and previews
/// can replace one by one.
struct Database: Sendable {
  var open: @Sendable (@escaping @Sendable (OperationProgress) -> Void) async throws -> Void
  var movies: @Sendable (MovieQuery, MovieOrder) -> LiveQuery<[Movie]>
  var cast: @Sendable (Movie.ID) -> LiveQuery<[ActorWithMovieCount]>
  var filmography: @Sendable (Catalog.Actor.ID) -> LiveQuery<[Movie]>
  var save: @Sendable (MovieDraft) async throws -> ChangedMovie
  var setFavorite: @Sendable (Bool, [Movie.ID]) async throws -> Int
  var delete: @Sendable ([Movie.ID]) async throws -> Void
  var undo: @Sendable () async throws -> HistoryEntry?
  var redo: @Sendable () async throws -> HistoryEntry?
  var importFile:
    @Sendable (String, @escaping @Sendable (OperationProgress) -> Void) async throws ->
      ImportPlan
}

extension Database {
  init(_ repository: MovieRepository) {
    self.init(
      open: { try await repository.open(progress: $0) },
      movies: { query, order in repository.observe { try $0.movies(query, order: order) } },
      cast: { id in repository.observe { try $0.actors(in: id) } },
      filmography: { id in repository.observe { try $0.movies([.actor(id: id)]) } },
      save: { draft in try await repository.write { try $0.save(draft) } },
      setFavorite: { isOn, ids in
        try await repository.write { try $0.setFavorite(isOn, of: ids) }
      },
      delete: { ids in try await repository.write { try $0.delete(ids: ids) } },
      undo: { try await repository.write { try $0.undo() } },
      redo: { try await repository.write { try $0.redo() } },
      importFile: { try await repository.importMovies(from: [$0], progress: $1) })
  }

  static let live = Database(MovieRepository(path: "movies.db", access: .migrating))

  /// Random movies in memory.
  static var preview: Database { Database(.preview(movies: 25)) }

  /// An empty catalog in memory.
  static var test: Database { Database(MovieRepository()) }
}
