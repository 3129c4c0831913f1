extension Migration {
  /// The title by which lists are sorted.
  package static let v3 = Migration(
    version: .v3, summary: "add sortable titles",
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
        because: "it is derived from the title; other values are counted as lost"),
    ],
    losses: [
      Loss(
        singular: "sortable title that does not match its title",
        plural: "sortable titles that do not match their titles"
      ) {
        "SELECT count(*) FROM \($0.movies) WHERE sortableTitle IS NOT sortable_title(title)"
      }
    ])
}
