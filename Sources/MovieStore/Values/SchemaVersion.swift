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
