extension Migration {
  /// The tables are renamed, because value types use the plain names.
  package static let v6 = Migration(
    version: .v6, summary: "rename the tables to MovieModel and ActorModel",
    up: [
      .instantly("ALTER TABLE Movie RENAME TO MovieModel"),
      .instantly("ALTER TABLE Actor RENAME TO ActorModel"),
    ],
    down: [
      .instantly("ALTER TABLE MovieModel RENAME TO Movie"),
      .instantly("ALTER TABLE ActorModel RENAME TO Actor"),
    ])
}
