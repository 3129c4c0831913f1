/// The fields that an import keeps as attributes, in addition to `year`, `rating`, `watched`, `tag`
/// and `note`, which it always keeps, in any case.
public enum KeptFields: Hashable, Sendable {
  /// The fields with these names, such as `genres` or `Letterboxd URI`.
  ///
  /// The key of an attribute has the letters of the name in lower case, and an underscore for other
  /// characters: `letterboxd_uri`. Names with the same key are equal.
  case named([String])
  /// All fields whose names have ASCII letters, and whose values are texts and numbers.
  case all

  /// Returns the key for the values of a field, or `nil` if the name has none.
  package static func key(of name: String) -> AttributeKey? { AttributeKey(foreignName: name) }
}

/// A field of imported files that was not kept, or a field that the columns of an export leave out.
public struct IgnoredField: Hashable, Codable, Sendable {
  /// The name of the key or the column.
  public let name: String
  /// The number of records that have the field.
  public internal(set) var count: Int
}
