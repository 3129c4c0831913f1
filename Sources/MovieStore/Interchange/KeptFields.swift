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

  var names: [String] { if case .named(let names) = self { names } else { [] } }

  /// Returns the key for the values of a field, or `nil` if the name has none.
  package static func key(of name: String) -> AttributeKey? { AttributeKey(foreignName: name) }
}

/// A field and the number of records or movies that it is about.
public struct FieldCount: Hashable, Codable, Sendable {
  /// The name of the key or the column.
  public let name: String
  /// The number of records or movies.
  public internal(set) var count: Int
}

extension [FieldCount] {
  /// Adds to the number of records that have the field. The first fields are counted.
  mutating func add(_ name: String, _ count: Int = 1) {
    if let index = firstIndex(where: { $0.name.isExactly(name) }) {
      self[index].count += count
    } else if self.count < InterchangeLimits.ignoredFields {
      append(FieldCount(name: name, count: count))
    }
  }
}

/// The fields of a source that was read to its end.
package struct SourceFields: Sendable {
  /// The keys or columns that were not kept, in order of first appearance, as many as are reported.
  package let ignored: [FieldCount]
  /// The fields to keep or to ignore that the source has.
  let named: Set<AttributeKey>
  /// Whether the source has several ratings of which none exceeds 5, and is not an export.
  let hasLowRatings: Bool
}
