extension Migration {
  /// Favorites.
  package static let v2 = Migration(
    version: .v2, summary: "a movie can be a favorite",
    steps: [
      .run(
        """
        ALTER TABLE Movie
          ADD COLUMN favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1))
        """)
    ])
}
