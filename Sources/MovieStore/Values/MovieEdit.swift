/// A change to the title, the cast, the favorite state and the attributes of a movie.
///
/// An edit that adds a date to `watched`, or the tag `seen`, removes the tag `watchlist`, unless it
/// sets that tag, too.
///
/// An empty edit changes nothing. For example,
/// `MovieEdit(removedAttributes: [.note], attributes: [.year: [1995]])` sets the year and removes
/// the note.
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
  package var renamedActors: [Renaming] = []
  /// The names to append to the cast. A name that is already in the cast keeps its place.
  public var addedActors: [String]
  /// Whether the movie becomes a favorite, or `nil` to keep its current state.
  public var isFavorite: Bool?
  /// The keys to remove with all of their values.
  public var removedAttributes: [AttributeKey]
  /// The values to remove from their keys. A value that the movie does not have is ignored.
  public var removedAttributeValues: MovieAttributes
  /// The new attributes: each of these keys gets exactly these values. Other keys keep theirs.
  public var attributes: MovieAttributes
  /// The values to add to their keys, after those that the movie has.
  ///
  /// A value that the movie already has keeps its place; the texts of known keys are compared
  /// without case and accents.
  public var addedAttributeValues: MovieAttributes

  /// The replacement of one actor in a cast by another.
  package struct Renaming: Hashable, Sendable {
    /// The name that is in the cast.
    package let old: String
    /// The name that replaces it.
    package let new: String

    /// Creates a replacement of one name by another.
    package init(old: String, new: String) {
      self.old = old
      self.new = new
    }
  }

  /// Creates an edit. Names are removed first, then added; attributes are removed first, then set,
  /// then added.
  public init(
    title: String? = nil, removedActors: [String] = [], addedActors: [String] = [],
    isFavorite: Bool? = nil,
    removedAttributes: [AttributeKey] = [],
    removedAttributeValues: MovieAttributes = [:],
    attributes: MovieAttributes = [:],
    addedAttributeValues: MovieAttributes = [:]
  ) {
    self.title = title
    self.removedActors = removedActors
    self.addedActors = addedActors
    self.isFavorite = isFavorite
    self.removedAttributes = removedAttributes
    self.removedAttributeValues = removedAttributeValues
    self.attributes = attributes
    self.addedAttributeValues = addedAttributeValues
  }
}
