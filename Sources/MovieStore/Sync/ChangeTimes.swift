internal import MovieSQLite

/// When movies were changed after an entry of the history, in microseconds since 1970. Changes of a
/// second are in the order of their entries.
struct ChangeTimes {
  private var times: [Int64: [AttributeKey: Int64]] = [:]
  private var imported: [(movies: ClosedRange<Int64>, time: Int64)] = []
  /// Stands for all fields.
  private static let all = AttributeKey(unchecked: "*")

  /// No times: all changes were made now.
  init() {}

  init(after entry: Int64, in catalog: borrowing CatalogTransaction) throws {
    guard catalog.hasHistory else { return }
    // What a sync changed has its own times. An undo or a redo has the values of its target. `after` has all fields of an update.
    let changes: SQL = """
      SELECT movieID, \(Self.moment) AS moment,
        CASE WHEN before IS NULL OR after IS NULL THEN '{"*": 0}' ELSE after END AS fields
      FROM movieHistory JOIN movieHistoryChange ON entryID = coalesce(target, id)
      WHERE id > \(entry) AND target IS NOT \(HistoryEntry.syncTarget)
        AND json_valid(coalesce(after, '{}'))
      """
    try catalog.database.forEachRow(
      """
      WITH change AS (\(changes))
      SELECT movieID, key, max(moment) FROM change, json_each(fields) WHERE key <> 'keys' GROUP BY 1, 2
      UNION ALL
      SELECT movieID, key, max(moment) FROM change, json_each(fields, '$.keys') GROUP BY 1, 2
      """
    ) { row throws(SQLiteError) in
      var key = AttributeKey(unchecked: try row.text(at: 1))
      if key.name == "actors" { key = MovieState.cast }
      times[try row.int(at: 0), default: [:]][key] = try row.int(at: 2)
    }
    try catalog.database.forEachRow(
      """
      SELECT imported ->> '$.movies[0]', imported ->> '$.movies[1]', max(\(Self.moment), coalesce((
        SELECT max(\(Self.moment)) FROM movieHistory AS other
        WHERE other.target = movieHistory.id), 0))
      FROM movieHistory
      WHERE id > \(entry) AND target IS NOT \(HistoryEntry.syncTarget) AND json_valid(imported)
        AND imported ->> '$.movies[0]' <= imported ->> '$.movies[1]'
      """
    ) { row throws(SQLiteError) in
      let movies = try row.int(at: 0)...row.int(at: 1)
      imported.append((movies, try row.int(at: 2)))
    }
  }

  /// The moment of an entry: the second, and its number in place of microseconds.
  static let moment: SQL = "coalesce(unixepoch(time), 0) * 1000000 + id % 1000000"

  /// Returns `nil` if the history does not tell.
  func time(of key: AttributeKey, in movie: Movie.ID) -> Int64? {
    let times = times[movie.rawValue]
    let known = [times?[key], times?[Self.all]].compactMap(\.self).max()
    return known ?? imported.last { $0.movies.contains(movie.rawValue) }?.time
  }
}
