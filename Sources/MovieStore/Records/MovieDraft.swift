/// A movie as it is to be: what ``MovieStore/MovieStore/add(_:)`` and
/// ``MovieStore/MovieStore/save(_:)`` bring.
///
/// It can always be stored and exported. Its texts carry no white space around, are not empty, hold no
/// NUL and at most ``textByteLimit`` bytes. Its cast holds at most ``castNameLimit`` names and
/// ``castByteLimit`` bytes.
public struct MovieDraft: Sendable, Hashable {
  /// The most bytes of UTF-8 that a title or a name may have: 16 KiB.
  public static let textByteLimit = 16_384
  /// The most names that a cast may be given, repeats included.
  public static let castNameLimit = 100_000
  /// The most bytes of UTF-8 that all names of a cast may have together: 4 MiB.
  public static let castByteLimit = 4_194_304

  /// The movie that is to become so; `nil` for a new one.
  public let id: Movie.ID?
  /// The title as given, less the white space around it.
  public let title: String
  /// The actors' names in billing order, each once.
  public let cast: [String]
  /// Whether the movie is one of the favorites.
  public let isFavorite: Bool

  /// A movie of the given title and cast.
  ///
  /// White space (Unicode's property `White_Space`) around the title and the names is dropped, and a
  /// name that repeats an earlier one byte for byte counts once, where it stood first.
  ///
  /// - Throws: ``DraftError`` for the first text that is empty, holds a NUL or is too long, or for a cast
  ///   that is too large.
  public init(title: String, cast: [String] = [], isFavorite: Bool = false) throws(DraftError) {
    try self.init(nil, title: title, cast: cast, isFavorite: isFavorite)
  }

  /// A movie of the catalog with other values where they are given, as ``MovieStore/MovieStore/save(_:)``
  /// takes it: `try MovieDraft(movie, isFavorite: true)`.
  ///
  /// - Parameters:
  ///   - movie: the movie that is to become so.
  ///   - title: another title; `nil` for the one that it has.
  ///   - cast: all names in billing order, in place of those that it has; `nil` for those.
  ///   - isFavorite: whether it is to be a favorite; `nil` for what it is.
  /// - Throws: ``DraftError`` for the first text that is empty, holds a NUL or is too long, or for a cast
  ///   that is too large: another program may have stored one.
  public init(
    _ movie: CreditedMovie, title: String? = nil, cast: [String]? = nil, isFavorite: Bool? = nil
  ) throws(DraftError) {
    try self.init(
      movie.id, title: title ?? movie.movie.title, cast: cast ?? movie.cast.map(\.name),
      isFavorite: isFavorite ?? movie.movie.isFavorite)
  }

  private init(
    _ id: Movie.ID?, title: String, cast: [String], isFavorite: Bool
  ) throws(DraftError) {
    let cleanTitle: String
    do {
      cleanTitle = try MovieText.cleaned(title)
    } catch {
      throw DraftError(field: .title, problem: error)
    }
    let cleanCast = try cast.map { (name) throws(DraftError) in
      do throws(TextProblem) {
        return try MovieText.cleaned(name)
      } catch {
        throw DraftError(field: .name, problem: error)
      }
    }
    if cast.count > Self.castNameLimit {
      throw DraftError(field: .cast, problem: .tooMany(names: cast.count))
    }
    let bytes = cleanCast.reduce(0) { $0 + $1.utf8.count }
    if bytes > Self.castByteLimit {
      throw DraftError(field: .cast, problem: .tooLong(bytes: bytes))
    }
    self.init(id, cleanTitle: cleanTitle, cleanCast: cleanCast, isFavorite: isFavorite)
  }

  /// A movie whose texts have each gone through `MovieText.cleaned`, and whose cast keeps the limits.
  init(
    _ id: Movie.ID? = nil, cleanTitle: String, cleanCast: [String], isFavorite: Bool
  ) {
    self.id = id
    title = cleanTitle
    cast = MovieText.withoutRepeats(cleanCast)
    self.isFavorite = isFavorite
  }
}

extension MovieDraft: Codable {
  private enum CodingKeys: String, CodingKey {
    case title
    case cast
    case isFavorite = "favorite"
  }

  /// What the JSON of a ``CreditedMovie`` has in place of `cast`.
  private enum CreditKeys: String, CodingKey { case actors }

  private struct Name: Decodable { let name: String }

  /// Decodes `{"title": …, "cast": […], "favorite": …}`, of which only the title is required, or the
  /// `{"title": …, "actors": [{"name": …}], "favorite": …}` of a ``CreditedMovie``, whose id does not count.
  ///
  /// - Throws: ``DraftError`` for a text or cast that cannot be stored; `DecodingError` where the title is missing, or
  ///   a value is of another type.
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
