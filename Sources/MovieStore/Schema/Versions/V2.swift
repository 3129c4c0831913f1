extension Migration {
  /// Favorites.
  package static let v2 = Migration(
    version: .v2, summary: "add favorites",
    up: [
      // SQLite reads all rows to verify the check, although it writes none.
      .scanning(
        """
        ALTER TABLE Movie
          ADD COLUMN favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1))
        """)
    ],
    down: [
      .dropping(
        "ALTER TABLE Movie DROP COLUMN favorite",
        because: "v1 has no favorites; they are counted as lost")
    ],
    losses: [
      Loss(singular: "favorite", plural: "favorites") {
        "SELECT count(*) FROM \($0.movies) WHERE favorite"
      }
    ])
}
