/// The name without its module, for programs that have no other `Movie`.
public typealias Movie = MovieStore.Movie

extension MovieStore {
  /// A movie in the catalog.
  public struct Movie: Hashable, Identifiable, Codable, Sendable {
    /// The id of a movie: a number above 0 that is never reused for another movie.
    public struct ID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
      /// The number that is stored in the database.
      public let rawValue: Int64

      /// Creates an id from a number, without checking that a movie has it.
      public init(rawValue: Int64) { self.rawValue = rawValue }

      /// The highest id that ``MovieStore/MovieStore/add(_:id:)`` accepts: 9,007,199,254,740,991, which
      /// all programs read exactly from JSON (RFC 8259).
      public static let limit = ID(rawValue: 1 << 53 - 1)

      /// Returns whether the left id is lower, which means that its movie was added earlier.
      public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The id of the movie.
    public let id: ID
    /// The title as given, without leading and trailing white space.
    public let title: String
    /// The title by which lists are ordered: case and accents are folded, and a leading article is
    /// removed.
    public let sortableTitle: String
    /// Whether the movie is a favorite.
    public let isFavorite: Bool

    /// Creates a movie from its stored values.
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

    /// Returns whether two movies are equal byte for byte: NFC and NFD spellings of a title differ.
    public static func == (left: Self, right: Self) -> Bool {
      left.id == right.id && left.isFavorite == right.isFavorite
        && left.title.isExactly(right.title)
        && left.sortableTitle.isExactly(right.sortableTitle)
    }

    /// Hashes the id, the bytes of the title and the favorite state.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(ByteString(title))
      hasher.combine(isFavorite)
    }
  }
}

/// A movie with its cast and its attributes.
public struct MovieWithCast: Hashable, Identifiable, Codable, Sendable {
  /// The movie.
  public let movie: Movie
  /// The actors in billing order, each once. It is empty if the movie has no actors.
  public let cast: [MovieStore.Actor]
  /// The attributes, such as the year.
  public let attributes: MovieAttributes

  /// Creates a value from a movie, its actors in billing order, and its attributes.
  public init(
    movie: Movie, cast: [MovieStore.Actor], attributes: MovieAttributes = MovieAttributes()
  ) {
    self.movie = movie
    self.cast = cast
    self.attributes = attributes
  }

  /// The id of the movie.
  public var id: Movie.ID { movie.id }
  /// The title of the movie as given.
  public var title: String { movie.title }
  /// The title by which lists are ordered.
  public var sortableTitle: String { movie.sortableTitle }
  /// Whether the movie is a favorite.
  public var isFavorite: Bool { movie.isFavorite }
}

extension MovieWithCast {
  private enum CodingKeys: String, CodingKey { case actors, attributes }

  /// Decodes an object that has the keys of a movie and the key `actors`, and can have the key `attributes`.
  ///
  /// - Throws: `DecodingError` if a key is missing or its value has the wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      movie: try Movie(from: decoder), cast: try container.decode([Actor].self, forKey: .actors),
      attributes: try container.decodeIfPresent(MovieAttributes.self, forKey: .attributes)
        ?? MovieAttributes())
  }

  /// Encodes an object that has the keys of the movie and the keys `actors` and `attributes`.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try movie.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cast, forKey: .actors)
    try container.encode(attributes, forKey: .attributes)
  }
}
