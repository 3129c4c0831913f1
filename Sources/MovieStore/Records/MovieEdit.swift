/// What to change about a movie. An empty edit changes nothing.
public struct MovieEdit: Hashable, Sendable {
  /// A new title; `nil` leaves it as it is.
  public var title: String?
  /// Names to take from the cast: as they are written there, else with case and accents folded.
  public var removedActors: [String]
  /// Names in the cast, found likewise, each with the name that takes its place in the billing order.
  public var renamedActors: [Renaming]
  /// Names to put at the end of the cast; one that is in it already stays where it is.
  public var addedActors: [String]

  /// One actor of the cast in another's place.
  public struct Renaming: Hashable, Sendable {
    /// The name that is in the cast.
    public let old: String
    /// The name that takes its place.
    public let new: String

    /// One actor of the cast in another's place.
    public init(old: String, new: String) {
      self.old = old
      self.new = new
    }
  }

  /// An edit that changes what is given, in the order: remove, rename, add.
  public init(
    title: String? = nil, removedActors: [String] = [], renamedActors: [Renaming] = [],
    addedActors: [String] = []
  ) {
    self.title = title
    self.removedActors = removedActors
    self.renamedActors = renamedActors
    self.addedActors = addedActors
  }
}
