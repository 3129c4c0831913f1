package import MovieStore

package struct BrowseQuery: Hashable, Sendable {
  package var source: ListSource
  /// In a list of movies a query, in a cast the text that names contain, as typed; empty for all
  /// rows.
  package var filter = ""
  package var favoritesOnly = false
  package var order: BrowseOrder
  package var descending = false

  init(_ source: ListSource) {
    self.source = source
    order = source.orders[0]
  }

  package var isFiltered: Bool {
    source.isOfMovies
      ? !movieTerms.isEmpty : !filter.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// The terms of the filter. A filter that is not a query is never set.
  private var movieTerms: [MovieQuery.Term] {
    do { return try MovieQuery(typing: filter).terms } catch { return [] }
  }

  /// The order, and whether only favorites are shown.
  package var label: String {
    (favoritesOnly ? "favorites, " : "") + order.rawValue + (descending ? ", reversed" : "")
  }

  mutating func selectNextOrder() {
    let index = source.orders.firstIndex(of: order) ?? 0
    order = source.orders[(index + 1) % source.orders.count]
  }

  package var movies: MovieQuery {
    var query = MovieQuery(movieTerms)
    if favoritesOnly { query.terms.append(.isFavorite) }
    if case .movies(let actor) = source { query.terms.append(.actor(id: actor.id)) }
    return query
  }

  package var movieOrder: MovieOrder { order == .added ? .added : .title }

  package func actors(of movie: Movie.ID) -> ActorQuery {
    ActorQuery(
      search: filter, movie: movie,
      order: order == .name ? .name : order == .movies ? .movies : .billing,
      descending: descending)
  }
}

package struct RowRequest: Hashable, Sendable {
  package let query: BrowseQuery
  package let anchor: Anchor
  /// The maximum number of rows on each side of the anchor.
  package let rows: Int

  package enum Anchor: Hashable, Sendable {
    case first, last
    case after(BrowseRow)
    case before(BrowseRow)
    /// Around the first of these rows that is in the list, otherwise around the position of the last.
    case around([BrowseRow])
  }
}

/// The rows for a request, from one snapshot of the catalog.
package struct RowPage: Hashable, Sendable {
  package var rows: [BrowseRow]
  package var hasMoreBefore = false
  package var hasMoreAfter = false
  /// The current source of the list; `nil` if it was deleted.
  package var source: ListSource?
  /// The requested rows that were deleted.
  package var missing: Set<BrowseRow.ID> = []
}
