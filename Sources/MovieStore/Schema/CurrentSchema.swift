/// What a file of the newest version holds: the outcome of the migrations, and what is derived.
package enum CurrentSchema {
  /// Written out, and not made by running the migrations, because every opening compares it; and
  /// to the letter as SQLite leaves the text, so that nothing has to be normalized as a rule.
  package static let objects = [
    SchemaObject(
      type: "table", name: "MovieModel",
      sql: """
        CREATE TABLE "MovieModel"(
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          title TEXT NOT NULL,
          favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1)), \
        sortableTitle TEXT NOT NULL DEFAULT '') STRICT
        """),
    SchemaObject(
      type: "index", name: "movie_by_sortable_title",
      sql: #"CREATE INDEX movie_by_sortable_title ON "MovieModel"(sortableTitle)"#),
    SchemaObject(
      type: "table", name: "ActorModel",
      sql: """
        CREATE TABLE "ActorModel"(
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL
        ) STRICT
        """),
    SchemaObject(
      type: "index", name: "actor_by_name",
      sql: #"CREATE UNIQUE INDEX actor_by_name ON "ActorModel"(name)"#),
    SchemaObject(
      type: "table", name: "MovieActor",
      sql: """
        CREATE TABLE MovieActor(
          movieID INTEGER NOT NULL REFERENCES "MovieModel" (id) ON DELETE CASCADE,
          actorID INTEGER NOT NULL REFERENCES "ActorModel" (id) ON DELETE CASCADE,
          position INTEGER NOT NULL CHECK (position >= 0),
          PRIMARY KEY (movieID, actorID)
        ) STRICT, WITHOUT ROWID
        """),
    SchemaObject(
      type: "index", name: "cast_by_actor",
      sql: "CREATE INDEX cast_by_actor ON MovieActor(actorID, movieID)"),
  ]
}
