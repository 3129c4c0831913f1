extension Migration {
  /// Movies with a UUID, a title and a cast.
  ///
  /// The key is an integer from the start, so that later versions join integers. It is never
  /// reused, because from v5 on it is the only identity. `json_valid` would be a stricter check of
  /// the cast, but SQLite 3.40 does not allow it in an untrusted schema.
  package static let v1 = Migration(
    version: .v1, summary: "create movies with a UUID, a title and a cast",
    // An index and not a UNIQUE column, which SQLite cannot drop.
    up: Schema.v1.map { .instantly($0.sql) })
}
