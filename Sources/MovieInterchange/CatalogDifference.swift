public import MovieFormats
public import MovieStore

/// A movie that is not the same in two catalogs, or in a catalog and a list.
public struct CatalogDifference: Hashable, Sendable {
  /// From the other catalog to this one: a movie that only this one has was added, and one that
  /// only the other has was deleted.
  ///
  /// A movie of the other catalog has the id 0, unless both catalogs have the id in common, and so
  /// do actors whose id is not known.
  public let change: MovieChange
  /// The names of the fields that differ, such as `rating`; empty unless both have the movie.
  public internal(set) var fields: [String] = []
  /// The movies of this catalog that the movie of the other one can be, if that is not certain: it
  /// is then neither paired with one of them nor deleted.
  public internal(set) var candidates: [Movie.ID] = []
}

extension CatalogDifference {
  /// A change of a movie of this catalog.
  package init(_ change: MovieChange) {
    self.init(change: change)
    guard case .updated(let before, let after) = change else { return }
    fields = before.differences(to: after).map(\.field.name)
  }
}

/// The number of movies in which two catalogs differ.
public struct DifferenceSummary: Hashable, Sendable {
  /// The movies that only this catalog has.
  public internal(set) var added = 0
  /// The movies that only the other catalog has.
  public internal(set) var deleted = 0
  /// The movies that both have with other values.
  public internal(set) var updated = 0
  /// The movies that both have with the same values.
  public internal(set) var unchanged = 0
  /// The movies of the other catalog that can be several ones, or one of the year before or after.
  public internal(set) var ambiguous = 0
  /// For each field, such as `rating`, the number of movies in which it differs, in the order in
  /// which they first appear.
  public internal(set) var changedFields: [FieldCount] = []

  /// Whether movies were paired by ids, because one catalog is a copy of the other.
  public internal(set) var pairsIDs = false

  /// Whether both have the same movies.
  public var isEmpty: Bool { added + deleted + updated + ambiguous == 0 }
}
