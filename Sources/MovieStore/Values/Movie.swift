/// A movie with its cast and its attributes.
///
/// Movies are compared byte for byte: NFC and NFD spellings of a title differ.
public struct Movie: Hashable, Identifiable, Sendable {
  /// The id of a movie: a number above 0 that is never reused for another movie.
  public struct ID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The number that is stored in the database.
    public let rawValue: Int64

    /// Creates an id from a number, without checking that a movie has it.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The highest id that ``Catalog/add(_:id:)`` accepts: 9,007,199,254,740,991, which all
    /// programs read exactly from JSON (RFC 8259).
    package static let limit = ID(rawValue: 1 << 53 - 1)

    /// Returns whether the left id is lower, which means that its movie was added earlier.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The id of the movie.
  public let id: ID
  /// The title as given, without leading and trailing white space.
  public var title: String { titleBytes.text }
  /// The title by which lists are ordered: case and accents are folded, and a leading article is
  /// removed.
  public var sortableTitle: String { sortableTitleBytes.text }
  /// Whether the movie is a favorite.
  public let isFavorite: Bool
  /// The actors in billing order, each once. It is empty if the movie has no actors.
  public let cast: [Catalog.Actor]
  /// The attributes, such as the year.
  public let attributes: MovieAttributes
  private let titleBytes: ByteString
  private let sortableTitleBytes: ByteString

  /// Creates a movie, with the sortable title of its title. It is not stored: see ``MovieDraft``.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - title: The title.
  ///   - cast: The actors in billing order.
  ///   - isFavorite: Whether the movie is a favorite.
  ///   - attributes: The attributes, such as the year.
  public init(
    id: ID, title: String, cast: [Catalog.Actor] = [], isFavorite: Bool = false,
    attributes: MovieAttributes = [:]
  ) {
    self.init(
      id: id, title: title, sortableTitle: SortableTitle.of(title), isFavorite: isFavorite,
      cast: cast, attributes: attributes)
  }

  package init(
    id: ID, title: String, sortableTitle: String, isFavorite: Bool, cast: [Catalog.Actor] = [],
    attributes: MovieAttributes = MovieAttributes()
  ) {
    self.id = id
    titleBytes = ByteString(title)
    sortableTitleBytes = ByteString(sortableTitle)
    self.isFavorite = isFavorite
    self.cast = cast
    self.attributes = attributes
  }

  /// The year of release; `nil` if there is none.
  public var year: Int? { attributes.year }
  /// The user's rating, from 0 to 10 with at most one decimal; `nil` if there is none.
  public var rating: Double? { attributes.rating }
  /// The dates on which the user watched the movie, in their order.
  public var watched: [CalendarDate] { attributes.watched }
  /// The tags in their order.
  public var tags: [String] { attributes.tags }
  /// The note; `nil` if there is none.
  public var note: String? { attributes.note }

  /// Returns the movie with another cast, or other attributes, too.
  package func with(
    cast: [Catalog.Actor], attributes: MovieAttributes? = nil
  ) -> Movie {
    Movie(
      id: id, title: title, sortableTitle: sortableTitle, isFavorite: isFavorite, cast: cast,
      attributes: attributes ?? self.attributes)
  }
}

extension Movie {
  /// The year in parentheses, which follows the title; empty if there is none, or the title ends
  /// with it.
  package var yearSuffix: String {
    guard let year = attributes.year else { return "" }
    let suffix = " (\(year))"
    return title.hasSuffix(suffix) ? "" : suffix
  }

  /// The title, with the year if there is one.
  package var titleWithYear: String { title + yearSuffix }
}

extension Movie: CustomStringConvertible {
  /// The values of the movie, such as
  /// `7: Heat, favorite, cast: Al Pacino, Robert De Niro, year: 1995`.
  public var description: String {
    "\(id): \(title)\(isFavorite ? ", favorite" : "")"
      + (cast.isEmpty ? "" : ", cast: \(cast.map(\.name).joined(separator: ", "))")
      + (attributes.isEmpty ? "" : ", \(attributes)")
  }
}

extension Movie.ID: CustomStringConvertible {
  /// The number.
  public var description: String { "\(rawValue)" }
}

extension Movie: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, title, sortableTitle, actors, attributes
    case isFavorite = "favorite"
  }

  /// Decodes an object with the keys `id`, `title`, `favorite` and `actors`, which can have the
  /// keys `sortableTitle` and `attributes`.
  ///
  /// - Throws: `DecodingError` if a key is missing or its value has the wrong type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let title = try values.decode(String.self, forKey: .title)
    self.init(
      id: try values.decode(ID.self, forKey: .id), title: title,
      sortableTitle: try values.decodeIfPresent(String.self, forKey: .sortableTitle)
        ?? SortableTitle.of(title),
      isFavorite: try values.decode(Bool.self, forKey: .isFavorite),
      cast: try values.decode([Actor].self, forKey: .actors),
      attributes: try values.decodeIfPresent(MovieAttributes.self, forKey: .attributes)
        ?? MovieAttributes())
  }

  /// Encodes an object with the same keys.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(title, forKey: .title)
    try values.encode(sortableTitle, forKey: .sortableTitle)
    try values.encode(isFavorite, forKey: .isFavorite)
    try values.encode(cast, forKey: .actors)
    try values.encode(attributes, forKey: .attributes)
  }
}
