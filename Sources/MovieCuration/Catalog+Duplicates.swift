package import MovieMatching
internal import MovieSQLite
public import MovieStore
internal import MovieSync
internal import MovieSystem

/// Movies that are in the catalog more than once, and actors under several names.
extension Catalog {
  /// Returns groups of movies that can be one movie, by title, each as what merging it makes of its
  /// first movie.
  ///
  /// Movies are in a group if they are the same, or perhaps the same, as an import tells. A group
  /// has no two movies that are different. A movie that can be several others is in a group with
  /// each of them.
  ///
  /// - Parameters:
  ///   - query: Only groups with one of these movies. By default, all groups.
  ///   - limit: The maximum number of groups, or `nil` for all.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func duplicateMovies(
    _ query: MovieQuery = .all, limit: Int? = nil
  ) throws(StoreError) -> [MergePreview] {
    try duplicates(.movies(query), limit: limit).compactMap {
      if case .movies(let group) = $0 { group } else { nil }
    }
  }

  /// Returns groups of actors that can be one person under several names.
  ///
  /// Names are in a group if they have the same letters and digits, of which case and accents do
  /// not count; or are one letter apart, if both are in one cast or have a co-actor in common.
  /// Numbers, `Jr.` and `Sr.` tell names apart. Those with the same letters are first, the ones with
  /// most movies at the start.
  ///
  /// - Parameter limit: The maximum number of groups, or `nil` for all.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  public func duplicateActors(limit: Int? = nil) throws(StoreError) -> [DuplicateActors] {
    try duplicates(.actors(ActorQuery()), limit: limit).compactMap {
      if case .actors(let group) = $0 { group } else { nil }
    }
  }

  private func duplicates(
    _ search: DuplicateSearch, limit: Int?
  ) throws(StoreError) -> [DuplicateGroup] {
    try StoreError.requireValid(limit: limit, offset: 0)
    var groups: [DuplicateGroup] = []
    do { _ = try forEachDuplicate(search, limit: limit) { groups.append($0) } } catch {
      throw StoreError(error, path: path)
    }
    return groups
  }

  /// Calls the closure with groups.
  ///
  /// - Returns: The number of all groups.
  package func forEachDuplicate(
    _ search: DuplicateSearch, limit: Int? = nil, _ body: (DuplicateGroup) throws -> Void
  ) throws -> Int {
    try core.transaction(.read) { catalog in
      let groups = try search.groups(in: catalog)
      for group in groups.prefix(limit ?? .max) { try body(catalog.group(group, of: search)) }
      return groups.count
    }
  }

  /// Merges the groups in which nothing has to be chosen, and that are not too large for one movie.
  ///
  /// - Parameter body: A closure that is called with each group after its merge.
  /// - Returns: The number of other groups, and whether the history stores the merges.
  package mutating func mergeDuplicates(
    _ search: DuplicateSearch, limit: Int? = nil, _ body: (DuplicateGroup) throws -> Void
  ) throws -> (others: Int, isStored: Bool) {
    let journal = core.journal
    return try core.transaction(.write) { catalog in
      var others = 0
      for found in try search.groups(in: catalog).prefix(limit ?? .max) {
        // A movie of an ambiguous group can have been merged.
        if !found.isCertain {
          others += 1
          continue
        }
        let group = try catalog.group(found, of: search)
        switch group {
        case _ where group.hasConflict: others += 1
        case .movies(let preview) where !preview.isWithinLimits: others += 1
        case .movies(let preview):
          _ = try catalog.merge(preview)
          try body(group)
        case .actors(let actors):
          _ = try catalog.merge(actors, named: actors.actors[0].name)
          try body(group)
        }
      }
      return (others, !journal.pending.values.areDiscarded)
    }
  }

  /// Returns the movies that a new one with the values of the draft would repeat.
  package func duplicates(of draft: MovieDraft) throws(StoreError) -> [Movie] {
    try core.read { catalog in
      try catalog.movies(like: draft)
    }
  }

  // MARK: Distinct groups

  /// Remembers that the members of a group are not the same, so that it is not found any more.
  package mutating func rememberDistinct(_ group: DuplicateGroup) throws(StoreError) {
    try core.write { catalog in
      switch group {
      case .movies(let preview):
        let ids = preview.movies.map(\.id.rawValue)
        try DistinctGroups.remember(ids, of: .movies, in: catalog.database)
      case .actors(let group):
        let ids = group.actors.map(\.id.rawValue)
        try DistinctGroups.remember(ids, of: .actors, in: catalog.database)
      }
    }
  }

  /// Returns the groups that ``rememberDistinct(_:)`` remembers: those with a member that the search
  /// chooses.
  package func distinctGroups(
    _ search: DuplicateSearch
  ) throws(StoreError) -> [DistinctGroup] {
    try core.read { catalog in
      let chosen = try search.members(in: catalog)
      return try DistinctGroups.groups(of: search.distinctKind, in: catalog.database)
        .filter { chosen?.isDisjoint(with: $0) != true }
        .map { ids in DistinctGroup(ids: ids, names: try catalog.names(of: ids, search)) }
    }
  }

  /// Forgets that the members of groups are not the same, so that these are found again.
  ///
  /// - Returns: The number of the groups that the catalog still remembered.
  package mutating func forgetDistinct(
    _ groups: [DistinctGroup], of search: DuplicateSearch
  ) throws(StoreError) -> Int {
    try core.write { catalog in
      try DistinctGroups.forget(groups.map(\.ids), of: search.distinctKind, in: catalog.database)
    }
  }

  // MARK: Merging movies

  /// Returns what merging the movies would make of the first one.
  ///
  /// - Parameters:
  ///   - ids: The ids of the movies, at least two. The first one stays.
  ///   - choices: Which values are taken where the movies differ.
  /// - Throws: ``StoreError``: `notFound` for the first id that no movie has; `invalidInput` for
  ///   fewer than two movies, for an id that is repeated, for choices of other movies, and for more
  ///   values than a movie can have; otherwise as for every read.
  public func mergePreview(
    of ids: [Movie.ID], _ choices: MergeChoices = MergeChoices()
  ) throws(StoreError) -> MergePreview {
    try core.read { catalog in try catalog.mergePreview(of: ids, choices) }
  }

  /// Merges movies: the first one gets what it does not have of the others, which are deleted. See
  /// ``MergePreview``.
  ///
  /// - Returns: The first movie as stored. The outcome is `updated`, or `unchanged` if the others
  ///   had nothing to add.
  /// - Throws: ``StoreError``: as ``mergePreview(of:_:)``; otherwise as for every change.
  @discardableResult
  public mutating func merge(
    _ ids: [Movie.ID], _ choices: MergeChoices = MergeChoices()
  ) throws(StoreError) -> MovieChange {
    try core.write { catalog in try catalog.merge(catalog.mergePreview(of: ids, choices)) }
  }

  /// Merges the movies of a preview, if they have not changed.
  ///
  /// - Throws: `SelectionChanged`; `IrreversibleChange`; `StoreError`.
  @discardableResult
  package mutating func merge(
    _ preview: MergePreview, allowsIrreversible: Bool = true
  ) throws -> MovieChange {
    let journal = core.journal
    return try core.transaction(.write) { catalog in
      try catalog.requireUnchanged(preview.movies)
      try preview.requireWithinLimits()
      let merged = try catalog.merge(preview)
      try journal.requireUndoable(unless: allowsIrreversible)
      return merged
    }
  }

  // MARK: Renaming actors

  /// Returns what renaming an actor would change.
  ///
  /// - Throws: ``StoreError``: `notFound` if no actor has the id; `invalidInput` for a name that
  ///   cannot be stored; otherwise as for every read.
  public func renamingPreview(
    ofActor id: Actor.ID, to name: String
  ) throws(StoreError) -> ActorRenaming {
    try core.read { catalog in try catalog.renaming(of: id, to: name) }
  }

  /// Renames an actor in all movies.
  ///
  /// If an actor has the name already, the two become one, who keeps that actor's id. A movie with
  /// both keeps the earlier place in its billing order. Otherwise, the actor keeps the id.
  ///
  /// - Parameters:
  ///   - id: The id of the actor.
  ///   - name: The new name.
  /// - Returns: The actor with the name, and the number of movies.
  /// - Throws: ``StoreError``: as ``renamingPreview(ofActor:to:)``; otherwise as for every change.
  @discardableResult
  public mutating func renameActor(
    id: Actor.ID, to name: String
  ) throws(StoreError) -> ActorWithMovieCount {
    try core.write { catalog in
      try catalog.rename(catalog.renaming(of: id, to: name))
    }
  }

  /// Gives all actors of a group one name, if the actors have not changed.
  ///
  /// - Throws: `SelectionChanged`; `IrreversibleChange`; `StoreError`.
  @discardableResult
  package mutating func merge(
    _ group: DuplicateActors, named name: String, allowsIrreversible: Bool = true
  ) throws -> ActorWithMovieCount {
    let journal = core.journal
    return try core.transaction(.write) { catalog in
      for shown in group.actors {
        let current = try ActorWithMovieCount.fetchAll(
          where: "a.id = \(shown.id.rawValue)", in: catalog)
        if current != [shown] {
          throw SelectionChanged(first: [.actor(shown.actor)], count: 1)
        }
      }
      let actor = try catalog.merge(group, named: name)
      try journal.requireUndoable(unless: allowsIrreversible)
      return actor
    }
  }
}

