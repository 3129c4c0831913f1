/// The name within this package. Outside of it, `Actor` is Swift's protocol.
package typealias Actor = Catalog.Actor

extension Catalog {
  /// An actor in the catalog.
  ///
  /// No two actors have the same name, compared byte for byte.
  public struct Actor: Hashable, Identifiable, Codable, Sendable {
    /// The id of an actor: a number above 0 that is never reused for another actor.
    public struct ID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
      /// The number that is stored in the database.
      public let rawValue: Int64

      /// Creates an id from a number, without checking that an actor has it.
      public init(rawValue: Int64) { self.rawValue = rawValue }

      /// Returns whether the left id is lower, which means that its actor was added earlier.
      public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The id of the actor.
    public let id: ID
    /// The name as given, without leading and trailing white space.
    public var name: String { bytes.text }
    private let bytes: ByteString

    private enum CodingKeys: String, CodingKey {
      case id
      case bytes = "name"
    }

    /// Creates an actor from its stored values.
    public init(id: ID, name: String) {
      self.id = id
      bytes = ByteString(name)
    }
  }
}

extension Catalog.Actor.ID: CustomStringConvertible {
  /// The number.
  public var description: String { "\(rawValue)" }
}

/// An actor with a movie count.
public struct ActorWithMovieCount: Hashable, Identifiable, Sendable {
  /// The actor.
  public let actor: Catalog.Actor
  /// The number of movies in the catalog that have the actor in their cast.
  public let movieCount: Int

  /// Creates a value from an actor and a movie count.
  public init(actor: Catalog.Actor, movieCount: Int) {
    self.actor = actor
    self.movieCount = movieCount
  }

  /// The id of the actor.
  public var id: Catalog.Actor.ID { actor.id }
  /// The name of the actor as given.
  public var name: String { actor.name }
}

extension [Actor] {
  /// Returns the actors in the order of ``ActorQuery/Order/name``.
  package func sortedByName() -> [Actor] {
    map { (folded: Folding.fold($0.name), actor: $0) }
      .sorted { left, right in
        left.folded.isExactly(right.folded)
          ? left.actor.name.precedes(right.actor.name) : left.folded.precedes(right.folded)
      }
      .map(\.actor)
  }
}
