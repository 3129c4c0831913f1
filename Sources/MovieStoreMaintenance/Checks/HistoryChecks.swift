internal import MovieSQLite
internal import MovieStore

/// The checks of the history. On a read-only connection, SQLite does not check the CHECK
/// constraints of its tables.
enum HistoryChecks {
  static let all = [entries, changes]

  /// The functions that the checks call.
  static let functions: [ScalarFunction] = [
    ScalarFunction("is_history_change", argumentCount: 3) { arguments in
      let change = StoredChange(
        of: Movie.ID(rawValue: arguments.integer(at: 0)), before: arguments.bytes(at: 1),
        after: arguments.bytes(at: 2))
      return .integer(change == nil ? 0 : 1)
    }
  ]

  private static let entries = check(
    "entries of the history with invalid values", in: HistoryTables.entries,
    """
    SELECT id FROM movieHistory
    WHERE kind NOT IN ('change', 'undo', 'redo') OR state NOT IN ('done', 'undone', 'superseded')
      OR changes <> (SELECT count(*) FROM movieHistoryChange WHERE entryID = movieHistory.id)
      OR min(id, movies, changes, bytes, priorMovies, priorBytes) < 0
      OR max(movies, changes, bytes, priorMovies, priorBytes) > \(Int64.max / 2)
      OR CASE WHEN imported IS NULL THEN 0 WHEN NOT json_valid(imported) THEN 1 ELSE
        json_type(imported, '$.movies[0]') IS NOT 'integer' OR imported ->> '$.movies[0]' < 1
        OR json_type(imported, '$.movies[1]') IS NOT 'integer'
        OR imported ->> '$.movies[1]' - imported ->> '$.movies[0]' NOT BETWEEN 0 AND movies - 1
        OR json_type(imported, '$.checksum') IS NOT 'integer'
      END
    """)

  private static let changes = check(
    "movies in the history without an entry, or with invalid values", in: HistoryTables.changes,
    """
    SELECT movieID FROM movieHistoryChange
    WHERE entryID NOT IN (SELECT id FROM movieHistory)
      OR NOT is_history_change(
        movieID, \(StoredChange.text("before")), \(StoredChange.text("after")))
    """)

  private static func check(
    _ message: String, in table: SchemaObject, _ query: String
  ) -> Check {
    Check(
      code: .damagedHistory, group: .history, severity: .warning, message: message,
      table: table.name, query: query,
      repair: Check.RowRepair(effect: "clear the history"))
  }
}