extension CatalogTransaction {
  /// The titles or names of those members that exist, in the order of their ids.
  fileprivate func names(
    of ids: [Int64], _ search: DuplicateSearch
  ) throws(SQLiteError) -> [String] {
    let members: SQL = "(SELECT value FROM json_each(\(jsonArray(ids))))"
    let select: SQL =
      switch search {
      case .movies: "SELECT title FROM MovieModel WHERE id IN \(members) ORDER BY id"
      case .actors: "SELECT name FROM ActorModel WHERE id IN \(members) ORDER BY id"
      }
    return try database.fetchAll(select) { row throws(SQLiteError) in try row.text(at: 0) }
  }

  fileprivate func movies(with ids: [Movie.ID]) throws -> [Movie] {
    try ids.map { try existingMovie($0) }
  }

  fileprivate func mergePreview(
    of ids: [Movie.ID], _ choices: MergeChoices
  ) throws -> MergePreview {
    if ids.count < 2 { throw StoreError.invalid(.argument, "a merge needs two movies") }
    let movies = try movies(with: ids)
    if let repeated = ids.indices.first(where: { ids[..<$0].contains(ids[$0]) }) {
      throw StoreError.invalid(
        .argument, "'\(movies[repeated].titleWithYear)' cannot be merged with itself")
    }
    let chosen = choices.preferredByField.values + [choices.preferred].compactMap(\.self)
    if let other = chosen.sorted().first(where: { !ids.contains($0) }) {
      throw StoreError.invalid(.argument, "the movie \(other) is not one of those to merge")
    }
    let preview = MergePreview(movies, choices)
    try preview.requireWithinLimits()
    return preview
  }

