extension Migration {
  /// The tables make room for value types of the plain names.
  package static let v6 = Migration(
    version: .v6, summary: "plain names are for value types",
    steps: [
      .run("ALTER TABLE Movie RENAME TO MovieModel"),
      .run("ALTER TABLE Actor RENAME TO ActorModel"),
    ])
}
