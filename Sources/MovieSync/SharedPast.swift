internal import MovieMatching
internal import MovieSQLite
internal import MovieStore

/// What this catalog and another one were before each of them changed alone: one is a copy of the
/// other, or both are copies of a third one. Until then their movies are the same by id.
final class SharedPast {
  private let former: FormerCatalog
  /// The same from the history of the other catalog; `nil` if only its change file is available. A
  /// history lacks the changes of other programs to its own catalog, so each side is compared with
  /// the state from the history of the other one.
  private let otherFormer: FormerCatalog?
  private let newestMovie: Int64
  /// The names of the entries of the history that both have.
  private let entries: Set<String>
  /// The movies of which the other catalog has a state.
  private var known = MovieIDSet()
  /// The histories up to the first sync of this catalog, and of the other one.
  package var histories: (own: HistoryMarks, other: HistoryMarks)

  private init(
    _ former: consuming FormerCatalog, _ otherFormer: consuming FormerCatalog?,
    _ common: HistoryMarks.Common, _ histories: (own: HistoryMarks, other: HistoryMarks)
  ) {
    self.histories = histories
    self.former = former
    self.otherFormer = otherFormer
    newestMovie = common.newestMovie
    entries = common.hashes
  }

  /// Compares the histories of two catalogs, of which this one is at the path.
  ///
  /// - Parameter otherPath: The path of the other one, if it is at hand.
  /// - Returns: `nil` if they were never one, or if a history does not have the values.
  static func of(
    _ path: String, _ own: HistoryMarks, _ other: HistoryMarks, at otherPath: String? = nil
  ) throws(StoreError) -> SharedPast? {
    guard path != Catalog.memoryPath, otherPath != Catalog.memoryPath,
      let common = own.common(with: other)
    else { return nil }
    do throws(StoreError) {
      var otherFormer: FormerCatalog?
      if let otherPath { otherFormer = try FormerCatalog(of: otherPath, after: common.entry) }
      return SharedPast(
        try FormerCatalog(of: path, after: common.entry), otherFormer, common, (own, other))
    } catch {
      switch error.problem {
      case .cannotUndo, .cannotRedo, .unknownHistoryEntry: return nil
      default: throw error
      }
    }
  }

  /// The number of a movie that the other catalog had when they differed, or of one of a third
  /// catalog, and what stands for the replica that added it.
  private func parts(of origin: String) -> (adder: String, movie: Int64)? {
    guard let separator = origin.lastIndex(of: "-") else { return nil }
    let adder = String(origin[..<separator])
    guard adder == histories.other.replica || adder.hasPrefix("@"),
      let id = Int64(origin[origin.index(after: separator)...]), id <= newestMovie
    else { return nil }
    return (adder, id)
  }

  /// Records that the other catalog has a state of the movie.
  func addKnown(_ movie: Int64) { known.insert(movie) }
}

extension SharedPast {
  /// Adds to a state of the other catalog that what both removed since they were one had seen the
  /// movie as it was then.
  func complete(_ state: inout MovieState, in sync: borrowing CatalogSync) throws {
    for origin in state.origins {
      guard let (adder, id) = parts(of: origin) else { continue }
      known.insert(id)
      // An entry that only one history still has does not tell whether the movie is that of a third
      // catalog.
      let isCommon = adder == histories.other.replica || entries.contains(adder)
      let names: Set = isCommon ? [origin, "\(histories.own.replica)-\(id)"] : [origin]
      guard let row = try sync.rows(of: names).first else {
        if isCommon, try former.values(of: id) == state.values { state.presence.remove() }
        continue
      }
      var own = try sync.row(row).state
      state.origins.formUnion(own.origins)
      if own.presence.isPresent, state.presence.isPresent, own.values == state.values { continue }
      // A deletion had seen a movie that still has the values of then. One with other values was
      // changed since, and stays. No time tells that: the clocks of two machines differ.
      guard let values = try former.values(of: id), let ownFormer = try ownFormerValues(of: id)
      else { continue }
      if !own.presence.isPresent, state.values == values { state.presence.remove() }
      if !state.presence.isPresent, own.values == ownFormer { own.presence.remove() }
      state.presence.merge(own.presence)
      if own.values == state.values { continue }
      let theirs = state
      state.addRemovals(
        since: ownFormer, by: histories.other.replica, besides: own,
        firstSyncedAt: histories.own.time)
      own.addRemovals(
        since: values, by: histories.own.replica, besides: theirs,
        firstSyncedAt: histories.other.time)
      state.merge(own)
    }
  }

  /// The values with which those of a movie of this catalog are compared.
  private func ownFormerValues(of id: Int64) throws(StoreError) -> MovieState.Values? {
    if let values = try otherFormer?.values(of: id) { return values }
    return try former.values(of: id)
  }

  /// The deletions in the other catalog, if all of its states are known.
  func deletions(in sync: borrowing CatalogSync) throws -> [MovieState] {
    let former = try former.catalog.core.read { catalog in
      try catalog.database.fetchInts(
        "SELECT id FROM MovieModel WHERE id <= \(newestMovie) ORDER BY id")
    }
    return try former.filter { !known.contains($0) }.compactMap { id in
      guard let own = try sync.state(of: id), try own.values == ownFormerValues(of: id) else {
        return nil
      }
      var state = MovieState(origins: own.origins)
      state.presence = own.presence
      state.presence.remove()
      return state
    }
  }
}

extension FormerCatalog {
  /// The values that a movie had; `nil` if there was no such movie.
  fileprivate borrowing func values(of id: Int64) throws(StoreError) -> MovieState.Values? {
    try catalog.movie(id: Movie.ID(rawValue: id)).map {
      MovieState.values(of: MovieDraft(valuesOf: $0))
    }
  }
}
