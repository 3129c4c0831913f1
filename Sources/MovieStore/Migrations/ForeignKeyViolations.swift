internal import MovieSQLite

/// Credits that refer to movies or actors that are not there, and rows of other programs' tables that
/// refer to nothing.
///
/// Looked for by the catalog's own two references: `PRAGMA foreign_key_check` looks up every credit,
/// these queries every movie and actor, and take a tenth of its time.
struct ForeignKeyViolations: Sendable {
  private let movies: Int64
  private let actors: Int64
  private let others: Int64

  init(in transaction: borrowing Transaction, of version: SchemaVersion?) throws(SQLiteError) {
    others = try Self.others(in: transaction)
    guard let version, VersionedSchema(version).hasActors else {
      movies = 0
      actors = 0
      return
    }
    let names = VersionedSchema(version)
    let missing = try [("movieID", names.movies), ("actorID", names.actors)].map {
      (column, table) throws(SQLiteError) in
      try transaction.fetchInt(
        """
        SELECT count(*) FROM MovieActor WHERE \(raw: column) IN (
          SELECT \(raw: column) FROM (SELECT DISTINCT \(raw: column) FROM MovieActor)
          WHERE \(raw: column) NOT IN (SELECT \(raw: names.key) FROM \(raw: table)))
        """)
    }
    movies = missing[0]
    actors = missing[1]
  }

  var count: Int64 { movies + actors + others }

  /// A table whose references cannot be followed at all counts as one.
  private static func others(in transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
    var tables = try transaction.prepare(
      """
      SELECT DISTINCT object.name
      FROM sqlite_schema AS object, pragma_foreign_key_list(object.name)
      WHERE object.type = 'table' AND object.name <> 'MovieActor'
      """)
    var count: Int64 = 0
    while try tables.step() {
      do throws(SQLiteError) {
        var check = try transaction.prepare("SELECT count(*) FROM pragma_foreign_key_check(?)")
        try check.bind(tables.text(at: 0), at: 1)
        if try check.step() { count += check.integer(at: 0) }
      } catch  where error.code.primary == .error {
        count += 1
      }
    }
    return count
  }

  var findings: [Finding] {
    catalogFindings
      + (others == 0
        ? []
        : [
          Finding(
            .foreignKey, "rows in tables of other programs that refer to missing rows: \(others)",
            severity: .warning, hint: "repair them with the program that wrote them")
        ])
  }

  private var catalogFindings: [Finding] {
    [("movies", movies), ("actors", actors)].filter { $1 > 0 }.map { subject, count in
      Finding(
        .foreignKey, "credits that refer to missing \(subject): \(count)",
        object: "MovieActor", hint: "delete them with 'movies doctor --fix', or restore a backup")
    }
  }
}
