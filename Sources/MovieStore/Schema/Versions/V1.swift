extension Migration {
  /// Movies with a UUID, a title and a cast.
  ///
  /// The key is an integer from the start, so that later versions join integers. It is never reused,
  /// because from v5 on it is the only identity. `json_valid` would be a stricter check of the cast, but
  /// SQLite 3.40 does not allow it in an untrusted schema.
  package static let v1 = Migration(
    version: .v1, summary: "create movies with a UUID, a title and a cast",
    up: [
      .instantly(
        """
        CREATE TABLE Movie(
          pk INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL CHECK (length(id) = 36),
          title TEXT NOT NULL,
          "cast" TEXT NOT NULL DEFAULT '[]' CHECK ("cast" LIKE '[%]')
        ) STRICT
        """),
      // Not a UNIQUE column: SQLite cannot drop one.
      .instantly("CREATE UNIQUE INDEX movie_by_uuid ON Movie(id)"),
    ])
}
