extension Migration {
  /// Actors become rows, and a credit joins a movie and an actor.
  ///
  /// The cast column is dropped only after it is proved that every name is there, in order.
  package static let v4 = Migration(
    version: .v4, summary: "actors are rows of their own",
    steps: [
      .prove("every cast is an array of texts without NUL", castsThatCannotBeCarried),
      .run(
        """
        CREATE TABLE Actor(
          pk INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL CHECK (length(id) = 36),
          name TEXT NOT NULL
        ) STRICT
        """),
      .run(
        """
        CREATE TABLE MovieActor(
          movieID INTEGER NOT NULL REFERENCES Movie (pk) ON DELETE CASCADE,
          actorID INTEGER NOT NULL REFERENCES Actor (pk) ON DELETE CASCADE,
          position INTEGER NOT NULL CHECK (position >= 0),
          PRIMARY KEY (movieID, actorID)
        ) STRICT, WITHOUT ROWID
        """),
      .run("CREATE UNIQUE INDEX actor_by_name ON Actor(name)"),
      .runInChunks(table: "Movie", key: "pk", newActors),
      .runInChunks(table: "Movie", key: "pk", credits),
      .run("CREATE UNIQUE INDEX actor_by_uuid ON Actor(id)"),
      .run("CREATE INDEX cast_by_actor ON MovieActor(actorID, movieID)"),
      .prove("every cast entry is carried over, in order", castsThatDiffer),
      .run("ALTER TABLE Movie DROP COLUMN \"cast\""),
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
}
