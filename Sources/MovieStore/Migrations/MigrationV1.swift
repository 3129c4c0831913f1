extension Migration {
  /// Movies with a UUID, a title and a cast.
  ///
  /// The key is an integer from the start, so that later versions join integers, and never reused,
  /// because from v5 it is the only identity. `json_valid` would be the truer check of the cast, but
  /// SQLite 3.40 takes it for unsafe where the schema is not trusted.
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
      // An index and not a UNIQUE column: a column with that constraint could not be dropped.
      .instantly("CREATE UNIQUE INDEX movie_by_uuid ON Movie(id)"),
    ])
}
