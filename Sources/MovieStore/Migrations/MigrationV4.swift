extension Migration {
  /// Actors become rows, and a credit joins a movie and an actor.
  ///
  /// The cast column is dropped only after it is proved that every name is there, in order; and so
  /// are the rows on the way back.
  package static let v4 = Migration(
    version: .v4, summary: "actors are rows of their own",
    requirements: [Proof("every cast is an array of texts without NUL", castsThatCannotBeCarried)],
    up: [
      .instantly(
        """
        CREATE TABLE Actor(
          pk INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL CHECK (length(id) = 36),
          name TEXT NOT NULL
        ) STRICT
        """),
      .instantly(
        """
        CREATE TABLE MovieActor(
          movieID INTEGER NOT NULL REFERENCES Movie (pk) ON DELETE CASCADE,
          actorID INTEGER NOT NULL REFERENCES Actor (pk) ON DELETE CASCADE,
          position INTEGER NOT NULL CHECK (position >= 0),
          PRIMARY KEY (movieID, actorID)
        ) STRICT, WITHOUT ROWID
        """),
      .instantly("CREATE UNIQUE INDEX actor_by_name ON Actor(name)"),
      .inChunks(of: "Movie", newActors),
      .inChunks(of: "Movie", credits),
      .scanning("CREATE UNIQUE INDEX actor_by_uuid ON Actor(id)"),
      .scanning("CREATE INDEX cast_by_actor ON MovieActor(actorID, movieID)"),
      .proving("every cast entry is carried over, in order", castsThatDiffer),
      .dropping(
        "ALTER TABLE Movie DROP COLUMN \"cast\"", because: "every entry is proved to be a credit"),
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
      keeping: "id, title, favorite, sortableTitle",
      proofs: [Proof("every credit is carried over, in order", creditsThatDiffer)],
      indexes: [
        "CREATE UNIQUE INDEX movie_by_uuid ON Movie(id)",
        "CREATE INDEX movie_by_sortable_title ON Movie(sortableTitle)",
      ])
      + [
        .instantly(setActorCounterAside),
        .dropping("DROP TABLE MovieActor", because: "every credit is proved to be a cast entry"),
        .dropping("DROP TABLE Actor", because: "those without movies are counted as lost"),
        .instantly("UPDATE sqlite_sequence SET name = 'Actor' WHERE name = 'Actor, gone'"),
      ],
    losses: [
      Loss("actors without movies") { names in
        """
        SELECT count(*) FROM \(names.actors)
        WHERE \(names.key) NOT IN (SELECT actorID FROM MovieActor)
        """
      },
      Loss("credits of no movie or no actor") { names in
        """
        SELECT count(*) FROM MovieActor
        WHERE movieID NOT IN (SELECT \(names.key) FROM \(names.movies))
          OR actorID NOT IN (SELECT \(names.key) FROM \(names.actors))
        """
      },
      Loss("UUIDs of actors that are not made from the name", onlyAt: .v4) {
        "SELECT count(*) FROM \($0.actors) WHERE id IS NOT name_uuid(name)"
      },
    ])

  /// SQLite ends a text at `\u0000`; a backslash that stands for itself is written twice.
  private static let castsThatCannotBeCarried =
    #"""
    SELECT pk FROM Movie
    WHERE CASE WHEN json_valid("cast") AND json_type("cast") = 'array'
      THEN instr(replace("cast", '\\', ''), '\u0000') > 0
        OR EXISTS (SELECT 1 FROM json_each(Movie."cast") AS entry WHERE entry.type <> 'text')
      ELSE 1 END
    """#

  /// In the order of first appearance, without gaps between keys whatever the chunks are.
  private static let newActors =
    """
    WITH entry AS (
      SELECT value AS name, row_number() OVER (ORDER BY Movie.pk, json_each.key) AS place
      FROM Movie, json_each(Movie."cast")
      WHERE Movie.pk BETWEEN ?1 AND ?2
    )
    INSERT INTO Actor(id, name)
    SELECT name_uuid(name), name FROM entry
    WHERE NOT EXISTS (SELECT 1 FROM Actor WHERE Actor.name = entry.name)
    GROUP BY name ORDER BY min(place)
    """

  /// A name repeated in a cast keeps its first place.
  private static let credits =
    """
    INSERT INTO MovieActor(movieID, actorID, position)
    SELECT Movie.pk, Actor.pk, min(json_each.key)
    FROM Movie, json_each(Movie."cast") JOIN Actor ON Actor.name = json_each.value
    WHERE Movie.pk BETWEEN ?1 AND ?2
    GROUP BY Movie.pk, Actor.pk
    """

  private static let castsThatDiffer =
    """
    SELECT pk FROM Movie
    WHERE (
      SELECT json_group_array(name) FROM (
        SELECT value AS name FROM json_each(Movie."cast") GROUP BY value ORDER BY min(key))
    ) IS NOT (
      SELECT json_group_array(name) FROM (
        SELECT Actor.name FROM MovieActor JOIN Actor ON Actor.pk = MovieActor.actorID
        WHERE MovieActor.movieID = Movie.pk ORDER BY MovieActor.position)
    )
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

  /// Keeps the counter of actors' keys for when they come back, unless they would come back with the
  /// very keys that they have: numbered from 1 in the order of first appearance.
  private static let setActorCounterAside =
    """
    UPDATE sqlite_sequence SET name = 'Actor, gone'
    WHERE name = 'Actor' AND (
      seq <> (SELECT count(*) FROM Actor)
      OR EXISTS (
        SELECT 1 FROM (
          SELECT actorID, row_number() OVER (ORDER BY min(place)) AS number FROM (
            SELECT actorID, row_number() OVER (ORDER BY movieID, position, actorID) AS place
            FROM MovieActor)
          GROUP BY actorID)
        WHERE actorID <> number))
    """
}
