internal import MovieSQLite

/// Credits that refer to missing movies or actors, and rows in tables of other programs that refer to
/// missing rows.
///
/// `PRAGMA foreign_key_check` would look up every credit; looking up each distinct movie and actor of
/// the credits takes a tenth of the time.
struct ForeignKeyViolations: Sendable {
  private var movies: Int64 = 0
  private var actors: Int64 = 0
  private let others: Int64

  init(in transaction: borrowing Transaction, of version: SchemaVersion?) throws(SQLiteError) {
    others = try Self.others(in: transaction)
    guard let version, VersionedSchema(version).hasActors else { return }
    let schema = VersionedSchema(version)
    movies = try Self.credits("movieID", missingFrom: schema.movies, schema.key, in: transaction)
    actors = try Self.credits("actorID", missingFrom: schema.actors, schema.key, in: transaction)
  }

  var count: Int64 { movies + actors + others }

  private static func credits(
    _ column: String, missingFrom table: String, _ key: String,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int64 {
    try transaction.fetchInt(
      """
      SELECT count(*) FROM MovieActor WHERE \(raw: column) IN (
        SELECT \(raw: column) FROM (SELECT DISTINCT \(raw: column) FROM MovieActor)
        WHERE \(raw: column) NOT IN (SELECT \(raw: key) FROM \(raw: table)))
      """)
  }

  /// A table whose foreign keys do not match a key of the table that they refer to counts as one.
  private static func others(in transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
    let tables = try transaction.fetchTexts(
      """
      SELECT DISTINCT object.name
      FROM sqlite_schema AS object, pragma_foreign_key_list(object.name)
      WHERE object.type = 'table' AND object.name <> 'MovieActor'
      """)
    var count: Int64 = 0
    for table in tables {
      do throws(SQLiteError) {
        count += try transaction.fetchInt("SELECT count(*) FROM pragma_foreign_key_check(\(table))")
      } catch  where error.code.primary == .error {
        count += 1
      }
    }
    return count
  }

  var findings: [Finding] {
    let credits = [("movies", movies), ("actors", actors)].map { subject, count in
      Finding(
        .foreignKey, "credits that refer to missing \(subject): \(count)", code: .orphanCredits,
        object: "MovieActor", hint: "delete them with 'movies doctor --fix', or restore a backup")
    }
    let foreign = Finding(
      .foreignKey, "rows in tables of other programs that refer to missing rows: \(others)",
      code: .foreignReferences, severity: .warning,
      hint: "repair them with the program that wrote them")
    return zip([movies, actors, others], credits + [foreign]).filter { $0.0 > 0 }.map(\.1)
  }
}
