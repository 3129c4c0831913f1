internal import MovieSQLite

/// A rule of the catalog that its schema does not enforce, and the query that looks for what breaks it.
struct DataRule: Sendable {
  let severity: Finding.Severity
  /// What is found, before the number of rows: "actors without movies".
  let says: String
  let table: String
  /// A query whose rows break the rule; the first column is the key of each.
  let query: String
  var hint: String?

  /// The rules for a version.
  static func rules(for version: SchemaVersion) -> [DataRule] {
    let names = VersionedSchema(version)
    return (names.hasActors ? actors(names) : casts)
      + (names.hasSortableTitles ? [sortableTitles(names)] : [])
  }

  private static var casts: [DataRule] { unreadableCasts + [repeatedNames, similarNamesInCasts] }

  static var unreadableCasts: [DataRule] {
    Migration.v4.requirements.map { proof in
      DataRule(
        severity: .error, says: "casts that are not arrays of valid text",
        table: "Movie", query: proof.violations,
        hint: "repair them with the program that wrote them")
    }
  }

  static let repeatedNames = DataRule(
    severity: .note, says: "casts that repeat a name", table: "Movie",
    query: """
      SELECT pk FROM Movie
      WHERE json_valid("cast") AND json_array_length("cast") > (
        SELECT count(DISTINCT value) FROM json_each(Movie."cast"))
      """, hint: "from v4 on, each name is in a cast only once, at its first position")

  static let similarNamesInCasts = DataRule(
    severity: .note, says: "casts with names that differ only in Unicode normalization",
    table: "Movie",
    query: """
      SELECT pk FROM Movie
      WHERE json_valid("cast") AND EXISTS (
        SELECT 1 FROM json_each(Movie."cast") GROUP BY canonical(value)
        HAVING count(DISTINCT value) > 1)
      """, hint: "they remain different actors")

  private static func actors(_ names: VersionedSchema) -> [DataRule] {
    [
      actorsWithoutMovies(names),
      DataRule(
        severity: .warning, says: "movies with duplicate cast positions",
        table: names.movies,
        query: """
          SELECT movieID FROM MovieActor GROUP BY movieID HAVING count(DISTINCT position) < count(*)
          """, hint: "actors at the same position are ordered by id"),
      similarNames(names),
    ]
  }

  static func actorsWithoutMovies(_ names: VersionedSchema) -> DataRule {
    DataRule(
      severity: .warning, says: "actors without movies", table: names.actors,
      query: """
        SELECT \(names.key) FROM \(names.actors)
        WHERE \(names.key) NOT IN (SELECT actorID FROM MovieActor)
        """, hint: "downgrading below v4 would lose them")
  }

  static func similarNames(_ names: VersionedSchema) -> DataRule {
    DataRule(
      severity: .note,
      says: "actors with a name that differs from another name only in Unicode normalization",
      table: names.actors,
      query: """
        SELECT max(\(names.key)) FROM \(names.actors) GROUP BY canonical(name) HAVING count(*) > 1
        """, hint: "if both are the same person, rename one of them")
  }

  static func sortableTitles(_ names: VersionedSchema) -> DataRule {
    DataRule(
      severity: .warning, says: "sortable titles that do not match their titles",
      table: names.movies,
      query: """
        SELECT \(names.key) FROM \(names.movies) WHERE sortableTitle IS NOT sortable_title(title)
        """, hint: "lists show these movies in the wrong place; 'movies doctor --fix' repairs this")
  }

  /// What breaks the rule, if anything does.
  func finding(in transaction: borrowing Transaction) throws(SQLiteError) -> Finding? {
    let count = try transaction.fetchInt("SELECT count(*) FROM (\(raw: query))")
    if count == 0 { return nil }
    let rows = try Migration.Proof(says, query).firstViolations(in: transaction)
    return Finding(
      .data, "\(says): \(count)", severity: severity, object: table, rows: rows, hint: hint)
  }

  /// SQLite's text without its heading, on one line.
  private static func problem(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.hasPrefix("***") }.joined(separator: "; ")
  }

  /// What SQLite finds wrong with the pages and the checks of the tables.
  static func integrityFindings(
    in transaction: borrowing Transaction, upTo most: Int = 10
  ) throws(SQLiteError) -> [Finding] {
    var rows = try transaction.prepare("PRAGMA integrity_check(\(raw: most))")
    var findings: [Finding] = []
    while try rows.step() {
      if rows.text(at: 0) == "ok" { return [] }
      findings.append(
        Finding(
          .integrity, problem(rows.text(at: 0)), hint: "restore a backup"))
    }
    return findings
  }
}
