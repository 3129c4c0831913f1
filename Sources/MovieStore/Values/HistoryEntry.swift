/// One entry of the history of a catalog: the changes of one transaction, or an undo or redo of them.
public struct HistoryEntry: Hashable, Sendable, Identifiable {
  /// What an entry records.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Movies were added, updated or deleted.
    case change
    /// The change of another entry was undone.
    case undo
    /// The change of another entry was redone.
    case redo
  }

  /// Whether the catalog has the changes of an entry.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// The changes are in the catalog.
    case done
    /// The changes were undone, and can be redone.
    case undone
    /// The changes were undone, and can no longer be redone: because of a later change, or of an
    /// undo that cannot be redone.
    case superseded
  }

  /// The number of the entry. Later entries have higher numbers. A number is not used again after
  /// the history was cleared.
  public let id: Int
  /// The time of the commit.
  public let time: Timestamp
  /// What the entry records.
  public let kind: Kind
  /// The state of a change; always `done` for an undo or a redo.
  public let state: State
  /// The entry that an undo or a redo is about, or `nil` for a change.
  package let target: Int?
  /// The text that the caller gave, such as the command as typed, or `nil` if it gave none.
  public let description: String?
  /// What was done, in one line, such as `deleted 143 movies`.
  public let summary: String
  /// The number of movies that were added, updated or deleted.
  public let movieCount: Int
  /// The number of those movies that an import or seeding added.
  ///
  /// The history does not store their values. An undo deletes them, and stores their values if the history
  /// has room for them; otherwise, a redo is not possible.
  package let importedMovieCount: Int
  /// Whether the history stores what an undo needs.
  ///
  /// It does not for a change of more than 1,000,000 movies or of more
  /// than 256 MiB of values, except an import; for a change of a movie with values of more than 8
  /// MiB; for a change of a title, a cast or attributes that contain a text that is not valid UTF-8
  /// or contains U+0000; and for a repair.
  public let isStored: Bool

  /// Creates an entry, such as for a preview. It is not stored.
  public init(
    id: Int, time: Timestamp, kind: Kind = .change, state: State = .done,
    description: String? = nil, summary: String, movieCount: Int, isStored: Bool = true
  ) {
    self.init(
      id: id, time: time, kind: kind, state: state, target: nil, description: description,
      summary: summary, movieCount: movieCount, importedMovieCount: 0, isStored: isStored)
  }

  init(
    id: Int, time: Timestamp, kind: Kind, state: State, target: Int?, description: String?,
    summary: String, movieCount: Int, importedMovieCount: Int, isStored: Bool
  ) {
    (self.id, self.time, self.kind, self.state, self.target) = (id, time, kind, state, target)
    (self.description, self.summary) = (description, summary)
    (self.movieCount, self.importedMovieCount) = (movieCount, importedMovieCount)
    self.isStored = isStored
  }
}

/// A change of one movie, with its values before and after.
///
/// The history stores the values that an update changed. The others are those that the movie has
/// when the history is read.
public enum MovieChange: Hashable, Sendable {
  /// What became of the movie.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The movie was added.
    case added
    /// The movie was updated.
    case updated
    /// The movie was deleted.
    case deleted
    /// The movie already had these values.
    case unchanged
  }

  /// The movie was added or restored; it has these values.
  case added(Movie)
  /// The title, the cast, the favorite state or the attributes changed.
  case updated(before: Movie, after: Movie)
  /// The movie was deleted; it had these values. Actors that were left without a movie were deleted
  /// too.
  case deleted(Movie)
  /// The movie already had these values. The history has no such changes.
  case unchanged(Movie)

  /// The movie before the change, or `nil` if it did not exist.
  package var before: Movie? {
    switch self {
    case .added: nil
    case .updated(let before, _), .deleted(let before), .unchanged(let before): before
    }
  }

  /// The movie after the change, or `nil` if it was deleted.
  package var after: Movie? {
    switch self {
    case .added(let after), .updated(_, let after), .unchanged(let after): after
    case .deleted: nil
    }
  }

  /// The movie after the change, or before it if it was deleted.
  public var movie: Movie {
    switch self {
    case .added(let movie), .deleted(let movie), .updated(_, let movie), .unchanged(let movie):
      movie
    }
  }

  /// What became of the movie.
  public var outcome: Outcome {
    switch self {
    case .added: .added
    case .updated: .updated
    case .deleted: .deleted
    case .unchanged: .unchanged
    }
  }

  /// The change of a movie that exists before and after.
  package init(of before: Movie, to after: Movie) {
    self = before == after ? .unchanged(after) : .updated(before: before, after: after)
  }

  /// Returns `nil` if nothing changed.
  init?(before: Movie?, after: Movie?) {
    switch (before, after) {
    case (let before?, let after?) where before == after: return nil
    case (let before?, let after?): self = .updated(before: before, after: after)
    case (let before?, nil): self = .deleted(before)
    case (nil, let after?): self = .added(after)
    case (nil, nil): return nil
    }
  }
}

extension HistoryEntry {
  /// Stands in the table for the target of an entry that has the changes of other catalogs.
  package static let syncTarget = 0
}

/// The reason why an entry of the history cannot be undone or redone.
package enum HistoryObstacle: Hashable, Sendable {
  /// The history does not store the values of the change. It was larger than 1,000,000 movies or
  /// 256 MiB, had a text that is not valid UTF-8 or contains U+0000, or was a repair; see
  /// ``HistoryEntry/isStored``.
  case notStored
  /// Another program changed values of the entry since: from what the entry left to what the movies
  /// are now. At most ten movies are listed.
  case moviesChanged([MovieChange], count: Int)
  /// Another program changed or deleted movies that the entry imported; the history does not store their
  /// values, so it is not known which.
  case importedMoviesChanged
  /// Another program deleted or damaged values of the history.
  case valuesMissing
}

extension HistoryObstacle: CustomStringConvertible {
  /// The obstacle as a clause, such as
  /// `another program or a sync changed movies since: 'Heat' (12) was deleted`.
  public var description: String {
    switch self {
    case .notStored: "the history does not store the values of the movies"
    case .moviesChanged(let differences, let count):
      "another program or a sync changed movies since: "
        + differences.prefix(3).map(\.difference).joined(separator: "; ")
        + (count > 3 ? "; and \(count - 3) more" : "")
    case .importedMoviesChanged: "another program changed or deleted imported movies since"
    case .valuesMissing: "another program deleted or damaged values of the history"
    }
  }
}

extension MovieChange {
  /// The change as a clause about what the movie is now, such as
  /// `the title of 'Heat' (12) is now 'Heat 2'`.
  package var difference: String {
    let (expected, current): (Movie, Movie)
    switch self {
    case .updated(let before, let after): (expected, current) = (before, after)
    case .deleted(let movie): return "'\(movie.title)' (\(movie.id)) was deleted"
    case .added(let movie), .unchanged(let movie):
      return "the id \(movie.id) is now '\(movie.title)'"
    }
    let name = "'\(expected.title)' (\(expected.id))"
    let difference = expected.differences(to: current).first
    switch difference?.field {
    case .title? where difference?.before == difference?.after:
      return "the sortable title of \(name) is now '\(current.sortableTitle)'"
    case .title?: return "the title of \(name) is now '\(current.title)'"
    case .favorite?: return "\(name) is \(current.isFavorite ? "now" : "no longer") a favorite"
    case .cast?:
      let names = current.cast.map(\.name).joined(separator: ", ")
      return "the cast of \(name) is now \(names.isEmpty ? "empty" : "\(names)")"
    default: return "the attributes of \(name) have changed"
    }
  }
}
