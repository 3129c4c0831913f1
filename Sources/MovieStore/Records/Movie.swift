/// A movie of the catalog.
public struct Movie: Hashable, Identifiable, Codable, Sendable {
  /// The number of a movie: above zero, and never given to another one.
  public struct ID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The number as the database has it.
    public let rawValue: Int64

    /// Takes any number; whether a movie has it, the store knows.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders by age: movies added earlier come first.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The number that names the movie.
  public let id: ID
  /// The title as it was given, without white space at either end.
  public let title: String
  /// The title that lists are ordered by: case and accents folded, without a leading article.
  public let sortableTitle: String
  /// Whether the movie is a favorite.
  public let isFavorite: Bool

  /// A movie as the store reads it.
  public init(id: ID, title: String, sortableTitle: String, isFavorite: Bool) {
    self.id = id
    self.title = title
    self.sortableTitle = sortableTitle
    self.isFavorite = isFavorite
  }

  private enum CodingKeys: String, CodingKey {
    case id, title, sortableTitle
    case isFavorite = "favorite"
  }

  /// Whether two movies are the same to the byte: NFC and NFD spellings of a title differ.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.isFavorite == right.isFavorite
      && left.title.isExactly(right.title)
      && left.sortableTitle.isExactly(right.sortableTitle)
  }

  /// Feeds the id and the bytes of the title to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(ExactText(title))
  }
}

/// A movie with its cast.
public struct CreditedMovie: Hashable, Identifiable, Codable, Sendable {
  /// The movie itself.
  public let movie: Movie
  /// Its actors in billing order, each once; empty where nobody is credited.
  public let cast: [Actor]

  /// A movie and its actors in billing order.
  public init(movie: Movie, cast: [Actor]) {
    self.movie = movie
    self.cast = cast
  }

  /// The number that names the movie.
  public var id: Movie.ID { movie.id }
  /// The movie's title as it was given.
  public var title: String { movie.title }
  /// The title that lists are ordered by.
  public var sortableTitle: String { movie.sortableTitle }
  /// Whether the movie is a favorite.
  public var isFavorite: Bool { movie.isFavorite }
}

extension CreditedMovie {
  private enum CodingKeys: String, CodingKey { case actors }

  /// Reads the keys of a movie and its `actors` side by side.
  ///
  /// - Throws: `DecodingError` where one is missing or of another type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      movie: try Movie(from: decoder), cast: try container.decode([Actor].self, forKey: .actors))
  }

  /// Writes the keys of the movie and its `actors` side by side.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try movie.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cast, forKey: .actors)
  }
}
