extension Migration {
  /// UUIDs go; the integer key, called `id` from here on, is the identity.
  package static let v5 = Migration(
    version: .v5, summary: "an integer is the identity",
    steps: [
      .run("DROP INDEX movie_by_uuid"),
      .run("ALTER TABLE Movie DROP COLUMN id"),
      .run("ALTER TABLE Movie RENAME COLUMN pk TO id"),
      .run("DROP INDEX actor_by_uuid"),
      .run("ALTER TABLE Actor DROP COLUMN id"),
      .run("ALTER TABLE Actor RENAME COLUMN pk TO id"),
    ])
}
