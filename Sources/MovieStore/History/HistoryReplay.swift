internal import MovieSQLite

extension HistoryEntry {
  /// A direction in the history.
  package enum Direction: String, Hashable, Sendable {
    case undo, redo

    var candidates: SQL {
      switch self {
      case .undo: "state = 'done' ORDER BY id DESC"
      case .redo: "state = 'undone' ORDER BY id"
      }
    }
  }
}

/// Undoes and redoes entries of the history.
struct HistoryReplay {
  private let direction: HistoryEntry.Direction
  /// The text that the caller gave.
  private let description: String?
  private let limits: HistoryLimits

  typealias Report = (ChangedMovie) throws -> Void

  init(
    _ direction: HistoryEntry.Direction, description: String?,
    _ limits: HistoryLimits = HistoryLimits()
  ) {
    self.direction = direction
    self.description = description
    self.limits = limits
  }

  /// Undoes or redoes an entry, which must be the next one.
  ///
  /// After an import whose values are too large is undone, it cannot be redone, and neither can the
  /// changes that were undone before it: they can depend on its movies.
  ///
  /// - Parameter report: A closure that is called with each changed movie.
  /// - Returns: The number of undone changes that can no longer be redone.
  /// - Throws: `StoreError.cannotUndo`, `cannotRedo`; any error of the closure; `SQLiteError`.
  func run(
    _ stored: StoredHistoryEntry, in catalog: borrowing CatalogTransaction, _ report: Report
  ) throws -> Int {
    let entry = stored.entry
    guard entry.isStored else { throw error(entry, .notStored) }
    var values = HistoryValues()
    switch direction {
    case .undo:
      try replace(stored, of: entry, from: "after", to: "before", in: catalog, report)
      if let imported = stored.imported {
        values = try remove(imported, of: entry, in: catalog, report)
      }
    case .redo:
      if stored.imported != nil {
        // The undo stored the values, unless there were too many.
        let removal = try HistoryLog.latestUndo(of: entry.id, in: catalog)
        guard let removal, removal.changeCount > 0 else { throw error(entry, .notStored) }
        try replace(removal, of: entry, from: "after", to: "before", in: catalog, report)
        try HistoryLog.deleteValues(ofUndo: removal.entry.id, in: catalog.database)
      }
      try replace(stored, of: entry, from: "before", to: "after", in: catalog, report)
    }
    try catalog.database.execute(
      """
      UPDATE movieHistory SET state = \(direction == .undo ? "undone" : "done")
      WHERE id = \(entry.id)
      """)
    let isFinal = values.isOverLimits
    try HistoryLog.append(
      NewHistoryEntry(
        kind: direction == .undo ? .undo : .redo, target: entry.id, description: description,
        summary: "\(direction == .undo ? "undid" : "redid") change \(entry.id): \(entry.summary)",
        movieCount: entry.movieCount), values, limits, in: catalog.database)
    return isFinal ? try HistoryLog.supersedeUndone(in: catalog.database) : 0
  }

  private func error(_ entry: HistoryEntry, _ obstacle: HistoryObstacle) -> StoreError {
    direction == .undo ? .cannotUndo(entry, obstacle) : .cannotRedo(entry, obstacle)
  }

  // MARK: Stored values

