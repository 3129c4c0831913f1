/// A change to the title and the cast of a movie.
///
/// An empty edit changes nothing.
public struct MovieEdit: Hashable, Sendable {
  /// The new title, or `nil` to keep the current one.
  public var title: String?
  /// The names to remove from the cast.
  ///
  /// An exact match is preferred, then a match with case and accents folded, then a match without a
  /// leading article.
  public var removedActors: [String]
  /// The names to replace, each with the name that takes its place in the billing order.
  ///
  /// They are matched in the same way as ``removedActors``.
  public var renamedActors: [Renaming]
  /// The names to append to the cast. A name that is already in the cast keeps its place.
  public var addedActors: [String]

  /// The replacement of one actor in a cast by another.
  public struct Renaming: Hashable, Sendable {
    /// The name that is in the cast.
    public let old: String
    /// The name that replaces it.
    public let new: String

    /// Creates a replacement of one name by another.
    public init(old: String, new: String) {
      self.old = old
      self.new = new
    }
  }

  /// Creates an edit. Names are removed first, then renamed, then added.
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
