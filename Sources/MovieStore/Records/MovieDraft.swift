/// The values of a movie to add or to update.
///
/// Pass a draft to ``MovieStore/MovieStore/add(_:)`` or ``MovieStore/MovieStore/save(_:)``.
///
/// A draft can always be stored and exported. Its title and names have no leading or trailing white
/// space, are not empty, contain no NUL character, and have at most ``textByteLimit`` bytes each.
/// Its cast has at most ``castNameLimit`` names and ``castByteLimit`` bytes.
public struct MovieDraft: Hashable, Sendable {
  /// The maximum size of a title or name in bytes of UTF-8: 16 KiB.
  public static let textByteLimit = 16_384
  /// The maximum number of names in a cast, including repeated names.
  public static let castNameLimit = 100_000
  /// The maximum total size of the names of a cast, including repeated names: 4 MiB of UTF-8.
  public static let castByteLimit = 4_194_304

  /// The id of the movie to update or to add, or `nil` for a new movie with a new id.
  public let id: Movie.ID?
  /// The title as given, without leading and trailing white space.
  public let title: String
  /// The actors' names in billing order, each once.
  public let cast: [String]
  /// Whether the movie is a favorite.
  public let isFavorite: Bool

  /// Creates a draft of a new movie.
  ///
  /// Leading and trailing white space (the Unicode property `White_Space`) is removed from the
  /// title and the names. A name that repeats an earlier one byte for byte is removed.
  ///
  /// - Parameters:
  ///   - id: The id that ``MovieStore/MovieStore/save(_:)`` stores the movie under, or `nil` for a new
  ///     id. ``MovieStore/MovieStore/add(_:)`` ignores it.
  ///   - title: The title.
  ///   - cast: The actors' names in billing order.
  ///   - isFavorite: Whether the movie is a favorite.
  /// - Throws: ``DraftError`` for the first text that is empty, contains a NUL character or is too
  ///   long, or for a cast that is too large.
  public init(
    id: Movie.ID? = nil, title: String, cast: [String] = [], isFavorite: Bool = false
  ) throws(DraftError) {
    let cleanTitle = try Self.validated(title, .title)
    let cleanCast = try cast.map { (name) throws(DraftError) in try Self.validated(name, .name) }
    if cast.count > Self.castNameLimit {
      throw DraftError(field: .cast, problem: .tooMany(names: cast.count))
    }
    let bytes = cleanCast.reduce(0) { $0 + $1.utf8.count }
    if bytes > Self.castByteLimit {
      throw DraftError(field: .cast, problem: .tooLong(bytes: bytes))
    }
    self.init(id, cleanTitle: cleanTitle, cleanCast: cleanCast, isFavorite: isFavorite)
  }

  private static func validated(
    _ text: String, _ field: DraftError.Field
  ) throws(DraftError) -> String {
    do {
      return try TextValidation.validated(text)
    } catch {
      throw DraftError(field: field, problem: error)
    }
  }

  /// Creates a draft that updates a movie, or adds it under its id if that id was never assigned.
  ///
  /// Pass it to ``MovieStore/MovieStore/save(_:)``. For example,
  /// `try MovieDraft(movie, isFavorite: true)` makes the movie a favorite.
  ///
  /// - Parameters:
  ///   - movie: The movie to update.
  ///   - title: The new title, or `nil` to keep the current one.
  ///   - cast: All names of the new cast in billing order, or `nil` to keep the current cast.
  ///   - isFavorite: Whether the movie becomes a favorite, or `nil` to keep its current state.
  /// - Throws: ``DraftError`` for the first text that is empty, contains a NUL character or is too
  ///   long, or for a cast that is too large. The existing movie can have such values if another
  ///   program stored them.
  public init(
    _ movie: MovieWithCast, title: String? = nil, cast: [String]? = nil, isFavorite: Bool? = nil
  ) throws(DraftError) {
    try self.init(
      id: movie.id, title: title ?? movie.title, cast: cast ?? movie.cast.map(\.name),
      isFavorite: isFavorite ?? movie.isFavorite)
  }

  /// Creates a draft from texts that `TextValidation.validated` returned and a cast within the limits.
  init(
    _ id: Movie.ID? = nil, cleanTitle: String, cleanCast: [String], isFavorite: Bool
  ) {
    self.id = id
    title = cleanTitle
    cast = TextValidation.withoutRepeats(cleanCast)
    self.isFavorite = isFavorite
  }

  /// Returns whether two drafts are equal byte for byte: NFC and NFD spellings of a text differ.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.isFavorite == right.isFavorite
      && left.title.isExactly(right.title)
      && left.cast.elementsEqual(right.cast) { $0.isExactly($1) }
  }

  /// Hashes the id, the favorite state, and the bytes of the title and the names.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(isFavorite)
    hasher.combine(ByteString(title))
    for name in cast { hasher.combine(ByteString(name)) }
  }
}

extension MovieDraft: Codable {
  private enum CodingKeys: String, CodingKey {
    case title
    case cast
    case isFavorite = "favorite"
  }

  /// The key that the JSON of a ``MovieWithCast`` has instead of `cast`.
  private enum CreditKeys: String, CodingKey { case actors }

  private struct Name: Decodable { let name: String }

  /// Decodes a draft from JSON such as `{"title": …, "cast": […], "favorite": …}`.
  ///
  /// Only the title is required. The JSON of a ``MovieWithCast``,
  /// `{"title": …, "actors": [{"name": …}], "favorite": …}`, is accepted too; its id is ignored.
  ///
  /// - Throws: ``DraftError`` for a text or cast that cannot be stored; `DecodingError` if the
  ///   title is missing or a value has the wrong type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let credits = try decoder.container(keyedBy: CreditKeys.self)
    try self.init(
      title: values.decode(String.self, forKey: .title),
      cast: values.decodeIfPresent([String].self, forKey: .cast)
        ?? credits.decodeIfPresent([Name].self, forKey: .actors)?.map(\.name) ?? [],
      isFavorite: values.decodeIfPresent(Bool.self, forKey: .isFavorite) ?? false)
  }
}
