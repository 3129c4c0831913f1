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

/// The fingerprints of the released schemas and the checksums of the released steps. They never change.
package enum ReleasedFingerprints {
  /// Returns the fingerprint of the schema of a version, or "" if it is not listed below.
  package static func fingerprint(of version: SchemaVersion) -> String {
    version.rawValue <= fingerprints.count ? fingerprints[version.rawValue - 1] : ""
  }

  /// The checksums of all steps.
  package static var checksums: [String] { up + down }

  /// The schemas of v1, v2 and so on.
  package static let fingerprints = [
    "f4b6e687ba457ad407d87117bdd17a8d1478d4e3e238f4bc4576ce39221bfbf9",
    "d74c73f64a45ccaf046b3988a9db741d2862ad9472826ef7d9f07d803c8f6012",
    "fff7518e581ad6061a1a399a9cefb14746a4ae0f3279f9b6d0585d07b0a634d2",
    "f3be4df8132fe8557fa241c2011315e4a9af098062e8ccec5cdf3027ae8773e6",
    "39aa36f1a744a65244e663df2cf26a5e1fac2c456620ec4557b6cf9c3a0d0e0f",
    "cae6e3fd495d42d935883e31dc16f52f462f65fdbdc41b697b80cb3164945511",
  ]

  /// The upgrades to v1, v2 and so on.
  package static let up = [
    "9326768a68da05d9ab4b1fb807b1279fa36fa1fe2c57afa8eb711ed1cffa240f",
    "29ce56ef280b696551089d28bffbf3c9b3019d0b0d958808b74873d74c859e82",
    "626b5ac184b0ecc4c9b0228e8b3d3d927aeaa67297f239e776629711852c8461",
    "723c19ffa3a481a93dbf56bfbf847865128cd1f1794ce69390b4976dc6c48d93",
    "8c7dbd3b1154544b31f05fa6262f925b576ba2c015a4c40ee177cd985a2877ee",
    "97a53281c3e35fce9502e43f562b90e1768f2665af18a1f8e72061df86a8d6f4",
  ]

  /// The downgrades to v1, v2 and so on.
  package static let down = [
    "fbb312dbea7b44c585c4d6cfa252864552c6770ce42251ff3bd80af9e9ecb71a",
    "85ca11f5ffd073f058bc2088ecd1ce0fef15d664fa926dc32f7333b44f19f94c",
    "d6d546fdd37b47f93ae0bfc07534f398c996b86086458d6c5058cbe041fa470b",
    "7842a70b28aec9cb592031da21e30924f45fee4cc07c412ceb7bd559ee7c6a17",
    "c0580c45b297b6e13fe23f4c4cb60a13ede26131bbea7d94c089ffea88000bac",
  ]
}
