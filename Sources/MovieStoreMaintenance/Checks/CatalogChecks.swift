internal import MovieStore

extension Check {
  /// The list of all checks of rows, in the order of their repairs: a repair may rely on those
  /// before it. Other checks are about the file, its schema, its pages, the search index, the steps
  /// in the log, and the references of third-party tables.
  ///
  /// - Parameter trustsIndexes: `false` if a unique index may be missing or damaged.
  static func all(_ inspection: SchemaInspection, trustsIndexes: Bool) -> [Check] {
    guard let version = inspection.version else { return [] }
    let schema = Schema(version)
    // The next write replaces an incomplete history.
    let hasHistory =
      version == .newest && HistoryTables.all.map(\.name).allSatisfy(inspection.hasTable)
    let hasAttributes = inspection.hasTable(AttributeTable.name)
    return [invalidTitles(schema)]
      + (schema.hasActors ? [invalidNames(schema)] : [])
      + invalidIDs(schema) + (schema.hasFavorites ? [invalidFavorites(schema)] : [])
      + (schema.hasUUIDs ? schema.tables.filter { $0 != "MovieActor" }.map(invalidUUIDs) : [])
      + references(schema, hasAttributes: hasAttributes)
      + (schema.hasActors
        ? (trustsIndexes ? [] : [duplicateNames(schema)])
          + [actorsWithoutMovies(schema), invalidPositions(schema), similarNames(schema)]
        : unreadableCasts(schema) + [duplicateCastNames, similarNamesInCasts])
      + (schema.hasSortableTitles ? [staleSortableTitles(schema)] : [])
      + (hasAttributes ? AttributeChecks.all : [])
      + (inspection.hasTable(MigrationLog.table) ? [MigrationLog.unknownEvents] : [])
      + (hasHistory ? HistoryChecks.all : [])
      + (version == .newest ? SyncChecks.all(inspection) : [])
  }

  private static func references(_ schema: Schema, hasAttributes: Bool) -> [Check] {
    ReferringTable.all(schema, hasAttributes: hasAttributes).map { table in
      Check(
        code: table.code, group: .references, message: table.message, table: table.name,
        query: table.query,
        repair: .deleting(table.message, from: table.name, where: table.condition))
    }
  }

  // MARK: Titles and names

  private static func invalidTitles(_ schema: Schema) -> Check {
    let isUnusable = "storable_text(title) <> title OR title = ''"
    return Check(
      code: .invalidTitles, message: "titles that are missing, empty or not valid text",
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
  private static func invalidNames(_ schema: Schema) -> Check {
    let isUnusable = "storable_text(name) <> name OR name = ''"
    return Check(
      code: .invalidNames, message: "actor names that are missing, empty or not valid text",
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

  private static func duplicateNames(_ schema: Schema) -> Check {
    Check(
      code: .duplicateNames, message: "actor names that occur more than once", table: schema.actors,
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
        """, concernsMigrations: true)
  }

  private static func staleSortableTitles(_ schema: Schema) -> Check {
    let isStale = "sortableTitle <> sortable_title(title)"
    return Check(
      code: .staleSortableTitles, group: .titles, severity: .warning,
      message: "sortable titles that do not match their titles", table: schema.movies,
      query: "SELECT \(schema.key) FROM \(schema.movies) WHERE \(isStale)",
      repair: RowRepair(
        effect: "rebuild them from the titles",
        statements: [
          "UPDATE \(schema.movies) SET sortableTitle = sortable_title(title) WHERE \(isStale)"
        ], outcome: "rebuilt sortable titles"), concernsMigrations: true)
  }

  // MARK: Numbers and UUIDs

  private static func invalidIDs(_ schema: Schema) -> [Check] {
    let tables =
      [("movies", schema.movies)] + (schema.hasActors ? [("actors", schema.actors)] : [])
    return tables.map { rows, table in
      Check(
        code: .invalidIDs, severity: .warning,
        message: "\(rows) with ids below 1", table: table,
        query: "SELECT \(schema.key) FROM \(table) WHERE \(schema.key) < 1")
    }
  }

  // SQLite evaluates CHECK constraints in an integrity check only if the connection can write, and
  // `PRAGMA ignore_check_constraints` bypasses them: the next three are checked here.

  private static func invalidFavorites(_ schema: Schema) -> Check {
    Check(
      code: .invalidFavorites, message: "favorites that are neither 0 nor 1", table: schema.movies,
      query: "SELECT \(schema.key) FROM \(schema.movies) WHERE favorite NOT IN (0, 1)",
      repair: RowRepair(
        effect: "set them to 1",
        statements: ["UPDATE \(schema.movies) SET favorite = 1 WHERE favorite NOT IN (0, 1)"],
        outcome: "set favorites to 1"))
  }

  private static func invalidUUIDs(in table: String) -> Check {
    Check(
      code: .invalidUUIDs, message: "UUIDs that are not text of 36 characters", table: table,
      query: "SELECT pk FROM \(table) WHERE length(id) <> 36")
  }

  private static func invalidPositions(_ schema: Schema) -> Check {
    let broken = """
      SELECT movieID FROM MovieActor GROUP BY movieID
      HAVING count(DISTINCT position) < count(*) OR min(position) < 0
      """
    return Check(
      code: .invalidPositions, severity: .warning,
      message: "movies with duplicate or invalid cast positions", table: schema.movies,
      query: broken,
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

  private static func actorsWithoutMovies(_ schema: Schema) -> Check {
    let message = "actors without movies"
    let hasNoMovies = "\(schema.key) NOT IN (SELECT actorID FROM MovieActor)"
    return Check(
      code: .actorsWithoutMovies, group: .actors, severity: .warning, message: message,
      table: schema.actors,
      query: "SELECT \(schema.key) FROM \(schema.actors) WHERE \(hasNoMovies)",
      repair: .deleting(message, from: schema.actors, where: hasNoMovies),
      concernsMigrations: true)
  }

  // MARK: Casts of versions below 4

  private static func unreadableCasts(_ schema: Schema) -> [Check] {
    Migration.v4.requirements(schema).map { requirement in
      Check(
        code: .invalidCasts, message: requirement.description, table: "Movie",
        query: requirement.violations, concernsMigrations: true)
    }
  }

  private static let duplicateCastNames = Check(
    code: .duplicateCastNames, severity: .note, message: "casts that repeat a name", table: "Movie",
    query: """
      SELECT pk FROM Movie
      WHERE json_valid("cast") AND json_array_length("cast") > (
        SELECT count(DISTINCT value) FROM json_each(Movie."cast"))
      """,
    concernsMigrations: true)

  private static let similarNamesInCasts = Check(
    code: .similarNames, severity: .note,
    message: "casts with names that differ only in Unicode normalization", table: "Movie",
    query: """
      SELECT pk FROM Movie
      WHERE json_valid("cast") AND EXISTS (
        SELECT 1 FROM json_each(Movie."cast") GROUP BY canonical(value)
        HAVING count(DISTINCT value) > 1)
      """, concernsMigrations: true)
}
