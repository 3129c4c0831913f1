/// The values of a movie to add or to update.
///
/// A draft holds any values, such as the input of a form. ``Catalog/add(_:)`` and
/// ``Catalog/save(_:)`` store its ``validated()`` form.
///
/// A draft of an existing movie, from ``init(_:title:cast:isFavorite:attributes:)``, also holds the values that the
/// movie had. When it is saved, only the fields that differ from these are written: a favorite that was
/// set in the meantime survives the save of a form that changed only the title.
public struct MovieDraft: Hashable, Sendable {
  /// The maximum size of a title or name in bytes of UTF-8: 16 KiB.
  package static let textByteLimit = 16_384
  /// The maximum number of names in a cast, including repeated names.
  package static let castNameLimit = 100_000
  /// The maximum total size of the names of a cast, including repeated names: 4 MiB of UTF-8.
  package static let castByteLimit = 4_194_304

  /// The id of the movie to update, or `nil` for a new movie.
  ///
  /// If a draft of an existing movie gets another id, it no longer belongs to that movie: all of its
  /// fields are written when it is saved, also if the id is changed back.
  public var id: Movie.ID? {
    didSet { if id != oldValue { originals = [] } }
  }
  /// The title.
  public var title: String
  /// The actors' names in billing order.
  public var cast: [String]
  /// Whether the movie is a favorite.
  public var isFavorite: Bool
  /// The attributes.
  public var attributes: MovieAttributes
  /// One draft, with the values of the movie from which this one was created; empty if it has no
  /// id.
  private var originals: [MovieDraft] = []
  private var original: MovieDraft? { originals.first }

  /// Creates a draft with the values as given.
  ///
  /// - Parameters:
  ///   - id: The id of the movie that ``Catalog/save(_:)`` updates, or `nil` for a new
  ///     movie. ``Catalog/add(_:)`` ignores it.
  ///   - title: The title.
  ///   - cast: The actors' names in billing order.
  ///   - isFavorite: Whether the movie is a favorite.
  ///   - attributes: The attributes, such as the year.
  public init(
    id: Movie.ID? = nil, title: String = "", cast: [String] = [], isFavorite: Bool = false,
    attributes: MovieAttributes = [:]
  ) {
    self.id = id
    self.title = title
    self.cast = cast
    self.isFavorite = isFavorite
    self.attributes = attributes
  }

  /// Creates a draft that updates a movie.
  ///
  /// Pass it to ``Catalog/save(_:)``. For example,
  /// `MovieDraft(movie, isFavorite: true)` makes the movie a favorite, and keeps the title, the cast and the
  /// attributes that the catalog has when the draft is saved.
  ///
  /// Only fields that differ from the movie are written, so `MovieDraft(movie)` alone writes
  /// nothing.
  ///
  /// - Parameters:
  ///   - movie: The movie to update.
  ///   - title: The new title, or `nil` to keep the current one.
  ///   - cast: All names of the new cast in billing order, or `nil` to keep the current cast.
  ///   - isFavorite: Whether the movie becomes a favorite, or `nil` to keep its current state.
  ///   - attributes: All new attributes, or `nil` to keep the current ones.
  public init(
    _ movie: Movie, title: String? = nil, cast: [String]? = nil, isFavorite: Bool? = nil,
    attributes: MovieAttributes? = nil
  ) {
    let original = MovieDraft(valuesOf: movie)
    self.init(
      id: movie.id, title: title ?? original.title, cast: cast ?? original.cast,
      isFavorite: isFavorite ?? original.isFavorite,
      attributes: attributes ?? original.attributes)
    originals = [original]
  }

  /// Creates a draft of a new movie with the values of another one.
  package init(valuesOf movie: Movie) {
    self.init(
      title: movie.title, cast: movie.cast.map(\.name), isFavorite: movie.isFavorite,
      attributes: movie.attributes)
  }

