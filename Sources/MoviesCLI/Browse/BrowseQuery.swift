package import MovieStore

package struct BrowseQuery: Hashable, Sendable {
  package var source: ListSource
  /// Words that every title or name contains, as typed; empty for all rows.
  package var filter = ""
  package var favoritesOnly = false
  package var order: BrowseOrder
  package var descending = false

  init(_ source: ListSource) {
    self.source = source
    order = source.orders[0]
  }

  package var isFiltered: Bool {
    do { return try SearchPattern(filter) != nil } catch { return false }
  }

  private var search: String { isFiltered ? filter : "" }

  package var orderLabel: String { order.rawValue + (descending ? ", reversed" : "") }

  mutating func selectNextOrder() {
    let index = source.orders.firstIndex(of: order) ?? 0
    order = source.orders[(index + 1) % source.orders.count]
  }

  package var movies: MovieQuery {
    var query = MovieQuery(
      search: search, favoritesOnly: favoritesOnly, order: order == .added ? .added : .title,
      descending: descending)
    if case .movies(let actor) = source { query.actors = [actor.id] }
    return query
  }

  package func actors(of movie: Movie.ID) -> ActorQuery {
    ActorQuery(
      search: search, movie: movie,
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
