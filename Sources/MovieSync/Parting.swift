internal import MovieSQLite
internal import MovieStore

/// What this catalog and another one were before each of them changed alone: one is a copy of the
/// other, or both are copies of a third one. Until then their movies are the same by id.
final class Parting {
  private let common: HistoryMarks.Common
  /// What the names of movies begin with that the other catalog had when they parted: its name at
  /// its first sync, or the hash of the entry that added the movie.
  private let adders: Set<String>
  private let former: FormerMovies
  /// The same from the history of the other catalog, if it is at hand. A history lacks the changes
  /// of other programs to its own catalog, so each side is compared with the other one.
  private var otherFormer: FormerMovies?

  /// - Parameters:
  ///   - own: The history of the catalog up to its first sync.
  ///   - other: That of the other catalog.
  /// - Returns: `nil` if they were never one, or if the own history does not tell what was changed
  ///   since.
  init?(
    of catalog: borrowing CatalogTransaction, _ own: HistoryMarks, _ other: HistoryMarks
  ) throws {
    guard let common = own.common(with: other),
      try FormerMovies.areKnown(in: catalog, after: common.entry)
    else { return nil }
    self.common = common
    former = try FormerMovies(in: catalog, after: common.entry)
    let entries = other.marks.prefix { $0.id <= Int64(common.entry) }
    adders = Set(entries.map(\.hash) + [other.replica])
  }

  /// Adds the history of the other catalog.
  func addHistory(of other: borrowing CatalogTransaction) throws {
    if try FormerMovies.areKnown(in: other, after: common.entry) {
      otherFormer = try FormerMovies(in: other, after: common.entry)
    }
  }

  /// Adds the name of the own movie to the state of a movie that both had.
  func addNames(to state: inout MovieState, _ rows: borrowing StoredRows) throws {
    for origin in state.origins {
      guard let separator = origin.lastIndex(of: "-"),
        adders.contains(String(origin[..<separator])),
        let id = Int64(origin[origin.index(after: separator)...]), id <= common.newestMovie,
        let own = try rows.row(of: Movie.ID(rawValue: id))
      else { continue }
      state.origins.insert(own.state.name)
    }
  }

  /// The values of a movie of this catalog when they parted; `nil` if it did not exist then.
  func values(of id: Movie.ID) throws -> PartingValues? {
    guard id.rawValue <= common.newestMovie, let movie = try former.movie(id) else { return nil }
    let other = try otherFormer?.movie(id) ?? movie
    return PartingValues(
      own: MovieState.values(of: MovieDraft(valuesOf: other)),
      theirs: MovieState.values(of: MovieDraft(valuesOf: movie)))
  }
}
