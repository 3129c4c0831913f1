/// A movie before the catalog has given it an id: what `add` and `import` bring.
///
/// Its texts can always be stored: they carry no white space around, are not empty, hold no NUL
/// and at most ``textByteLimit`` bytes.
public struct MovieDraft: Sendable, Hashable {
  /// The most bytes of UTF-8 that a title or a name may have: 16 KiB.
  public static let textByteLimit = 16_384

  /// The title as given, less the white space around it.
  public let title: String
  /// The actors' names in billing order, each once.
  public let cast: [String]
  /// Whether the movie is one of the favorites.
  public let isFavorite: Bool

  /// A movie of the given title and cast.
  ///
  /// White space around the title and the names is dropped, and a name that repeats an earlier one
  /// byte for byte counts once, where it stood first.
  ///
  /// - Throws: ``DraftError`` for the first text that is empty, holds a NUL or is too long.
  public init(title: String, cast: [String] = [], isFavorite: Bool = false) throws(DraftError) {
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
    self.init(cleanTitle: cleanTitle, cleanCast: cleanCast, isFavorite: isFavorite)
  }

  /// A movie whose texts have each gone through `MovieText.cleaned`.
  init(cleanTitle: String, cleanCast: [String], isFavorite: Bool) {
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

  /// Decodes `{"title": …, "cast": […], "favorite": …}`, of which only the title is required.
  ///
  /// - Throws: ``DraftError`` beside the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      title: values.decode(String.self, forKey: .title),
      cast: values.decodeIfPresent([String].self, forKey: .cast) ?? [],
      isFavorite: values.decodeIfPresent(Bool.self, forKey: .isFavorite) ?? false)
  }
}
