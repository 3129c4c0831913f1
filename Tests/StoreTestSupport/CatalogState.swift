import MovieSQLite
import MovieStore
import Testing

/// The state of a catalog of the newest version: all rows and counters, the SQL of its schema, and the
/// content of the search index, but not the history.
package struct CatalogState: Hashable {
  package let rows: [String: [[String]]]
  package let schema: [[String]]
  package let indexed: [[String]]

  package init(in transaction: borrowing Transaction) throws {
    rows = try CatalogReading.rows(in: transaction)
    schema = try transaction.rows(
      columns: 3,
      """
      SELECT type, name, sql FROM sqlite_schema WHERE tbl_name NOT LIKE 'movieHistory%'
      ORDER BY type, name
      """)
    indexed = try transaction.rows(
      columns: 2, "SELECT rowid, hex(letters) FROM movieSearch ORDER BY rowid")
  }

  package init(_ path: String) throws {
    let connection = try Connection(.file(path))
    self = try connection.read { transaction throws in try Self(in: transaction) }
  }

  /// Expects that the file, its search index and its references are intact.
  package static func expectSound(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try CatalogReading.faults(path) == [], sourceLocation: sourceLocation)
    try SearchIndexState.expectCurrent(path, sourceLocation: sourceLocation)
  }
}

extension Catalog {
  /// Opens a catalog without durability, which is faster.
  package static func withoutDurability(_ path: String) throws -> Catalog {
    let store = try Catalog(path: path, access: .writing)
    try store.core.connection.execute("PRAGMA journal_mode = MEMORY")
    try store.core.connection.execute("PRAGMA synchronous = OFF")
    return store
  }

  /// Expects that changes and foreign keys work: deleting a movie deletes its credits.
  package mutating func expectUsable(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(
      try core.connection.queryInt("PRAGMA foreign_keys") == 1, sourceLocation: sourceLocation)
    #expect(
      try core.connection.queryInt("PRAGMA cache_size") == -8_192, sourceLocation: sourceLocation)
    let counts = try [movieCount(), actorCount()]
    let movie = try add("Xylophone", "One of a kind", "Another of a kind")
    #expect(
      try movies([.title("ylopho")]).map(\.id) == [movie.id],
      sourceLocation: sourceLocation)
    try delete(movie.id.rawValue)
    #expect(try [movieCount(), actorCount()] == counts, sourceLocation: sourceLocation)
    let credits = try core.connection.read { transaction throws in
      try transaction.fetchInt(
        "SELECT count(*) FROM MovieActor WHERE movieID = \(raw: movie.id.rawValue)")
    }
    #expect(credits == 0, sourceLocation: sourceLocation)
  }
}
