/// What happened to one movie, with its values before and after.
public enum MovieChange: Hashable, Sendable {
  /// The movie is new, or was put back; this is what it is.
  case added(CreditedMovie)
  /// The title, the cast or the favorite is another.
  case updated(before: CreditedMovie, after: CreditedMovie)
  /// The movie is gone; this is what it was. Actors left without any movie went with it.
  case deleted(CreditedMovie)

  /// The movie before the change; `nil` where it was not there.
  public var before: CreditedMovie? {
    switch self {
    case .added: nil
    case .updated(let before, _), .deleted(let before): before
    }
  }

  /// The movie after the change; `nil` where it is gone.
  public var after: CreditedMovie? {
    switch self {
    case .added(let after), .updated(_, let after): after
    case .deleted: nil
    }
  }
}
