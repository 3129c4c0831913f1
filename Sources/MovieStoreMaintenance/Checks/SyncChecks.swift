internal import MovieSQLite
internal import MovieStore
internal import MovieSync
internal import MovieSystem

/// The checks of the sync states, settings and positions of a catalog, in which other programs can
/// have stored any values.
enum SyncChecks {
  static func all(_ inspection: SchemaInspection) -> [Check] {
    [states, sequences, settings, files].filter { inspection.hasTable($0.table) }
  }

  /// The functions that the checks call.
  static let functions: [ScalarFunction] = [
    ScalarFunction("is_sync_state", argumentCount: 1) { arguments in
      let state = JSONValue(arguments.bytes(at: 0)).flatMap { MovieState($0) }
      return .integer(state.map { !SyncStamp.isAhead($0.latestTime) } == true ? 1 : 0)
    },
    // A state with another time in place of later ones; NULL for what is no state.
    ScalarFunction("past_sync_state", argumentCount: 1) { arguments in
      guard var state = JSONValue(arguments.bytes(at: 0)).flatMap({ MovieState($0) }) else {
        return nil
      }
      let stamp = SyncStamp(time: Clock.microseconds, replica: "doctor")
      state.limitTimes(to: stamp, after: SyncStamp.limit)
      return .utf8(state.json.bytes)
    },
    ScalarFunction("is_sync_setting", argumentCount: 2) {
      .integer(SyncSettings.isValid($0.text(at: 0), $0.text(at: 1)) ? 1 : 0)
    },
  ]

  /// The movie keeps its name among replicas, and the next sync records its values.
  private static let states = check(
    "sync states that are damaged or have times in the future", in: SyncTables.movies.name,
    query: "SELECT id FROM movieSync WHERE NOT is_sync_state(state)",
    effect: "set future times to the current time, and let the next sync record damaged states",
    """
    UPDATE movieSync
    SET content = 0, state = coalesce(past_sync_state(state), json_object(
      'origins', json_array(
        iif(storable_text(name) = name AND name <> '', name, 'id-' || id)),
      'added', json('{}'), 'removed', json('{}'), 'values', json('{"title":[["?"],0,""]}')))
    WHERE NOT is_sync_state(state)
    """)

  /// Renumbers the states after the last valid number.
  private static let sequences = check(
    "sync states with invalid sequence numbers", in: SyncTables.movies.name,
    query: "SELECT id FROM movieSync WHERE sequence NOT BETWEEN 1 AND \(lastSequence)",
    effect: "renumber them",
    """
    UPDATE movieSync SET sequence = renumbered.number
    FROM (
      SELECT id, row_number() OVER (ORDER BY sequence) + (
        SELECT coalesce(max(sequence), 0) FROM movieSync
        WHERE sequence BETWEEN 1 AND \(lastSequence)) AS number
      FROM movieSync WHERE sequence NOT BETWEEN 1 AND \(lastSequence)) AS renumbered
    WHERE renumbered.id = movieSync.id
    """)

  /// Others follow it, also after a repair.
  private static let lastSequence = SyncTables.sequences.upperBound / 2

  /// An invalid replica name is replaced, so that the catalog becomes another replica. Other
  /// invalid settings are reset.
  private static let settings = check(
    "invalid sync settings", in: CatalogSettings.object.name,
    query: "SELECT rowid FROM movieSetting WHERE NOT is_sync_setting(name, value)",
    effect: "reset them, so that the next sync compares all movies",
    """
    UPDATE movieSetting SET value = CASE
      WHEN name = 'syncReplica' THEN lower(hex(randomblob(4)))
      WHEN is_sync_setting(name, '0') THEN '0' ELSE '' END
    WHERE NOT is_sync_setting(name, value)
    """,
    "DELETE FROM movieSetting WHERE NOT is_sync_setting(name, value)")

  private static let files = check(
    "invalid positions in sync files", in: SyncTables.files.name,
    query: "SELECT line FROM movieSyncFile WHERE \(SyncTables.isInvalidFile)",
    effect: "delete them, so that the next sync reads the files again",
    "DELETE FROM movieSyncFile WHERE \(SyncTables.isInvalidFile)")

  private static func check(
    _ message: String, in table: String, query: String, effect: String, _ statements: String...
  ) -> Check {
    Check(
      code: .damagedSync, severity: .warning, message: message, table: table, query: query,
      repair: Check.RowRepair(
        effect: effect, statements: statements, outcome: "repaired \(message)"))
  }
}
