extension Migration {
  /// Actors have their own table, and a credit joins a movie and an actor.
  ///
  /// The cast column is dropped only after an invariant has verified that every name exists, in
  /// order. The downgrade drops the rows only after the same check.
  package static let v4 = Migration(
    version: .v4, summary: "store actors in their own table",
    rows: { $0.movies + $0.actors + $0.credits },
    requirements: { _ in
      [
        Invariant(
          description: "casts that are not arrays of valid text", violations: unmigratableCasts)
      ]
    },
    up: [
      .instantly(Schema.actorsWithUUIDs.sql),
      .instantly(Schema.creditsOfUUIDs.sql),
      .instantly("CREATE UNIQUE INDEX actor_by_name ON Actor(name)"),
      .inChunks(of: "Movie", newActors),
      .inChunks(of: "Movie", credits),
      .scanning("CREATE UNIQUE INDEX actor_by_uuid ON Actor(id)"),
      .scanning("CREATE INDEX cast_by_actor ON MovieActor(actorID, movieID)"),
      .verifying("casts that were not copied correctly", castsThatDiffer),
      .dropping(
        "ALTER TABLE Movie DROP COLUMN \"cast\"",
        because: "every cast entry is verified to be a credit"),
    ],
    down: rebuilding(
      "Movie",
      columns: """
          pk INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL CHECK (length(id) = 36),
          title TEXT NOT NULL,
          "cast" TEXT NOT NULL DEFAULT '[]' CHECK ("cast" LIKE '[%]'),
          favorite INTEGER NOT NULL DEFAULT 0 CHECK (favorite IN (0, 1)),
          sortableTitle TEXT NOT NULL DEFAULT ''
        """,
      from: "pk, id, title, (\(castOfCredits)), favorite, sortableTitle",
      preserving: "id, title, favorite, sortableTitle",
      invariants: [
        Invariant(
          description: "casts that were not copied correctly", violations: creditsThatDiffer)
      ],
      indexes: [
        "CREATE UNIQUE INDEX movie_by_uuid ON Movie(id)",
        "CREATE INDEX movie_by_sortable_title ON Movie(sortableTitle)",
      ])
      + [
        .instantly(preserveActorCounter),
        .dropping("DROP TABLE MovieActor", because: "every credit is verified to be a cast entry"),
        .dropping("DROP TABLE Actor", because: "actors without movies are counted as lost"),
        .instantly("UPDATE sqlite_sequence SET name = 'Actor' WHERE name = 'Actor, gone'"),
      ],
    losses: [
      Loss(singular: "actor without movies", plural: "actors without movies") { names in
        """
        SELECT count(*) FROM \(names.actors) AS actor
        WHERE NOT EXISTS (
          SELECT 1 FROM MovieActor JOIN \(names.movies) AS movie ON movie.\(names.key) = movieID
          WHERE actorID = actor.\(names.key))
        """
      },
      Loss(
        singular: "credit that refers to a missing movie or actor",
        plural: "credits that refer to missing movies or actors"
      ) { names in
        """
        SELECT count(*) FROM MovieActor
        WHERE movieID NOT IN (SELECT \(names.key) FROM \(names.movies))
          OR actorID NOT IN (SELECT \(names.key) FROM \(names.actors))
        """
      },
      Loss(
        singular: "actor UUID that is not derived from the name",
        plural: "actor UUIDs that are not derived from the name"
      ) {
        $0.hasUUIDs ? "SELECT count(*) FROM \($0.actors) WHERE id IS NOT name_uuid(name)" : nil
      },
    ])

