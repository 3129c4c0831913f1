internal import MovieSQLite

/// A rule about the rows of a catalog that its schema does not enforce: a query that finds the rows
/// that violate it, and how to repair them.
struct Check {
  /// The checks of rows that a report names, in order.
  enum Group: String, CaseIterable {
    case references, log, history, actors, titles, attributes, search, data
  }

  struct RowRepair {
    /// The effect as a clause that follows "would": "delete them".
    let effect: String
    let statements: [String]
    /// The completed repair: "deleted actors without movies".
    let outcome: String
  }

  let code: Finding.Code
  var group = Group.data
  var severity = Finding.Severity.error
  /// The rows that violate the rule, in the plural: "actors without movies".
  let message: String
  let table: String
  /// Selects the key of each row that violates the rule.
  let query: String
  var hint: String?
  /// How the rows are repaired, if they can be.
  var repair: RowRepair?
  /// Whether `Migrator.verify` also checks it.
  var concernsMigrations = false

  func finding(in transaction: borrowing Transaction) throws -> Finding? {
    var rows: [Int64] = []
    var count = 0
    try transaction.forEachRow(SQL(raw: query)) { row throws(SQLiteError) in
      if count < Finding.maximumRows { rows.append(try row.int(at: 0)) }
      count += 1
    }
    if count == 0 { return nil }
    return Finding(
      .data, "\(message): \(count)", code: code, severity: severity, object: table, rows: rows,
      hint: hint, repair: repair?.effect)
  }
}

extension Check {
  /// The checks of a version's rows, in the order of their repairs: a repair may rely on those before
  /// it.
  ///
  /// - Parameters:
  ///   - hasAttributes: Whether the table of attributes exists.
  ///   - trustsIndexes: `false` if a unique index may be missing or damaged.
  static func all(
    for version: SchemaVersion, hasAttributes: Bool, trustsIndexes: Bool = true
  ) -> [Check] {
    let schema = Schema(version)
    return [unusableTitles(schema)]
      + (schema.hasActors ? [unusableNames(schema)] : [])
      + unusableIDs(schema) + (schema.hasFavorites ? [wrongFavorites(schema)] : [])
      + (schema.hasUUIDs ? schema.tables.filter { $0 != "MovieActor" }.map(wrongUUIDs) : [])
      + (schema.hasActors
        ? [orphanCredits(schema)] + (trustsIndexes ? [] : [doubledNames(schema)])
          + [actorsWithoutMovies(schema), wrongPlaces(schema), similarNames(schema)]
        : unreadableCasts + [repeatedNames, similarNamesInCasts])
      + (schema.hasSortableTitles ? [staleSortableTitles(schema)] : [])
      + (hasAttributes ? AttributeChecks.all(schema) : [])
  }

  // MARK: Titles and names

  private static func unusableTitles(_ schema: Schema) -> Check {
    let isUnusable = "storable_text(title) <> title OR title = ''"
    return Check(
      code: .unusableTitles, message: "titles that are missing, empty or not valid text",
      table: schema.movies,
      query: "SELECT \(schema.key) FROM \(schema.movies) WHERE \(isUnusable)",
      repair: RowRepair(
        effect: "replace each title with its valid part, or with 'Title unknown (<id>)'",
        statements: [
          """
          UPDATE \(schema.movies)
          SET title = coalesce(
            nullif(storable_text(title), ''), 'Title unknown (' || \(schema.key) || ')')
          WHERE \(isUnusable)
          """
        ], outcome: "replaced invalid titles"))
  }

  /// If the valid part of a name is the name of another actor, the id is appended.
  private static func unusableNames(_ schema: Schema) -> Check {
    let isUnusable = "storable_text(name) <> name OR name = ''"
    return Check(
      code: .unusableNames, message: "actor names that are missing, empty or not valid text",
      table: schema.actors,
      query: "SELECT \(schema.key) FROM \(schema.actors) WHERE \(isUnusable)",
      repair: RowRepair(
        effect: "replace each name with its valid part, or with 'Name unknown (<id>)'",
        statements: [
          """
          UPDATE OR IGNORE \(schema.actors) SET name = storable_text(name)
          WHERE storable_text(name) NOT IN (name, '')
          """,
          """
          UPDATE \(schema.actors)
          SET name =
            coalesce(nullif(storable_text(name), ''), 'Name unknown') || ' (' || \(schema.key) || ')'
          WHERE \(isUnusable)
          """,
        ], outcome: "replaced invalid actor names"))
  }

