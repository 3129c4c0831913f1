internal import MovieSQLite

/// What this catalog and another one were before each of them changed alone: one is a copy of the
/// other, or both are copies of a third one. Until then their movies are the same by id.
final class SharedPast {
  private let former: FormerCatalog
  /// When they differed, in microseconds since 1970.
  private let moment: Int64
  private let newestMovie: Int64
  /// The names of the entries of the history that both have.
  private let entries: Set<String>
  /// The movies of which the other catalog has a state.
  private var known = MovieIDSet()
  /// The histories up to the first sync of this catalog, and of the other one.
  var histories: (own: HistoryMarks, other: HistoryMarks)

  private init(
    _ former: consuming FormerCatalog, _ common: HistoryMarks.Common,
    _ histories: (own: HistoryMarks, other: HistoryMarks)
  ) {
    self.histories = histories
    self.former = former
    moment = common.moment
    newestMovie = common.newestMovie
    entries = common.hashes
  }

  /// Compares the histories of two catalogs, of which this one is at the path.
  ///
  /// - Returns: `nil` if they were never one, or if the history does not have the values.
  static func of(
    _ path: String, _ own: HistoryMarks, _ other: HistoryMarks
  ) throws(StoreError) -> SharedPast? {
    guard path != Catalog.memoryPath, let common = own.common(with: other) else { return nil }
    do throws(StoreError) {
      return SharedPast(
        try FormerCatalog(of: path, after: common.entry), common, (own, other))
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
        if !isCommon { continue }
        state.presence.remove(addedUntil: moment)
        continue
      }
      var own = try sync.row(row).state
      state.origins.formUnion(own.origins)
      if !own.presence.isPresent || !state.presence.isPresent {
        // A deletion had seen the movie that both had.
        var deleted = own.presence
        deleted.merge(state.presence)
        deleted.remove(addedUntil: moment)
        state.presence.merge(deleted)
      }
      if own.values == state.values { continue }
      guard let movie = try former.catalog.movie(id: Movie.ID(rawValue: id)) else { continue }
      let values = MovieState.values(of: MovieDraft(valuesOf: movie))
      let theirs = state
      state.addRemovals(
        since: values, at: moment, by: histories.other.replica, besides: own,
        firstSyncedAt: histories.own.time)
      own.addRemovals(
        since: values, at: moment, by: histories.own.replica, besides: theirs,
        firstSyncedAt: histories.other.time)
      state.merge(own)
    }
  }

  /// The deletions in the other catalog, if all of its states are known.
  func deletions(in sync: borrowing CatalogSync) throws -> [MovieState] {
    let former = try former.catalog.core.read { catalog in
      try catalog.database.fetchInts(
        "SELECT id FROM MovieModel WHERE id <= \(newestMovie) ORDER BY id")
    }
    return try former.filter { !known.contains($0) }.compactMap { id in
      guard let own = try sync.state(of: id) else { return nil }
      var state = MovieState(origins: own.origins)
      state.presence = own.presence
      state.presence.remove(addedUntil: moment)
      return state
    }
  }
}
