/// A version of the database schema; `PRAGMA user_version` of the file says which it has.
public enum SchemaVersion: Int, CaseIterable, Comparable, Sendable, Codable {
  /// A movie has a UUID, a title and a cast written as a JSON array of names.
  case v1 = 1
  /// A movie can be a favorite.
  case v2
  /// A movie has a sortable title.
  case v3
  /// Actors are rows of their own, many to many.
  case v4
  /// UUIDs are gone; an integer is the identity.
  case v5
  /// The tables are called `MovieModel` and `ActorModel`.
  case v6

  /// The version that this library reads and writes.
  public static let newest = v6

  /// Orders versions by age, the oldest first.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
