internal import MovieStatistics
internal import MovieStore

/// Lists that are read as a whole, up to a limit.
extension BrowseCatalog {
  /// Of more actors, the first ones are shown, and a filter finds the others; of more values, those
  /// with the most movies.
  private static let (actorLimit, valueLimit) = (1_000, 10_000)

  static func rows(
    of query: BrowseQuery, in store: borrowing Catalog
  ) throws(StoreError) -> RowPage {
    var page = RowPage(rows: [], source: query.source)
    switch query.source {
    case .cast(let movie):
      guard let found = try store.movie(id: movie.id) else { return RowPage(rows: []) }
      page.source = .cast(of: found)
      page.rows = try store.actors(query.actors(of: movie.id)).map(BrowseRow.actor)
    case .actors:
      page.rows = try store.actors(query.actors(limit: actorLimit)).map(BrowseRow.actor)
      if page.rows.count == actorLimit { page.count = try store.actorCount(query.actors()) }
    case .attributeKeys:
      page.rows = try query.arranged(
        store.attributeCounts().map { .key($0.key, movies: $0.movies) })
    case .values(let key):
      let groups = try store.movieGroups(by: .attribute(key), limit: valueLimit)
      let values = groups.groups.sorted { $0.value.isListed(before: $1.value) }
      page.rows = try query.arranged(values.map { .value(key, $0.value, movies: $0.movies) })
      if groups.omittedGroups > 0, !query.isFiltered {
        page.count = page.rows.count + groups.omittedGroups
      }
    case .catalog, .movies, .moviesHaving: break
    }
    return page
  }
}

extension AttributeValue {
  /// Whether the value is before another one: numbers in ascending order, then texts by name.
  fileprivate func isListed(before other: Self) -> Bool {
    switch (number, other.number) {
    case (let left?, let right?): left < right
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): Folding.fold(description).precedes(Folding.fold(other.description))
    }
  }
}
