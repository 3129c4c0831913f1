internal import MovieSQLite
package import MovieStore

/// What happened in a part of the history.
package struct HistoryStatistics: Sendable {
  /// The number of changes: commands, or transactions, that changed movies and were not undone.
  package private(set) var changes = 0
  /// The number of movies that were added, edited and deleted.
  package private(set) var (added, edited, deleted) = (0, 0, 0)
  /// The number of movies in changes whose values the history does not store.
  package private(set) var unstored = 0
  /// The days with changes in their order, in the user's time zone.
  package private(set) var days: [Part] = []
  /// The commands that made changes, the most frequent first.
  package private(set) var commands: [Part] = []

  /// Changes with something in common.
  package struct Part: Sendable {
    package let name: String
    package var changes = 0
    /// The sum of the movies of all changes.
    package var movies = 0

    package init(name: String) { self.name = name }
  }
}

extension Catalog {
  /// Returns what happened in a part of the history.
  ///
  /// - Parameters:
  ///   - query: Only changes of these movies count, of those that exist. By default, all changes.
  ///   - since: The first day, or month or year, in the user's time zone; `nil` for no limit.
  ///   - until: The last day, or month or year.
  /// - Throws: ``StoreError``: `invalidInput`; otherwise as for every read.
  package func historyStatistics(
    of query: MovieQuery = .all, since: CalendarDate? = nil, until: CalendarDate? = nil
  ) throws(StoreError) -> HistoryStatistics {
    try query.validate()
    return try core.read { catalog in
      guard catalog.hasHistory else { return HistoryStatistics() }
      return try HistoryStatistics(
        of: FoundMovies(query, in: catalog), since: since, until: until, in: catalog)
    }
  }
}

extension HistoryStatistics {
  fileprivate init(
    of found: FoundMovies, since: CalendarDate?, until: CalendarDate?,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    let bounds: [SQL] = [
      since.map { "day >= \($0.description)" },
      until.map { "substr(day, 1, \($0.description.utf8.count)) <= \($0.description)" },
    ].compactMap(\.self)
    let entries: SQL = """
      SELECT * FROM (SELECT *, date(time, 'localtime') AS day FROM movieHistory)
      WHERE \(SQL.joined(["kind = 'change' AND state = 'done'"] + bounds, separator: " AND "))
      """
    let isChosen = found.condition(on: "movieID")
    try countMovies(of: entries, isChosen, in: catalog)

    // The values of imported movies are not stored: only their ids are.
    let (first, last) = (
      StoredHistoryEntry.imported("$.movies[0]"), StoredHistoryEntry.imported("$.movies[1]")
    )
    let imported: SQL =
      found.isEverything
      ? "max(0, min(coalesce(last - first + 1, 0), \(Row.movieCountLimit)))"
      : """
      (SELECT count(*) FROM MovieModel AS m
        WHERE m.id BETWEEN first AND last AND \(found.condition(on: "m.id")))
      """
    let rows = try catalog.database.fetchAll(
      """
      SELECT day, description, movies, (
        SELECT count(*) FROM movieHistoryChange WHERE entryID = entry.id AND \(isChosen)
      ), \(imported)
      FROM (SELECT *, \(first) AS first, \(last) AS last FROM (\(entries))) AS entry ORDER BY id
      """
    ) { row throws(SQLiteError) in
      (
        day: try row.optionalText(at: 0) ?? "", command: Self.command(try row.optionalText(at: 1)),
        movies: try row.movieCount(at: 2), stored: try row.movieCount(at: 3),
        imported: try row.movieCount(at: 4)
      )
    }
    var commands: [String: Part] = [:]
    for row in rows {
      let known = row.stored + row.imported
      if !found.isEverything, known == 0 { continue }
      let movies = found.isEverything ? max(known, row.movies) : known
      changes += 1
      added += row.imported
      unstored += movies - known
      if days.last?.name != row.day { days.append(Part(name: row.day)) }
      days[days.count - 1].changes += 1
      days[days.count - 1].movies += movies
      commands[row.command, default: Part(name: row.command)].changes += 1
      commands[row.command]?.movies += movies
    }
    self.commands = commands.values.sorted {
      $0.changes != $1.changes ? $0.changes > $1.changes : $0.name.precedes($1.name)
    }
  }

  /// Counts the movies whose values the history stores.
  private mutating func countMovies(
    of entries: SQL, _ isChosen: SQL, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    func count(_ condition: SQL) throws(SQLiteError) -> Int {
      Int(
        try catalog.database.fetchInt(
          """
          SELECT count(DISTINCT movieID) FROM movieHistoryChange
          WHERE entryID IN (SELECT id FROM (\(entries))) AND \(isChosen) AND \(condition)
          """))
    }
    added = try count("before IS NULL")
    edited = try count("before IS NOT NULL AND after IS NOT NULL")
    deleted = try count("before IS NOT NULL AND after IS NULL")
  }

  /// The name of the command in a command line, such as `add` in `movies add Heat`.
  private static func command(_ description: String?) -> String {
    let words = (description ?? "").split(separator: " ")
    if words.first != "movies" { return "other" }
    return words.dropFirst().first { !$0.hasPrefix("-") }.map { String($0) } ?? "other"
  }
}
