public import MovieStore

/// What the renaming of an actor changes.
public struct ActorRenaming: Hashable, Sendable {
  /// The actor before, with the number of movies that the renaming changes.
  public let actor: ActorWithMovieCount
  /// The new name.
  public let name: String
  /// The actor who has the name already, and with whom the renamed one becomes one; `nil` if no
  /// actor has it.
  public let existing: ActorWithMovieCount?
  /// The actor after.
  public let result: ActorWithMovieCount
}

/// Actors that can be one person under several names.
public struct DuplicateActors: Hashable, Sendable {
  /// At least two actors. The first one has the most movies: its name is the proposed one.
  public let actors: [ActorWithMovieCount]
  /// Whether the names have the same letters and digits. Otherwise they are one letter apart, and
  /// the actors are in one cast or have a co-actor in common.
  public let isEqual: Bool

  package init(actors: [ActorWithMovieCount], isEqual: Bool) {
    (self.actors, self.isEqual) = (actors, isEqual)
  }
}
