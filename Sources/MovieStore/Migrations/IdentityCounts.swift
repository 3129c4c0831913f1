internal import MovieSQLite

/// What the log remembers of UUIDs that go, so that a way back can say which it cannot give again.
struct IdentityCounts: Sendable {
  private(set) var members: [(String, Int64)] = []

  /// Nothing, for a step that takes no UUIDs.
  init() {}

  /// Counts the UUIDs that were given by somebody, not made from names and titles, and the last keys.
  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    // A UUID made here is of version 8: others need no look at the name.
    for (subject, table, made) in [
      ("movie", "Movie", Migration.movieUUID), ("actor", "Actor", "name_uuid(name)"),
    ] {
      let given = try transaction.integer(
        """
        SELECT count(*) FROM \(table)
        WHERE CASE WHEN substr(id, 15, 1) = '8' THEN id IS NOT \(made) ELSE 1 END
        """)
      members.append(("\(subject)UUIDs", given))
      let key = try transaction.integer("SELECT max(pk) FROM \(table)")
      members.append(("\(subject)Key", key))
    }
  }
}
