/// How a record changes a movie.
public enum MergeRule: String, CaseIterable, Hashable, Sendable {
  /// Single values are replaced, and lists get missing values. A star is set, a cast only where
  /// there is none.
  case update
  /// Only what the movie does not have is set.
  case fill
  /// The fields that the source has become equal to the record: values that it does not have are
  /// removed.
  case replace
}
