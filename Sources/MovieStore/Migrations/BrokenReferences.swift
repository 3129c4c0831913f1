internal import MovieSQLite

/// Credits that refer to movies or actors that are not there.
///
/// Looked for by the catalog's own two references: `PRAGMA foreign_key_check` looks up every credit,
/// these queries every movie and actor, and take a tenth of its time.
struct BrokenReferences: Sendable {
  private let movies: Int64
  private let actors: Int64

  init(in transaction: borrowing Transaction, of version: SchemaVersion?) throws(SQLiteError) {
    guard let version, CatalogNames(version).hasActors else {
      movies = 0
      actors = 0
      return
    }
    let names = CatalogNames(version)
    let missing = try [("movieID", names.movies), ("actorID", names.actors)].map {
      (column, table) throws(SQLiteError) in
      try transaction.integer(
        """
        SELECT count(*) FROM MovieActor WHERE \(column) IN (
          SELECT \(column) FROM (SELECT DISTINCT \(column) FROM MovieActor)
          WHERE \(column) NOT IN (SELECT \(names.key) FROM \(table)))
        """)
    }
    movies = missing[0]
    actors = missing[1]
  }

  var count: Int64 { movies + actors }

  var findings: [Finding] {
    [("movies", movies), ("actors", actors)].filter { $1 > 0 }.map { subject, count in
      Finding(
        .foreignKey, "credits of \(subject) that are not there: \(count)",
        object: "MovieActor", hint: "delete them with another SQLite program, or restore a backup")
    }
  }
}