  /// Gives the movies of an entry other values, if they still have the ones that the entry left.
  ///
  /// - Parameters:
  ///   - entry: The entry to name in an error.
  ///   - old: The column of the values that the movies have.
  ///   - new: The column of the values that the movies get.
  private func replace(
    _ stored: StoredHistoryEntry, of entry: HistoryEntry, from old: SQL, to new: SQL,
    in catalog: borrowing CatalogTransaction, _ report: Report
  ) throws {
    if stored.changeCount == 0 { return }
    try requireUnchanged(stored, of: entry, old, in: catalog)
    let rows: SQL = "movieHistoryChange AS change"
    let isOfEntry: SQL = "change.entryID = \(stored.entry.id)"
    // The names of other casts can be texts of another program that JSON does not have exactly.
    let hasOtherCast: SQL = """
      \(isOfEntry)
        AND (\(old) IS NULL OR \(new) IS NULL OR \(old) -> 'actors' <> \(new) -> 'actors')
      """
    let statements: [SQL] = [
      // Credits are deleted with their movie.
      """
      DELETE FROM MovieModel WHERE id IN (
        SELECT movieID FROM \(rows) WHERE \(isOfEntry) AND \(new) IS NULL)
      """,
      """
      DELETE FROM MovieActor WHERE movieID IN (
        SELECT movieID FROM \(rows)
        WHERE \(isOfEntry) AND \(old) IS NOT NULL AND \(old) -> 'actors' <> \(new) -> 'actors')
      """,
      """
      UPDATE MovieModel
      SET favorite = \(new) ->> 'favorite',
        title = CASE WHEN \(old) ->> 'title' = \(new) ->> 'title' THEN title
          ELSE \(new) ->> 'title' END,
        sortableTitle = CASE WHEN \(old) ->> 'sortableTitle' = \(new) ->> 'sortableTitle'
          THEN sortableTitle ELSE \(new) ->> 'sortableTitle' END
      FROM \(rows)
      WHERE \(isOfEntry) AND movieID = MovieModel.id AND \(old) IS NOT NULL AND \(new) IS NOT NULL
      """,
      """
      INSERT INTO MovieModel(id, title, sortableTitle, favorite)
      SELECT movieID, \(new) ->> 'title', \(new) ->> 'sortableTitle', \(new) ->> 'favorite'
      FROM \(rows) WHERE \(isOfEntry) AND \(old) IS NULL ORDER BY movieID
      """,
      // Before actors are added: one of these can have the name of a deleted actor, who gets the former id.
      """
      DELETE FROM ActorModel
      WHERE name IN (
          SELECT actor.value ->> 'name' FROM \(rows), json_each(\(old), '$.actors') AS actor
          WHERE \(hasOtherCast))
        AND NOT EXISTS (SELECT 1 FROM MovieActor WHERE actorID = ActorModel.id)
        AND id NOT IN (
          SELECT actor.value ->> 'id' FROM \(rows), json_each(\(new), '$.actors') AS actor
          WHERE \(isOfEntry))
      """,
      // An actor who was deleted gets the former id, unless another program gave it to another one.
      """
      INSERT INTO ActorModel(id, name)
      SELECT actor.value ->> 'id', actor.value ->> 'name'
      FROM \(rows), json_each(\(new), '$.actors') AS actor
      WHERE \(hasOtherCast)
        AND NOT EXISTS (SELECT 1 FROM ActorModel WHERE name = actor.value ->> 'name')
      ORDER BY 1 ON CONFLICT DO NOTHING
      """,
      """
      INSERT INTO ActorModel(name)
      SELECT actor.value ->> 'name' FROM \(rows), json_each(\(new), '$.actors') AS actor
      WHERE \(hasOtherCast)
        AND NOT EXISTS (SELECT 1 FROM ActorModel WHERE name = actor.value ->> 'name')
      ON CONFLICT DO NOTHING
      """,
      """
      INSERT INTO MovieActor(movieID, actorID, position)
      SELECT movieID, ActorModel.id, actor.key
      FROM \(rows), json_each(\(new), '$.actors') AS actor
        JOIN ActorModel ON name = actor.value ->> 'name'
      WHERE \(hasOtherCast)
      ON CONFLICT DO NOTHING
      """,
    ]
    for statement in statements { try catalog.database.execute(statement) }
    try replaceAttributes(stored, from: old, to: new, in: catalog)
    try reportChanges(stored, old, in: catalog, report)
  }

  /// Replaces the attributes of movies that have others in the new values. Those of deleted movies are deleted already.
  private func replaceAttributes(
    _ stored: StoredHistoryEntry, from old: SQL, to new: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    let rows: SQL = "movieHistoryChange AS change"
    let isOfEntry: SQL = "change.entryID = \(stored.entry.id)"
    let haveChanged: SQL =
      "\(isOfEntry) AND \(old) -> 'attributes' IS NOT \(new) -> 'attributes'"
    try catalog.database.execute(
      """
      DELETE FROM MovieAttribute WHERE movieID IN (SELECT movieID FROM \(rows) WHERE \(haveChanged))
      """)
    try catalog.database.execute(
      """
      INSERT INTO MovieAttribute(movieID, key, ordinal, value)
      SELECT movieID, attribute.key, value.key, \(MovieValue.attributeValue)
      FROM \(rows), \(MovieValue.attributes(of: new)) WHERE \(haveChanged)
      """)
  }