  private static func doubledNames(_ schema: Schema) -> Check {
    Check(
      code: .doubledNames, message: "actor names that occur more than once", table: schema.actors,
      query: """
        SELECT max(\(schema.key)) FROM \(schema.actors) NOT INDEXED GROUP BY name
        HAVING count(*) > 1
        """,
      repair: RowRepair(
        effect: "merge the actors with the same name into the one with the lowest id",
        statements: [
          """
          UPDATE OR IGNORE MovieActor SET actorID = twin.first
          FROM (
            SELECT \(schema.key) AS id, min(\(schema.key)) OVER (PARTITION BY name) AS first
            FROM \(schema.actors)) AS twin
          WHERE twin.id = actorID AND twin.first <> twin.id
          """,
          """
          DELETE FROM \(schema.actors) WHERE \(schema.key) NOT IN (
            SELECT min(\(schema.key)) FROM \(schema.actors) NOT INDEXED GROUP BY name)
          """,
          // Both actors were in the cast of the same movie.
          "DELETE FROM MovieActor WHERE actorID NOT IN (SELECT \(schema.key) FROM \(schema.actors))",
        ], outcome: "merged actors with the same name"))
  }

  private static func similarNames(_ schema: Schema) -> Check {
    Check(
      code: .similarNames, severity: .note,
      message: "actors with a name that differs from another name only in Unicode normalization",
      table: schema.actors,
      query: """
        SELECT max(\(schema.key)) FROM \(schema.actors) GROUP BY canonical(name) HAVING count(*) > 1
        """, hint: "if both are the same person, rename one of them", concernsMigrations: true)
  }

  private static func staleSortableTitles(_ schema: Schema) -> Check {
    let isStale = "sortableTitle <> sortable_title(title)"
    return Check(
      code: .staleSortableTitles, group: .titles, severity: .warning,
      message: "sortable titles that do not match their titles", table: schema.movies,
      query: "SELECT \(schema.key) FROM \(schema.movies) WHERE \(isStale)",
      hint: "lists show these movies in the wrong place",
      repair: RowRepair(
        effect: "rebuild them from the titles",
        statements: [
          "UPDATE \(schema.movies) SET sortableTitle = sortable_title(title) WHERE \(isStale)"
        ], outcome: "rebuilt sortable titles"), concernsMigrations: true)
  }

  // MARK: Numbers and UUIDs

  private static func unusableIDs(_ schema: Schema) -> [Check] {
    let tables =
      [("movies", schema.movies)] + (schema.hasActors ? [("actors", schema.actors)] : [])
    return tables.map { rows, table in
      Check(
        code: .unusableIDs, severity: .warning,
        message: "\(rows) with ids below 1, which commands do not accept", table: table,
        query: "SELECT \(schema.key) FROM \(table) WHERE \(schema.key) < 1",
        hint: "to renumber them from 1, export the catalog and import it into a new database")
    }
  }

  // SQLite evaluates CHECK constraints in an integrity check only if the connection can write, and
  // `PRAGMA ignore_check_constraints` bypasses them: the next three are checked here.

  private static func wrongFavorites(_ schema: Schema) -> Check {
    Check(
      code: .wrongFavorites, message: "favorites that are neither 0 nor 1", table: schema.movies,
      query: "SELECT \(schema.key) FROM \(schema.movies) WHERE favorite NOT IN (0, 1)",
      repair: RowRepair(
        effect: "set them to 1",
        statements: ["UPDATE \(schema.movies) SET favorite = 1 WHERE favorite NOT IN (0, 1)"],
        outcome: "set favorites to 1"))
  }

