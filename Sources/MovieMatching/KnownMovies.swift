internal import MovieSQLite
package import MovieStore

/// Finds the movies of a sequence that a catalog has.
package struct KnownMovies {
  /// Those of the catalog; `nil` if each is looked up.
  private let blocks: MovieBlocks?
  /// The last movie of the catalog to compare with.
  private let newest: Int64

  /// - Parameters:
  ///   - count: About the number of movies of the sequence.
  ///   - newest: The last movie of the catalog to compare with.
  package init(
    in catalog: borrowing CatalogTransaction, for count: Int, upTo newest: Int64
  ) throws {
    blocks = MovieBlocks.areLookedUp(count, of: newest) ? nil : try MovieBlocks(in: catalog)
    self.newest = newest
  }

  package func contains(
    _ draft: MovieDraft, in catalog: borrowing CatalogTransaction
  ) throws -> Bool {
    try catalog.movies(like: draft, among: blocks)
      .contains { $0.id.rawValue <= newest }
  }
}
