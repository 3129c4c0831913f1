internal import MovieMatching
package import MovieSQLite
package import MovieStore

/// A group of movies, or of actors, that can be the same.
package enum DuplicateGroup: Hashable, Sendable {
  case movies(MergePreview)
  case actors(DuplicateActors)

  /// Whether a user has to choose what becomes of it.
  package var hasConflict: Bool {
    switch self {
    case .movies(let group): group.hasConflict
    case .actors(let group): !group.isEqual
    }
  }
}

/// What to look for.
package enum DuplicateSearch: Sendable {
  /// Groups with one of the movies.
  case movies(MovieQuery)
  /// Groups with one of the actors, whose order does not matter.
  case actors(ActorQuery)
}

extension DuplicateSearch {
  /// Returns all groups in their order.
  func groups(in catalog: borrowing CatalogTransaction) throws -> [FoundGroup] {
    let chosen = try members(in: catalog)
    let groups =
      switch self {
      case .movies: try DuplicateMovieFinder.groups(in: catalog)
      case .actors: try DuplicateActorFinder.groups(in: catalog.database)
      }
    guard let chosen else { return groups }
    return groups.filter { !chosen.isDisjoint(with: $0.ids) }
  }

  /// Returns the ids of the movies or actors of which a group must have one; `nil` for all groups.
  func members(in catalog: borrowing CatalogTransaction) throws -> Set<Int64>? {
    switch self {
    case .movies(let query):
      try query.validate()
      if query.isEmpty { return nil }
      return Set(try MovieList(query, by: .added).ids(in: catalog).map(\.rawValue))
    case .actors(let query):
      if !query.isFiltered { return nil }
      var chosen: Set<Int64> = []
      try query.parsed().forEachActor(in: catalog) { chosen.insert($0.id.rawValue) }
      return chosen
    }
  }

  /// Which groups the catalog remembers that the user declared not to be the same.
  var distinctKind: DistinctGroups.Kind {
    switch self {
    case .movies: .movies
    case .actors: .actors
    }
  }
}

extension DuplicateGroup {
  /// Notes about the numbers of groups in a file of the newest version.
  package static func findings(
    in transaction: borrowing Transaction
  ) throws -> [Finding] {
    let movies = try DuplicateMovieFinder.groups(in: CatalogTransaction(checked: transaction))
      .filter(\.isCertain)
    let actors = try DuplicateActorFinder.groups(in: transaction)
    return [
      note(.duplicateMovies, "groups of movies that are the same", "MovieModel", movies),
      note(.duplicateActors, "groups of names that can be one person", "ActorModel", actors),
    ].compactMap(\.self)
  }

  private static func note(
    _ code: Finding.Code, _ message: String, _ table: String, _ groups: [FoundGroup]
  ) -> Finding? {
    groups.isEmpty
      ? nil
      : Finding(
        .data, "\(message): \(groups.count)", code: code, severity: .note, object: table,
        rows: Array(groups.map { $0.ids[0] }.prefix(Finding.rowLimit)))
  }
}
