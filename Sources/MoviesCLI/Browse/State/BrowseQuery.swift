package import MovieStore

/// Which rows a list has, in which order.
package struct BrowseQuery: Hashable, Sendable {
  package var subject: BrowseSubject
  /// Words that every title or name must have; as typed, and empty where all are meant.
  package var filter = ""
  package var favoritesOnly = false
  package var order: BrowseOrder
  package var descending = false

  init(_ subject: BrowseSubject) {
    self.subject = subject
    order = subject.orders[0]
  }

  /// Whether the filter can be searched for; one of white space is none.
  static func isUsable(_ filter: String) -> Bool {
    do {
      _ = try SearchPattern(filter)
      return true
    } catch {
      return error == .empty
    }
  }

  /// Whether rows are left out by a filter.
  package var isFiltered: Bool {
    do {
      _ = try SearchPattern(filter)
      return true
    } catch {
      return false
    }
  }

  private var search: String { isFiltered ? filter : "" }

  mutating func takeNextOrder() {
    let orders = subject.orders
    let index = orders.firstIndex(of: order) ?? 0
    order = orders[(index + 1) % orders.count]
  }

  /// The query of a list of movies.
  package var movies: MovieQuery {
    let order: MovieQuery.Order =
      switch self.order {
      case .added: .added
      case .title, .billing, .name, .movies: .title
      }
    var query = MovieQuery(
      search: search, favoritesOnly: favoritesOnly, order: order, descending: descending)
    if case .movies(let actor) = subject { query.actors = [actor.id] }
    return query
  }

  /// The query of the cast of a movie.
  package func actors(of movie: Movie.ID) -> ActorQuery {
    let order: ActorQuery.Order =
      switch self.order {
      case .name: .name
      case .movies: .movies
      case .billing, .title, .added: .billing
      }
    return ActorQuery(search: search, movie: movie, order: order, descending: descending)
  }
}
