extension Migration {
  /// The title that lists are ordered by.
  package static let v3 = Migration(
    version: .v3, summary: "a movie has a sortable title",
    steps: [
      .run("ALTER TABLE Movie ADD COLUMN sortableTitle TEXT NOT NULL DEFAULT ''"),
      .runInChunks(
        table: "Movie", key: "pk",
        "UPDATE Movie SET sortableTitle = sortable_title(title) WHERE pk BETWEEN ?1 AND ?2"),
      .run("CREATE INDEX movie_by_sortable_title ON Movie(sortableTitle)"),
    ])
}
