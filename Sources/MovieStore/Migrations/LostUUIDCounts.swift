internal import MovieSQLite

/// What the log remembers of UUIDs that go, so that a way back can say which it cannot give again.
struct LostUUIDCounts: Sendable {
  private(set) var members: [(String, Int64)] = []

  /// Nothing, for a step that takes no UUIDs.
  init() {}

  /// Counts the UUIDs that were given by somebody, not made from names and titles, and the last keys.
  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    // A UUID made here is of version 8: others need no look at the name.
    for (subject, table, made) in [
      ("movie", "Movie", Migration.movieUUID), ("actor", "Actor", "name_uuid(name)"),
    ] {
      let given = try transaction.fetchInt(
        """
        SELECT count(*) FROM \(raw: table)
        WHERE CASE WHEN substr(id, 15, 1) = '8' THEN id IS NOT \(raw: made) ELSE 1 END
        """)
      members.append(("\(subject)UUIDs", given))
      let key = try transaction.fetchInt("SELECT coalesce(max(pk), 0) FROM \(raw: table)")
      members.append(("\(subject)Key", key))
    }
  }
}
