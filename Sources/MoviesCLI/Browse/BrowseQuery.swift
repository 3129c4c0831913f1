package import MovieStore
internal import MovieSystem

package struct BrowseQuery: Hashable, Sendable {
  package var source: ListSource
  /// In a list of movies a query, otherwise the text that names contain, as typed; empty for all
  /// rows.
  package var filter = "" {
    didSet {
      // A filter that is not a query is never set.
      do { movieTerms = try MovieQuery(typing: filter).terms } catch { movieTerms = [] }
    }
  }
  /// The terms of the filter of movies.
  private(set) var movieTerms: [MovieQuery.Term] = []
  package var favoritesOnly = false
  /// The order that the user chose; `nil` for the default.
  package var chosenOrder: BrowseOrder?
  package var isReversed = false
  /// Whether the best matches wait until the filter is applied.
  var isTyped = false

  init(_ source: ListSource) { self.source = source }

  package var isFiltered: Bool {
    source.isOfMovies
      ? !movieTerms.isEmpty : !filter.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// By default, the best matches of a text are first.
  package var order: BrowseOrder {
    chosenOrder ?? (source.isOfMovies && hasText && !isTyped ? .relevance : source.orders[0])
  }

  package var descending: Bool { order.descends != isReversed }

  /// Whether movies can have a best match. One letter is in too many.
  var hasText: Bool {
    movieTerms.contains { term in
      !term.isNegated && term.isRanked && term.values.contains { $0.description.count > 1 }
    }
  }

  /// The order, and whether only favorites are shown.
  package var label: String {
    (favoritesOnly ? "favorites, " : "") + order.label + (descending ? ", descending" : "")
  }

  package var movies: MovieQuery {
    var query = MovieQuery(movieTerms)
    if favoritesOnly { query.terms.append(.isFavorite) }
    switch source {
    case .movies(let actor): query.terms.append(.actor(id: actor.id))
    case .moviesHaving(let key, let value): query.terms.append(key == value)
    case .catalog, .actors, .attributeKeys, .cast, .values: break
    }
    return query
  }

  package var movieOrder: MovieOrder {
    switch order {
    case .relevance: .relevance
    case .added: .added
    case .attribute(let key): .attribute(key)
    case .title, .billing, .name, .movies, .value: .title
    }
  }

  /// The actors of a movie, or of the catalog.
  package func actors(of movie: Movie.ID? = nil, limit: Int? = nil) -> ActorQuery {
    ActorQuery(
      search: filter, movie: movie,
      order: order == .name ? .name : order == .movies ? .movies : .billing,
      descending: descending, limit: limit)
  }

  /// Filters and orders keys, or values that are in their order, which are read as a whole.
  func arranged(_ rows: [BrowseRow]) throws(StoreError) -> [BrowseRow] {
    let texts = try LoosePattern.all(in: filter)
    var rows = rows.filter { row in texts.allSatisfy { $0.matches(row.name) } }
    // The sort is stable.
    if order == .movies { rows.sort { $0.movieCount ?? 0 > $1.movieCount ?? 0 } }
    if order == .name { rows.sort { $0.name.precedes($1.name) } }
    return descending ? rows.reversed() : rows
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
  /// The number of rows of a list that is never read as a whole, if it has more than these.
  package var count: Int?
  /// The current source of the list; `nil` if it was deleted.
  package var source: ListSource?
  /// The requested rows that were deleted.
  package var missing: Set<BrowseRow.ID> = []
}
