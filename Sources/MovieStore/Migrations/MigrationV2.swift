extension Migration {
  /// Favorites.
  package static let v2 = Migration(
    version: .v2, summary: "a movie can be a favorite",
    up: [
      // The check makes SQLite read the rows, though none is written.
      .scanning(
        """
        ALTER TABLE Movie
          ADD COLUMN favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1))
        """)
    ],
    down: [
      .dropping(
        "ALTER TABLE Movie DROP COLUMN favorite", because: "the loss is counted: v1 has none")
    ],
    losses: [Loss("favorites") { "SELECT count(*) FROM \($0.movies) WHERE favorite" }])
}
