package import MovieSQLite

/// What two catalogs were before each of them changed alone: one is a copy of the other, or both
/// are copies of a third one.
package struct CommonPast {
  /// The last movie that can have been added by then.
  private let newestMovie: Int64

  /// Every movie of a former state of a catalog.
  package static let all = CommonPast(newestMovie: .max)

  private init(newestMovie: Int64) { self.newestMovie = newestMovie }

  /// Whether a movie with this id is the same one in both.
  package func has(_ movie: Movie.ID) -> Bool { movie.rawValue <= newestMovie }

  /// Compares the histories; returns `nil` if they have no entry in common, or if one does not tell
  /// which movies were added.
  package init?(
    of catalog: borrowing CatalogTransaction, and other: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    guard let marks = try HistoryMarks(in: catalog), let others = try HistoryMarks(in: other),
      let common = marks.common(with: others)
    else { return nil }
    self.init(newestMovie: common.newestMovie)
  }
}
