/// A version of the database schema, which a file stores in `PRAGMA user_version`.
public enum SchemaVersion: Int, CaseIterable, Comparable, Sendable, Codable {
  /// Movies have a UUID, a title, and a cast stored as a JSON array of names.
  case v1 = 1
  /// Movies can be favorites.
  case v2
  /// Movies have a sortable title.
  case v3
  /// Actors are stored in their own table, in a many-to-many relation to movies.
  case v4
  /// Integer ids replace UUIDs.
  case v5
  /// The tables are named `MovieModel` and `ActorModel`.
  case v6

  /// The version that this library reads and writes.
  public static let newest = v6

  /// Returns whether the left version is older than the right one.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The names of the tables and columns in a schema version.
package struct VersionedSchema: Sendable {
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

  package var tables: [String] { [movies] + (hasActors ? [actors, "MovieActor"] : []) }

  package var indexes: [String] {
    (hasUUIDs ? ["movie_by_uuid"] : [])
      + (hasSortableTitles ? ["movie_by_sortable_title"] : [])
      + (hasActors ? ["actor_by_name", "cast_by_actor"] : [])
      + (hasActors && hasUUIDs ? ["actor_by_uuid"] : [])
  }

  func includes(_ object: SchemaObject) -> Bool {
    object.type == "table" && tables.contains(object.name)
      || object.type == "index" && indexes.contains(object.name)
  }
}
