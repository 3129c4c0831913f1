/// An actor of the catalog; no two have the same name, compared byte for byte.
public struct Actor: Hashable, Identifiable, Codable, Sendable {
  /// The number of an actor: above zero, and never given to another one.
  public struct ID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The number as the database has it.
    public let rawValue: Int64

    /// Takes any number; whether an actor has it, the store knows.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders by age: actors added earlier come first.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The number that names the actor.
  public let id: ID
  /// The name as it was given, without white space at either end.
  public let name: String

  /// An actor as the store reads it.
  public init(id: ID, name: String) {
    self.id = id
    self.name = name
  }

  /// Whether two actors are the same to the byte: NFC and NFD spellings of a name differ.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.name.isExactly(right.name)
  }

  /// Feeds the id and the bytes of the name to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(ExactText(name))
  }
}

/// An actor with the number of movies.
public struct CreditedActor: Hashable, Identifiable, Codable, Sendable {
  /// The actor.
  public let actor: Actor
  /// How many movies of the catalog have the actor in their cast.
  public let movieCount: Int

  /// An actor and a number of movies.
  public init(actor: Actor, movieCount: Int) {
    self.actor = actor
    self.movieCount = movieCount
  }

  /// The number that names the actor.
  public var id: Actor.ID { actor.id }
  /// The actor's name as it was given.
  public var name: String { actor.name }
}

extension CreditedActor {
  private enum CodingKeys: String, CodingKey { case movies }

  /// Reads the keys of an actor and the number of `movies` side by side.
  ///
  /// - Throws: `DecodingError` where one is missing or of another type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      actor: try Actor(from: decoder), movieCount: try container.decode(Int.self, forKey: .movies))
  }

  /// Writes the keys of the actor and the number of `movies` side by side.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try actor.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(movieCount, forKey: .movies)
  }
}