  /// Reads a cast that is not an array of valid text as `[0]`, whose only entry is not text.
  ///
  /// SQLite's JSON functions ignore any text after a NUL. `json_valid` runs before the other
  /// functions: only this one is equally strict in every version of SQLite.
  private static let unmigratableCasts =
    #"""
    SELECT DISTINCT pk
    FROM Movie CROSS JOIN json_each(
      CASE WHEN json_valid("cast") AND json_type("cast") = 'array'
          AND instr("cast", char(0)) = 0 AND (instr("cast", '\u') = 0 OR escapes_are_text("cast"))
        THEN "cast" ELSE '[0]' END) AS entry
    WHERE entry.type <> 'text'
    """#

  /// Numbers actors in the order of their first appearance, without gaps, for any size of chunks.
  ///
  /// Known names are excluded before anything is sorted or grouped.
  private static let newActors =
    """
    WITH newcomer AS (
      SELECT value AS name, row_number() OVER (ORDER BY Movie.pk, json_each.key) AS place
      FROM Movie CROSS JOIN json_each(Movie."cast")
      WHERE Movie.pk BETWEEN ?1 AND ?2 AND value NOT IN (SELECT name FROM Actor)
    )
    INSERT INTO Actor(id, name)
    SELECT name_uuid(name), name FROM newcomer GROUP BY name ORDER BY min(place)
    """

  /// A repeated name retains its first position. `json_each` returns the entries in their order;
  /// the invariant that follows would fail if it did not.
  private static let credits =
    """
    INSERT INTO MovieActor(movieID, actorID, position)
    SELECT Movie.pk, Actor.pk, json_each.key
    FROM Movie CROSS JOIN json_each(Movie."cast") CROSS JOIN Actor ON Actor.name = json_each.value
    WHERE Movie.pk BETWEEN ?1 AND ?2
    ON CONFLICT DO NOTHING
    """

  /// If a movie has as many credits as its cast has entries, and the entry at the position of each
  /// credit is its name, they are equal: an actor has one credit in a movie, and a name has one
  /// actor. Only other casts, which have repeated names or are long, are compared as a whole:
  /// looking up a position in a long array is slow.
  private static let castsThatDiffer =
    """
    SELECT pk FROM Movie
    WHERE CASE
      WHEN length("cast") < 4096 AND (json_array_length("cast"), 0) = (
        SELECT count(*), count(*) FILTER (WHERE "cast" ->> position IS NOT name)
        FROM MovieActor LEFT JOIN Actor ON Actor.pk = actorID WHERE movieID = Movie.pk)
      THEN FALSE
      ELSE (
        SELECT json_group_array(name) FROM (
          SELECT value AS name FROM json_each(Movie."cast") GROUP BY value ORDER BY min(key))
      ) IS NOT (
        SELECT json_group_array(name) FROM (
          SELECT Actor.name FROM MovieActor LEFT JOIN Actor ON Actor.pk = actorID
          WHERE movieID = Movie.pk ORDER BY position)
      ) END
    """

  private static let castOfCredits =
    """
    SELECT json_group_array(name) FROM (
      SELECT Actor.name FROM MovieActor JOIN Actor ON Actor.pk = MovieActor.actorID
      WHERE MovieActor.movieID = Movie.pk ORDER BY MovieActor.position, MovieActor.actorID)
    """

  private static let creditsThatDiffer =
    """
    SELECT pk FROM \(rebuilt("Movie")) AS Movie
    WHERE (
      SELECT json_group_array(value) FROM (
        SELECT value FROM json_each(Movie."cast") ORDER BY key)
    ) IS NOT (\(castOfCredits))
    """

  /// Preserves the id counter of actors for the next upgrade, unless that would give all actors the
  /// ids that they have now: numbered from 1 in the order of first appearance.
  private static let preserveActorCounter =
    """
    UPDATE sqlite_sequence SET name = 'Actor, gone'
    WHERE name = 'Actor' AND (
      seq <> (SELECT count(DISTINCT actorID) FROM MovieActor)
      OR EXISTS (
        SELECT 1 FROM (
          SELECT actorID, row_number() OVER (ORDER BY min(place)) AS number FROM (
            SELECT actorID, row_number() OVER (ORDER BY movieID, position, actorID) AS place
            FROM MovieActor)
          GROUP BY actorID)
        WHERE actorID <> number))
    """
}
