extension CatalogRule {
  /// The rules of a version, in the order that what breaks them is mended in: each mend may rely on
  /// those before it.
  ///
  /// - Parameter distrustingIndexes: whether what a unique index promises may not hold.
  static func rules(of version: SchemaVersion, distrustingIndexes: Bool) -> [CatalogRule] {
    let names = VersionedSchema(version)
    return [unusableTitles(names)]
      + (names.hasActors ? [unusableNames(names)] : [])
      + unusableIDs(names) + (names.hasFavorites ? [wrongFavorites(names)] : [])
      + (names.hasUUIDs ? names.tables.filter { $0 != "MovieActor" }.map(wrongUUIDs) : [])
      + (names.hasActors ? credits(names, distrustingIndexes) : casts)
      + (names.hasSortableTitles ? [staleSortableTitles(names)] : [])
  }

  private static func credits(
    _ names: VersionedSchema, _ distrustingIndexes: Bool
  ) -> [CatalogRule] {
    [orphanCredits(names), wrongPlaces(names)]
      + (distrustingIndexes ? [doubledNames(names)] : []) + [
        actorsWithoutMovies(names),
        CatalogRule(check: .data, code: .similarNames, rule: .similarNames(names)),
      ]
  }

  /// Gives rows values of the types that their columns take: as long as one has another, SQLite
  /// refuses every change of the row.
  static func typing(_ names: VersionedSchema) -> [String] {
    [typingMovies(names)] + (names.hasActors ? [typingActors(names)] + typingCredits : [])
  }

  private static func typingActors(_ names: VersionedSchema) -> String {
    """
    UPDATE OR IGNORE \(names.actors) SET name = coalesce(CAST(name AS TEXT), '')
    WHERE typeof(name) <> 'text'
    """
  }

  /// A row whose key has another type is not found by it, so another one takes its place.
  private static let typingCredits = [
    """
    UPDATE MovieActor SET position = CAST(position AS INTEGER)
    WHERE typeof(position) <> 'integer'
    """,
    """
    INSERT OR IGNORE INTO MovieActor(movieID, actorID, position)
    SELECT CAST(movieID AS INTEGER), CAST(actorID AS INTEGER), CAST(position AS INTEGER)
    FROM MovieActor WHERE typeof(movieID) <> 'integer' OR typeof(actorID) <> 'integer'
    """,
    "DELETE FROM MovieActor WHERE typeof(movieID) <> 'integer' OR typeof(actorID) <> 'integer'",
  ]

  private static func typingMovies(_ names: VersionedSchema) -> String {
    var columns = [("title", "text", "coalesce(CAST(title AS TEXT), '')")]
    if names.hasFavorites {
      columns.append(("favorite", "integer", "coalesce(CAST(favorite AS INTEGER) <> 0, 0)"))
    }
    if names.hasSortableTitles {
      columns.append(("sortableTitle", "text", "coalesce(CAST(sortableTitle AS TEXT), '')"))
    }
    return """
      UPDATE \(names.movies) SET \(columns.map { "\($0.0) = \($0.2)" }.joined(separator: ", "))
      WHERE \(columns.map { "typeof(\($0.0)) <> '\($0.1)'" }.joined(separator: " OR "))
      """
  }

  private static var casts: [CatalogRule] {
    DataRule.unreadableCasts.map { CatalogRule(check: .data, code: .wrongCasts, rule: $0) } + [
      CatalogRule(check: .data, code: .repeatedNames, rule: .repeatedNames),
      CatalogRule(check: .data, code: .similarNames, rule: .similarNamesInCasts),
    ]
  }

  // MARK: Titles and names