  private static func wrongUUIDs(in table: String) -> Check {
    Check(
      code: .wrongUUIDs, message: "UUIDs that are not text of 36 characters", table: table,
      query: "SELECT pk FROM \(table) WHERE length(id) <> 36",
      hint: "'movies migrate' upgrades the database to a schema without UUIDs")
  }

  private static func wrongPlaces(_ schema: Schema) -> Check {
    let broken = """
      SELECT movieID FROM MovieActor GROUP BY movieID
      HAVING count(DISTINCT position) < count(*) OR min(position) < 0
      """
    return Check(
      code: .wrongPlaces, severity: .warning,
      message: "movies with duplicate or invalid cast positions", table: schema.movies,
      query: broken, hint: "actors at the same position are ordered by id",
      repair: RowRepair(
        effect: "renumber the positions in the displayed order",
        statements: [
          """
          UPDATE MovieActor SET position = listed.place
          FROM (
            SELECT movieID, actorID,
              row_number() OVER (PARTITION BY movieID ORDER BY position, actorID) - 1 AS place
            FROM MovieActor WHERE movieID IN (\(broken))) AS listed
          WHERE listed.movieID = MovieActor.movieID AND listed.actorID = MovieActor.actorID
            AND position <> listed.place
          """
        ], outcome: "renumbered cast positions"), concernsMigrations: true)
  }

  // MARK: References

  /// `ForeignKeyViolations` finds out faster whether there are any.
  private static func orphanCredits(_ schema: Schema) -> Check {
    let isOrphan = """
      movieID NOT IN (SELECT \(schema.key) FROM \(schema.movies))
        OR actorID NOT IN (SELECT \(schema.key) FROM \(schema.actors))
      """
    return Check(
      code: .orphanCredits, group: .references,
      message: "credits that refer to missing movies or actors", table: "MovieActor",
      query: "SELECT movieID FROM MovieActor WHERE \(isOrphan)",
      repair: RowRepair(
        effect: "delete them", statements: ["DELETE FROM MovieActor WHERE \(isOrphan)"],
        outcome: "deleted credits that refer to missing movies or actors"))
  }

  private static func actorsWithoutMovies(_ schema: Schema) -> Check {
    let hasNoMovies = "\(schema.key) NOT IN (SELECT actorID FROM MovieActor)"
    return Check(
      code: .actorsWithoutMovies, group: .actors, severity: .warning,
      message: "actors without movies", table: schema.actors,
      query: "SELECT \(schema.key) FROM \(schema.actors) WHERE \(hasNoMovies)",
      hint: "downgrading below v4 would lose them",
      repair: RowRepair(
        effect: "delete them", statements: ["DELETE FROM \(schema.actors) WHERE \(hasNoMovies)"],
        outcome: "deleted actors without movies"), concernsMigrations: true)
  }

  // MARK: Casts of versions below 4

  private static var unreadableCasts: [Check] {
    Migration.v4.requirements.map { requirement in
      Check(
        code: .wrongCasts, message: "casts that are not arrays of valid text", table: "Movie",
        query: requirement.violations, hint: "repair them with the program that wrote them",
        concernsMigrations: true)
    }
  }

  private static let repeatedNames = Check(
    code: .repeatedNames, severity: .note, message: "casts that repeat a name", table: "Movie",
    query: """
      SELECT pk FROM Movie
      WHERE json_valid("cast") AND json_array_length("cast") > (
        SELECT count(DISTINCT value) FROM json_each(Movie."cast"))
      """, hint: "from v4 on, each name is in a cast only once, at its first position",
    concernsMigrations: true)

  private static let similarNamesInCasts = Check(
    code: .similarNames, severity: .note,
    message: "casts with names that differ only in Unicode normalization", table: "Movie",
    query: """
      SELECT pk FROM Movie
      WHERE json_valid("cast") AND EXISTS (
        SELECT 1 FROM json_each(Movie."cast") GROUP BY canonical(value)
        HAVING count(DISTINCT value) > 1)
      """, hint: "they remain different actors", concernsMigrations: true)
}
