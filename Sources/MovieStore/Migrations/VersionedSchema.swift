/// What a schema version calls the tables and keys of the catalog.
package struct VersionedSchema: Sendable {
  let version: SchemaVersion

  package init(_ version: SchemaVersion) { self.version = version }

  /// The table of movies.
  package var movies: String { version >= .v6 ? "MovieModel" : "Movie" }
  /// The table of actors, where there is one.
  package var actors: String { version >= .v6 ? "ActorModel" : "Actor" }
  /// The integer key of both.
  package var key: String { version >= .v5 ? "id" : "pk" }
  /// Whether movies can be favorites.
  package var hasFavorites: Bool { version >= .v2 }
  /// Whether movies have sortable titles.
  package var hasSortableTitles: Bool { version >= .v3 }
  /// Whether actors and credits are rows of their own.
  package var hasActors: Bool { version >= .v4 }
  /// Whether movies and actors have UUIDs.
  package var hasUUIDs: Bool { version < .v5 }

  /// The tables of the schema.
  package var tables: [String] { [movies] + (hasActors ? [actors, "MovieActor"] : []) }

  /// The indexes of the schema.
  package var indexes: [String] {
    (hasUUIDs ? ["movie_by_uuid"] : [])
      + (hasSortableTitles ? ["movie_by_sortable_title"] : [])
      + (hasActors ? ["actor_by_name", "cast_by_actor"] : [])
      + (hasActors && hasUUIDs ? ["actor_by_uuid"] : [])
  }

  /// Whether the object is one of the schema's, as it was made or changed.
  func includes(_ object: SchemaObject) -> Bool {
    object.type == "table" && tables.contains(object.name)
      || object.type == "index" && indexes.contains(object.name)
  }
}