  /// Compares the movies with the values that the entry left.
  private func requireUnchanged(
    _ stored: StoredHistoryEntry, of entry: HistoryEntry, _ column: SQL,
    in catalog: borrowing CatalogTransaction
  ) throws {
    var decoder = try MovieValueDecoder(in: catalog.database)
    var differences: [MovieDifference] = []
    var (rowCount, differenceCount) = (0, 0)
    try catalog.database.forEachRow(
      """
      SELECT movieID, coalesce(\(column), ''),
        \(raw: MovieValue.isInvalid("before")) OR \(raw: MovieValue.isInvalid("after"))
      FROM movieHistoryChange AS change
      WHERE entryID = \(stored.entry.id) ORDER BY movieID
      """
    ) { row throws(SQLiteError) in
      if try row.bool(at: 2) { return }
      rowCount += 1
      let current = try catalog.movie(Movie.ID(rawValue: row.int(at: 0)))
      let json = try row.bytes(at: 1)
      if current.map(MovieValue.json) ?? [] == json { return }
      let expected = json.isEmpty ? nil : try decoder.movie(json)
      // An actor of another program with the name of a deleted one replaces it.
      if let current, let expected, expected.isSame(as: current) { return }
      differenceCount += 1
      if differences.count < MovieDifference.maximumListed {
        differences.append(MovieDifference(expected: expected, current: current))
      }
    }
    if rowCount != stored.changeCount { throw error(entry, .valuesMissing) }
    if differenceCount > 0 {
      throw error(entry, .moviesChanged(differences, count: differenceCount))
    }
  }

  private func reportChanges(
    _ stored: StoredHistoryEntry, _ old: SQL, in catalog: borrowing CatalogTransaction,
    _ report: Report
  ) throws {
    var decoder = try MovieValueDecoder(in: catalog.database)
    try catalog.database.forEachRow(
      """
      SELECT movieID, coalesce(\(old), '') FROM movieHistoryChange AS change
      WHERE entryID = \(stored.entry.id) ORDER BY movieID
      """
    ) { row throws in
      let old = try row.bytes(at: 1)
      if let movie = try catalog.movie(Movie.ID(rawValue: row.int(at: 0))) {
        try report(ChangedMovie(movie: movie, outcome: old.isEmpty ? .added : .updated))
      } else {
        try report(ChangedMovie(movie: try decoder.movie(old), outcome: .deleted))
      }
    }
  }

  // MARK: Imports

  /// Deletes the movies of an import.
  ///
  /// - Returns: The values of the movies, so that they can be added again, unless there are too many.
  private func remove(
    _ imported: ImportedMovies, of entry: HistoryEntry, in catalog: borrowing CatalogTransaction,
    _ report: Report
  ) throws -> HistoryValues {
    guard try imported.areUnchanged(in: catalog.database) else {
      throw error(entry, .importedMoviesChanged)
    }
    // No older entry is deleted for these values: it can be the next one to undo.
    let rest = limits.minus(try HistorySize(where: "kind = 'undo'", in: catalog))
    var removed = HistoryValues()
    try Movie.delete(imported.movies.lazy.map(Movie.ID.init), in: catalog) { movie in
      let value = MovieValueChange(movieID: movie.id.rawValue, .deleted(movie))
      try removed.add(value, rest, in: catalog.database)
      try report(ChangedMovie(movie: movie, outcome: .deleted))
    }
    return removed
  }
}

extension MovieWithCast {
  /// Whether all values are equal, except the ids of actors.
  fileprivate func isSame(as other: MovieWithCast) -> Bool {
    movie == other.movie && attributes == other.attributes
      && cast.elementsEqual(other.cast) { $0.name.isExactly($1.name) }
  }
}
