internal import MovieSQLite

/// What happened in a part of the history.
package struct HistoryStatistics: Hashable, Sendable {
  /// The number of changes: commands, or transactions, that changed movies and were not undone.
  package internal(set) var changes = 0
  /// The number of movies that they added, edited and deleted.
  package internal(set) var (added, edited, deleted) = (0, 0, 0)
  /// The days with changes in their order, in the user's time zone.
  package internal(set) var days: [Part] = []
  /// The commands that made changes, the most frequent first.
  package internal(set) var commands: [Part] = []

  /// Changes with something in common.
  package struct Part: Hashable, Sendable {
    package let name: String
    package var changes = 0
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
  package func historyStatistics(
    of query: MovieQuery = .all, since: CalendarDate? = nil, until: CalendarDate? = nil
  ) throws(StoreError) -> HistoryStatistics {
    try query.validate()
    return try core.read { catalog in
      guard catalog.hasHistory else { return HistoryStatistics() }
      let ids = try MovieSelect(query, in: catalog).ids(in: catalog)
      return try HistoryStatistics(
        of: query.isEmpty ? nil : ids, since: since, until: until, in: catalog)
    }
  }
}

extension HistoryStatistics {
  fileprivate init(
    of ids: SQL?, since: CalendarDate?, until: CalendarDate?,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    let bounds: [SQL] = [
      since.map { "day >= \($0.description)" },
      until.map { "substr(day, 1, \($0.description.utf8.count)) <= \($0.description)" },
    ].compactMap(\.self)
    func isChosen(_ column: SQL) -> SQL { ids.map { "AND \(column) IN (\($0))" } ?? "" }
    // The values of imported movies are not stored: only their ids are.
    let rows = try catalog.database.fetchAll(
      """
      SELECT day, description,
        (SELECT count(*) FROM movieHistoryChange AS c
         WHERE entryID = entry.id AND before IS NULL \(isChosen("c.movieID"))),
        (SELECT count(*) FROM movieHistoryChange AS c
         WHERE entryID = entry.id AND before IS NOT NULL AND after IS NOT NULL
           \(isChosen("c.movieID"))),
        (SELECT count(*) FROM movieHistoryChange AS c
         WHERE entryID = entry.id AND after IS NULL AND before IS NOT NULL
           \(isChosen("c.movieID"))),
        CASE WHEN json_valid(imported) THEN (
          SELECT count(*) FROM MovieModel AS m
          WHERE m.id BETWEEN imported ->> '$.movies[0]' AND imported ->> '$.movies[1]'
            \(isChosen("m.id"))) ELSE 0 END
      FROM (
        SELECT *, date(time, 'localtime') AS day FROM movieHistory
        WHERE kind = 'change' AND state = 'done') AS entry
      WHERE \(SQL.joined(["TRUE"] + bounds, separator: " AND ")) ORDER BY id
      """
    ) { row throws(SQLiteError) in
      let counts = [
        Int(try row.int(at: 2)) + Int(try row.int(at: 5)), Int(try row.int(at: 3)),
        Int(try row.int(at: 4)),
      ]
      return (
        try row.optionalText(at: 0) ?? "", Self.command(try row.optionalText(at: 1)), counts
      )
    }
    self.init()
    var commands: [String: Part] = [:]
    for (day, command, counts) in rows {
      let movies = counts.reduce(0, +)
      if ids != nil, movies == 0 { continue }
      changes += 1
      (added, edited, deleted) = (added + counts[0], edited + counts[1], deleted + counts[2])
      if days.last?.name != day { days.append(Part(name: day)) }
      days[days.count - 1].changes += 1
      days[days.count - 1].movies += movies
      commands[command, default: Part(name: command)].changes += 1
      commands[command]?.movies += movies
    }
    self.commands = commands.values.sorted {
      $0.changes != $1.changes ? $0.changes > $1.changes : $0.name.precedes($1.name)
    }
  }

  /// The name of the command in a command line, such as `add` in `movies add Heat`.
  private static func command(_ description: String?) -> String {
    let words = (description ?? "").split(separator: " ")
    return words.first == "movies" ? String(words.dropFirst().first ?? "") : "other"
  }
}