  /// Creates a draft from texts that `TextValidation.validated` returned and a cast within the limits.
  package init(
    _ id: Movie.ID? = nil, cleanTitle: String, cleanCast: [String], isFavorite: Bool,
    attributes: MovieAttributes = [:]
  ) {
    self.id = id
    title = cleanTitle
    cast = TextValidation.withoutRepeats(cleanCast)
    self.isFavorite = isFavorite
    self.attributes = attributes
  }

  /// Returns the draft as it is stored.
  ///
  /// Leading and trailing white space (the Unicode property `White_Space`) is removed from the
  /// title and the names. A name that repeats an earlier one byte for byte is removed. The title
  /// and the names of the result are not empty, contain no NUL character, and have at most
  /// 16 KiB of UTF-8 each. Its cast has at most 100,000 names, including repeated ones, and 4 MiB.
  /// The attributes have the type of their keys: the text `1995` becomes
  /// an integer for `year`. Values that repeat an earlier one of their key are removed; numbers are
  /// compared by value. There are at most 1,000 values, with 1 MiB together with their keys. For an
  /// existing movie, an unchanged title, name, cast or attribute is not validated: another program
  /// can have stored it.
  ///
  /// - Throws: ``StoreError``: `invalidInput` for the first text that is empty, contains a NUL
  ///   character or is too long, for a cast that is too large, and for attributes that are not
  ///   valid.
  public func validated() throws(StoreError) -> MovieDraft {
    let keepsTitle = original.map { title.isExactly($0.title) } ?? false
    var valid = self
    valid.title = keepsTitle ? title : try TextValidation.validated(title, .title)
    if let original, cast.isExactly(original.cast) {
      valid.attributes = try validAttributes
      return valid
    }
    let kept = Set((original?.cast ?? []).map(ByteString.init))
    let cleanCast = try cast.map { (name) throws(StoreError) in
      kept.contains(ByteString(name)) ? name : try TextValidation.validated(name, .name)
    }
    try Self.requireCastWithinLimits(cleanCast)
    valid.cast = TextValidation.withoutRepeats(cleanCast)
    valid.attributes = try validAttributes
    return valid
  }

  package static func requireCastWithinLimits(_ names: [String]) throws(StoreError) {
    if names.count > castNameLimit {
      throw .tooLong(.cast, names.count, "names", limit: castNameLimit)
    }
    let bytes = names.reduce(0) { $0 + $1.utf8.count }
    if bytes > castByteLimit { throw .tooLong(.cast, bytes, limit: castByteLimit) }
  }

  private var validAttributes: MovieAttributes {
    get throws(StoreError) {
      // The usual draft has no attributes, or those of its movie.
      let stored = original?.attributes ?? MovieAttributes()
      return attributes == stored ? attributes : try attributes.validated(insteadOf: stored)
    }
  }

  /// Returns the draft of a new movie, all of whose texts are validated.
  func validatedAsNew() throws(StoreError) -> MovieDraft {
    var draft = self
    draft.originals = []
    return try draft.validated()
  }

  /// The values to store: those that differ from the movie that the draft was created from, or all.
  ///
  /// Values of the movie that another program stored stay as they are, also if they are not valid.
  var changedFields: MovieFields {
    let fields = MovieFields(self)
    guard let original else { return fields }
    return fields.only(Movie(original).differences(to: Movie(self)).map(\.field))
  }

  /// Returns whether two drafts are equal byte for byte: NFC and NFD spellings of a text differ.
  ///
  /// Drafts of movies that had different values differ.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.isFavorite == right.isFavorite
      && left.title.isExactly(right.title) && left.cast.isExactly(right.cast)
      && left.attributes == right.attributes && left.originals == right.originals
  }

  /// Hashes the id, the favorite state, the attributes, and the bytes of the title and the names, also of the
  /// movie that the draft was created from.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(isFavorite)
    hasher.combine(ByteString(title))
    hasher.combine(cast.map(ByteString.init))
    hasher.combine(attributes)
    hasher.combine(originals)
  }
}