  /// The comparisons are with IS NOT, for values that the schema forbids and the file has all the same.
  private static func unusableTitles(_ names: VersionedSchema) -> CatalogRule {
    let isUnusable = "storable_text(title) IS NOT title OR title = ''"
    return CatalogRule(
      check: .data, code: .unusableTitles,
      rule: DataRule(
        severity: .error, says: "titles that are missing, empty or not valid text",
        table: names.movies,
        query: "SELECT \(names.key) FROM \(names.movies) WHERE \(isUnusable)", hint: nil),
      fix: "replace each title with its valid part, or with 'Title unknown (<id>)'",
      mends: [
        """
        UPDATE \(names.movies)
        SET title = coalesce(
          nullif(storable_text(title), ''), 'Title unknown (' || \(names.key) || ')')
        WHERE \(isUnusable)
        """
      ], done: "replaced invalid titles")
  }

  /// Where a name is taken already, the number tells the actors apart.
  private static func unusableNames(_ names: VersionedSchema) -> CatalogRule {
    let isUnusable = "storable_text(name) IS NOT name OR name = ''"
    let newName = "coalesce(nullif(storable_text(name), ''), 'Name unknown')"
    let numberedName = "\(newName) || ' (' || \(names.key) || ')'"
    return CatalogRule(
      check: .data, code: .unusableNames,
      rule: DataRule(
        severity: .error,
        says: "actor names that are missing, empty or not valid text",
        table: names.actors,
        query: "SELECT \(names.key) FROM \(names.actors) WHERE \(isUnusable)", hint: nil),
      fix: "replace each name with its valid part, or with 'Name unknown (<id>)'",
      mends: [
        """
        UPDATE OR IGNORE \(names.actors) SET name = \(newName)
        WHERE (\(isUnusable)) AND storable_text(name) <> ''
        """,
        "UPDATE \(names.actors) SET name = \(numberedName) WHERE \(isUnusable)",
      ], done: "replaced invalid actor names")
  }

  private static func doubledNames(_ names: VersionedSchema) -> CatalogRule {
    CatalogRule(
      check: .data, code: .doubledNames,
      rule: DataRule(
        severity: .error, says: "actor names that occur more than once", table: names.actors,
        query: """
          SELECT max(\(names.key)) FROM \(names.actors) NOT INDEXED GROUP BY name
          HAVING count(*) > 1
          """, hint: nil),
      fix: "merge the actors with the same name into the one with the lowest id",
      mends: [
        """
        UPDATE OR IGNORE MovieActor SET actorID = twin.first
        FROM (
          SELECT \(names.key) AS id, min(\(names.key)) OVER (PARTITION BY name) AS first
          FROM \(names.actors)) AS twin
        WHERE twin.id = actorID AND twin.first <> twin.id
        """,
        """
        DELETE FROM \(names.actors) WHERE \(names.key) NOT IN (
          SELECT min(\(names.key)) FROM \(names.actors) NOT INDEXED GROUP BY name)
        """,
        // Of actors that were in the same cast twice.
        "DELETE FROM MovieActor WHERE actorID NOT IN (SELECT \(names.key) FROM \(names.actors))",
      ], done: "merged actors with the same name")
  }

  private static func staleSortableTitles(_ names: VersionedSchema) -> CatalogRule {
    var rule = DataRule.sortableTitles(names)
    rule.hint = "lists show these movies in the wrong place"
    return CatalogRule(
      check: .titles, code: .staleSortableTitles, rule: rule,
      fix: "rebuild them from the titles",
      mends: [
        """
        UPDATE \(names.movies) SET sortableTitle = sortable_title(title)
        WHERE sortableTitle IS NOT sortable_title(title)
        """
      ], done: "rebuilt sortable titles")
  }

  /// Where a file is open for reading alone, SQLite's own check leaves out the checks of tables.
  private static func wrongUUIDs(in table: String) -> CatalogRule {
    CatalogRule(
      check: .data, code: .wrongUUIDs,
      rule: DataRule(
        severity: .error, says: "UUIDs that are not text of 36 characters", table: table,
        query: "SELECT pk FROM \(table) WHERE typeof(id) <> 'text' OR length(id) <> 36",
        hint: "'movies migrate' upgrades the database to a schema without UUIDs"))
  }

