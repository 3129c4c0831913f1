/// The schema of a version: its tables and indexes, and the names of tables and columns.
package struct Schema: Sendable {
  /// Identifies a movies database in `PRAGMA application_id`: "MOVI" in ASCII.
  package static let applicationID: Int64 = 0x4D4F_5649

  let version: SchemaVersion

  package init(_ version: SchemaVersion) { self.version = version }

  package var movies: String { version >= .v6 ? "MovieModel" : "Movie" }
  /// The table of actors, from v4 on.
  package var actors: String { version >= .v6 ? "ActorModel" : "Actor" }
  package var key: String { version >= .v5 ? "id" : "pk" }
  package var hasFavorites: Bool { version >= .v2 }
  package var hasSortableTitles: Bool { version >= .v3 }
  package var hasActors: Bool { version >= .v4 }
  package var hasUUIDs: Bool { version < .v5 }

  /// The tables and indexes of the version, from which a file is created and with which it is
  /// compared. The SQL of released migrations creates the same ones; that of v1 and v4 comes from
  /// here and never changes.
  package var objects: [SchemaObject] {
    switch version {
    case .v1: Self.v1
    case .v2: Self.v2
    case .v3: Self.v3
    case .v4: Self.v4
    case .v5: Self.v5
    case .v6: Self.v6
    }
  }
  package var tables: [String] { objects.filter { $0.type == "table" }.map(\.name) }
  package var indexes: [String] { objects.filter { $0.type == "index" }.map(\.name) }
  package var fingerprint: String { SchemaFingerprint.of(objects) }

  package func includes(_ object: SchemaObject) -> Bool {
    objects.contains { $0.type == object.type && $0.name == object.name }
  }

  /// The tables that record migrations and changes. They are not part of a version.
  static let logs = [MigrationLog.object] + HistoryTables.all

  /// The logs and the attributes, with their index.
  static let auxiliaryTables = logs + AttributeTable.objects

  /// The objects of a file that are not part of its version. The first write creates them all but
  /// the settings and the tables of syncs.
  package static let auxiliaryObjects =
    SearchIndex.objects + auxiliaryTables + [CatalogSettings.object] + SyncTables.all

  // MARK: The versions, as SQLite stores them

  static let v1 = [
    SchemaObject.table("Movie", movie + "\n"),
    .index("movie_by_uuid", on: "Movie(id)", isUnique: true),
  ]

  private static let movie = """

      pk INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL CHECK (length(id) = 36),
      title TEXT NOT NULL,
      "cast" TEXT NOT NULL DEFAULT '[]' CHECK ("cast" LIKE '[%]')
    """
  private static let favorite = "favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1))"
  private static let sortableTitle = "sortableTitle TEXT NOT NULL DEFAULT ''"

  static let v2 = v1.replacing(.table("Movie", "\(movie)\n, \(favorite)"))

  static let v3 =
    v2.replacing(.table("Movie", "\(movie)\n, \(favorite), \(sortableTitle)")) + [
      .index("movie_by_sortable_title", on: "Movie(sortableTitle)")
    ]

  static let v4 =
    v3.replacing(
      .table(
        "Movie",
        """

          pk INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL CHECK (length(id) = 36),
          title TEXT NOT NULL,
          \(favorite), \(sortableTitle)
        """)) + [
      actorsWithUUIDs,
      .index("actor_by_name", on: "Actor(name)", isUnique: true),
      .index("actor_by_uuid", on: "Actor(id)", isUnique: true),
      creditsOfUUIDs,
      .index("cast_by_actor", on: "MovieActor(actorID, movieID)"),
    ]

  static let actorsWithUUIDs = SchemaObject.table(
    "Actor",
    """

      pk INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL CHECK (length(id) = 36),
      name TEXT NOT NULL

    """)

  static let creditsOfUUIDs = credits(movieKey: "Movie (pk)", actorKey: "Actor (pk)")

  static let v5 = withoutUUIDs(movies: "Movie", actors: "Actor")

  static let v6 = withoutUUIDs(movies: "\"MovieModel\"", actors: "\"ActorModel\"")

  private static func withoutUUIDs(movies: String, actors: String) -> [SchemaObject] {
    [
      .table(
        movies,
        """

          id INTEGER PRIMARY KEY AUTOINCREMENT,
          title TEXT NOT NULL,
          \(favorite), \(sortableTitle)
        """),
      .index("movie_by_sortable_title", on: "\(movies)(sortableTitle)"),
      .table(actors, "\n  id INTEGER PRIMARY KEY AUTOINCREMENT,\n  name TEXT NOT NULL\n"),
      .index("actor_by_name", on: "\(actors)(name)", isUnique: true),
      credits(movieKey: "\(movies) (id)", actorKey: "\(actors) (id)"),
      .index("cast_by_actor", on: "MovieActor(actorID, movieID)"),
    ]
  }

  private static func credits(movieKey: String, actorKey: String) -> SchemaObject {
    .table(
      "MovieActor",
      """

        movieID INTEGER NOT NULL REFERENCES \(movieKey) ON DELETE CASCADE,
        actorID INTEGER NOT NULL REFERENCES \(actorKey) ON DELETE CASCADE,
        position INTEGER NOT NULL CHECK (position >= 0),
        PRIMARY KEY (movieID, actorID)

      """, options: "STRICT, WITHOUT ROWID")
  }
}

extension [SchemaObject] {
  /// Returns the objects with another definition of one.
  func replacing(_ new: SchemaObject) -> Self { map { $0.hasSameName(as: new) ? new : $0 } }
}
