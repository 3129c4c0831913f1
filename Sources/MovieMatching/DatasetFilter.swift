internal import MovieSQLite
package import MovieStore
internal import MovieSystem

/// Tells which titles of a dataset can be about a movie of a catalog, before they are read. A title
/// has an id of IMDb: it is about the movie that has the id, or about one that has none.
package struct DatasetFilter: Sendable {
  private var identifiers: Set<UInt64> = []
  /// The letters of the titles of movies without an id.
  private var letters: Set<UInt64> = []

  package init(in catalog: borrowing CatalogTransaction) throws {
    var identified = MovieIDSet()
    if catalog.hasAttributes {
      try catalog.database.forEachRow(
        "SELECT value, movieID FROM MovieAttribute WHERE key = \(AttributeKey.imdb.name)"
      ) { row throws(SQLiteError) in
        identifiers.insert(Self.hash(try AttributeValue(row: row, at: 0).description))
        identified.insert(try row.int(at: 1))
      }
    }
    letters = try MovieBlocks(in: catalog).letters { !identified.contains($0) }
  }

  /// - Parameters:
  ///   - identifier: The id of IMDb as it is written; a title without one is included.
  ///   - titles: The title and the other titles.
  package func includes(_ identifier: String, titled titles: [String]) -> Bool {
    guard let identifier = MovieIdentifier.imdb(identifier) else { return true }
    if identifiers.contains(Self.hash(identifier)) { return true }
    if letters.isEmpty { return false }
    return titles.contains { title in
      let parts = [title] + (MatchEntry.titleAndYear(title).map { [$0.title] } ?? [])
      return parts.contains { TitleForm.forms(of: $0).contains { letters.contains($0.letters) } }
    }
  }

  private static func hash(_ identifier: String) -> UInt64 { identifier.utf8.span.fnv1a }
}
