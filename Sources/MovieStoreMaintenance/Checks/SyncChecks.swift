internal import MovieStore

/// The checks of what a catalog remembers about its syncs. Other programs can have stored any
/// values, with which a sync would fail.
enum SyncChecks {
  static func all(_ inspection: SchemaInspection) -> [Check] {
    [states, sequences, settings, files].filter { inspection.hasTable($0.table) }
  }

  /// The movie keeps its name among replicas, and the next sync records its values.
  private static let states = check(
    "states of movies for a sync that are damaged, or in the future", in: SyncTables.movies.name,
    query: "SELECT id FROM movieSync WHERE NOT is_sync_state(state)",
    effect: "give later changes the current time, and let the next sync record damaged ones again",
    """
    UPDATE movieSync
    SET content = 0, state = coalesce(past_sync_state(state), json_object(
      'origins', json_array(
        iif(storable_text(name) = name AND name <> '', name, 'id-' || id)),
      'added', json('{}'), 'removed', json('{}'), 'values', json('{"title":[["?"],0,""]}')))
    WHERE NOT is_sync_state(state)
    """)

  /// The files of the catalog get all movies again.
  private static let sequences = check(
    "numbers of changes for a sync that are not valid", in: SyncTables.movies.name,
    query: "SELECT id FROM movieSync WHERE sequence NOT BETWEEN 1 AND \(lastSequence)",
    effect: "number them again",
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

  /// The catalog goes on as another replica if its name is not valid, and the next sync reads and
  /// writes all movies.
  private static let settings = check(
    "settings of a sync that are not valid", in: CatalogSettings.object.name,
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
    "positions in files of a sync that are not valid", in: SyncTables.files.name,
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
