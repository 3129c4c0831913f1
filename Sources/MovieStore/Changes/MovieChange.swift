/// A change to one movie, with its values before and after.
public enum MovieChange: Hashable, Sendable {
  /// The movie was added or restored; it has these values.
  case added(MovieWithCast)
  /// The title, the cast or the favorite state changed.
  case updated(before: MovieWithCast, after: MovieWithCast)
  /// The movie was deleted; it had these values. Actors that were left without a movie were deleted
  /// too.
  case deleted(MovieWithCast)

  /// The movie before the change, or `nil` if it did not exist.
  public var before: MovieWithCast? {
    switch self {
    case .added: nil
    case .updated(let before, _), .deleted(let before): before
    }
  }

  /// The movie after the change, or `nil` if it was deleted.
  public var after: MovieWithCast? {
    switch self {
    case .added(let after), .updated(_, let after): after
    case .deleted: nil
    }
  }
}
