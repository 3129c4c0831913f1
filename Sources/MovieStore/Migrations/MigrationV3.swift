extension Migration {
  /// The title that lists are ordered by.
  package static let v3 = Migration(
    version: .v3, summary: "a movie has a sortable title",
    up: [
      .instantly("ALTER TABLE Movie ADD COLUMN sortableTitle TEXT NOT NULL DEFAULT ''"),
      .inChunks(
        of: "Movie",
        "UPDATE Movie SET sortableTitle = sortable_title(title) WHERE pk BETWEEN ?1 AND ?2"),
      .scanning("CREATE INDEX movie_by_sortable_title ON Movie(sortableTitle)"),
    ],
    down: [
      .instantly("DROP INDEX movie_by_sortable_title"),
      .dropping(
        "ALTER TABLE Movie DROP COLUMN sortableTitle",
        because: "it is made from the title; others are counted as lost"),
    ],
    losses: [
      Loss("sortable titles that are not made from the title") {
        "SELECT count(*) FROM \($0.movies) WHERE sortableTitle IS NOT sortable_title(title)"
      }
    ])
}