  // MARK: Numbers

  private static func unusableIDs(_ names: VersionedSchema) -> [CatalogRule] {
    let tables =
      [("movies", names.movies)] + (names.hasActors ? [("actors", names.actors)] : [])
    return tables.map { rows, table in
      CatalogRule(
        check: .data, code: .unusableIDs,
        rule: DataRule(
          severity: .warning, says: "\(rows) with ids below 1, which commands do not accept",
          table: table, query: "SELECT \(names.key) FROM \(table) WHERE \(names.key) < 1",
          hint: "to renumber them from 1, export the catalog and import it into a new database"))
    }
  }

  private static func wrongFavorites(_ names: VersionedSchema) -> CatalogRule {
    let isWrong = "typeof(favorite) <> 'integer' OR favorite NOT IN (0, 1)"
    return CatalogRule(
      check: .data, code: .wrongFavorites,
      rule: DataRule(
        severity: .error, says: "favorites that are neither 0 nor 1", table: names.movies,
        query: "SELECT \(names.key) FROM \(names.movies) WHERE \(isWrong)", hint: nil),
      fix: "set nonzero numbers to 1 and all other values to 0",
      mends: [
        """
        UPDATE \(names.movies) SET favorite = coalesce(CAST(favorite AS INTEGER) <> 0, 0)
        WHERE \(isWrong)
        """
      ], done: "set favorites to 0 or 1")
  }

  /// `ForeignKeyViolations` tells quicker whether there are any.
  static func orphanCredits(_ names: VersionedSchema) -> CatalogRule {
    let isOrphan = """
      typeof(movieID) <> 'integer' OR typeof(actorID) <> 'integer'
        OR movieID NOT IN (SELECT \(names.key) FROM \(names.movies))
        OR actorID NOT IN (SELECT \(names.key) FROM \(names.actors))
      """
    return CatalogRule(
      check: .references, code: .orphanCredits,
      rule: DataRule(
        severity: .error, says: "credits that refer to missing movies or actors",
        table: "MovieActor", query: "SELECT movieID FROM MovieActor WHERE \(isOrphan)", hint: nil),
      fix: "delete them", mends: ["DELETE FROM MovieActor WHERE \(isOrphan)"],
      done: "deleted credits that refer to missing movies or actors")
  }

  private static func actorsWithoutMovies(_ names: VersionedSchema) -> CatalogRule {
    CatalogRule(
      check: .actors, code: .actorsWithoutMovies, rule: .actorsWithoutMovies(names),
      fix: "delete them",
      mends: [
        """
        DELETE FROM \(names.actors)
        WHERE \(names.key) NOT IN (SELECT actorID FROM MovieActor)
        """
      ], done: "deleted actors without movies")
  }

  private static func wrongPlaces(_ names: VersionedSchema) -> CatalogRule {
    let broken = """
      SELECT movieID FROM MovieActor GROUP BY movieID
      HAVING count(DISTINCT position) < count(*) OR min(position) < 0
        OR max(typeof(position) <> 'integer')
      """
    return CatalogRule(
      check: .data, code: .wrongPlaces,
      rule: DataRule(
        severity: .warning, says: "movies with duplicate or invalid cast positions",
        table: names.movies, query: broken, hint: "actors at the same position are ordered by id"),
      fix: "renumber the positions in the displayed order",
      mends: [
        """
        UPDATE MovieActor SET position = listed.place
        FROM (
          SELECT movieID, actorID,
            row_number() OVER (PARTITION BY movieID ORDER BY position, actorID) - 1 AS place
          FROM MovieActor WHERE movieID IN (\(broken))) AS listed
        WHERE listed.movieID = MovieActor.movieID AND listed.actorID = MovieActor.actorID
          AND position IS NOT listed.place
        """
      ], done: "renumbered cast positions")
  }
}
