import MovieStore
import Observation

/// A list of movies that follows what the user types and how the list is sorted, and the way from a movie to
/// its actors and to their movies.
@MainActor @Observable final class MovieList {
  var text = "" { didSet { if text != oldValue { load() } } }
  var order = MovieOrder.title { didSet { if order != oldValue { load() } } }
  private(set) var problem: StoreError?
  let movies = LiveValue<[Movie]>([])
  private(set) var cast: LiveValue<[ActorWithMovieCount]>?
  private(set) var filmography: LiveValue<[Movie]>?
  private let database: Database

  init(_ database: Database) {
    self.database = database
    load()
  }

  private func load() {
    do {
      let query = try MovieQuery(typing: text)
      problem = nil
      movies.load(database.movies(query, order))
    } catch {
      problem = error
    }
  }

  func select(_ movie: Movie) { cast = LiveValue([], loading: database.cast(movie.id)) }

  func select(_ actor: ActorWithMovieCount) {
    filmography = LiveValue([], loading: database.filmography(actor.id))
  }

  func toggleFavorite(_ movie: Movie) async throws {
    _ = try await database.setFavorite(!movie.isFavorite, [movie.id])
  }
}