  fileprivate func merge(_ preview: MergePreview) throws -> MovieChange {
    let first = preview.movies[0]
    // A sync orders lists by the times of their values.
    let state = try uniteStates(of: preview.movies.map(\.id), into: first.id)
    let merged = preview.result
    let result = merged.with(cast: merged.cast, attributes: state?.ordering(merged.attributes))
    let after = try replace(first, with: MovieFields.differences(first, result).after)
    for movie in preview.movies.dropFirst() { try delete(movie) }
    return MovieChange(of: first, to: after)
  }

  /// An actor who has the name already keeps the id, or else the first one.
  fileprivate func merge(
    _ group: DuplicateActors, named name: String
  ) throws -> ActorWithMovieCount {
    let others = group.actors.filter { !$0.name.isExactly(name) }
    var last: ActorWithMovieCount?
    for actor in others { last = try rename(renaming(of: actor.id, to: name)) }
    return last ?? group.actors[0]
  }

  /// The group with the values of its members now.
  fileprivate func group(_ found: FoundGroup, of search: DuplicateSearch) throws -> DuplicateGroup {
    switch search {
    case .movies:
      let movies = try movies(with: found.ids.map(Movie.ID.init(rawValue:)))
      return .movies(MergePreview(movies, isAmbiguous: !found.isCertain))
    case .actors:
      let actors = try ActorWithMovieCount.fetchAll(
        where: "a.id IN (SELECT value FROM json_each(\(jsonArray(found.ids))))", in: self)
      if let missing = Set(found.ids).subtracting(actors.map(\.id.rawValue)).min() {
        throw StoreError(.unknownActor(reference: "id:\(missing)"))
      }
      // Of equal numbers, the actor that was added first.
      let byCount = actors.sorted { ($1.movieCount, $0.id) < ($0.movieCount, $1.id) }
      return .actors(DuplicateActors(actors: byCount, isEqual: found.isCertain))
    }
  }

  fileprivate func renaming(of id: Actor.ID, to name: String) throws -> ActorRenaming {
    let name = try TextValidation.validated(name, .name)
    let own = try ActorWithMovieCount.fetchAll(where: "a.id = \(id.rawValue)", in: self).first
    guard let actor = own else {
      throw StoreError(.unknownActor(reference: "id:\(id.rawValue)"))
    }
    let existing = try ActorWithMovieCount.fetchAll(
      where: "a.name = \(name) AND a.id <> \(id.rawValue)", in: self
    ).first
    let ids = [id, existing?.id].compactMap(\.self).map(\.rawValue)
    let movieCount = try database.fetchInt(
      """
      SELECT count(DISTINCT movieID) FROM MovieActor
      WHERE actorID IN (SELECT value FROM json_each(\(jsonArray(ids))))
      """)
    return ActorRenaming(
      actor: actor, name: name, existing: existing,
      result: ActorWithMovieCount(
        actor: Actor(id: existing?.id ?? id, name: name), movieCount: Int(movieCount)))
  }

  fileprivate func rename(_ renaming: ActorRenaming) throws(SQLiteError) -> ActorWithMovieCount {
    let (old, new) = (renaming.actor.actor, renaming.result.actor)
    if old == new { return renaming.result }
    if renaming.existing == nil {
      try rename(old, to: new.name)
    } else {
      try replace(old, by: new)
    }
    return renaming.result
  }
}
