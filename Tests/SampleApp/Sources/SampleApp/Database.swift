import MovieStore

/// The data layer of the app: what its features may do with the catalog, as values that tests and previews
/// can replace one by one.
struct Database: Sendable {
  var open: @Sendable (@escaping @Sendable (OperationProgress) -> Void) async throws -> Void
  var movies: @Sendable (MovieQuery, MovieOrder) -> LiveQuery<[Movie]>
  var cast: @Sendable (Movie.ID) -> LiveQuery<[ActorWithMovieCount]>
  var filmography: @Sendable (Catalog.Actor.ID) -> LiveQuery<[Movie]>
  var save: @Sendable (MovieDraft) async throws -> MovieChange
  var setFavorite: @Sendable (Bool, [Movie.ID]) async throws -> Int
  var delete: @Sendable ([Movie.ID]) async throws -> Void
  var undo: @Sendable () async throws -> HistoryEntry?
  var redo: @Sendable () async throws -> HistoryEntry?
  /// Adds a number of drafts.
  var fill: @Sendable (Int, @escaping @Sendable (Int) -> MovieDraft) async throws -> Int
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
      fill: { count, draft in
        try await repository.write { try $0.add(contentsOf: (1...count).lazy.map(draft)) }
      })
  }

  static let live = Database(MovieRepository(path: "movies.db", access: .migrating))

  /// An empty catalog in memory.
  static var test: Database { Database(MovieRepository()) }
}
