import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Third-party objects in the file of a catalog.
@Suite(.limited, .temporaryDirectory) struct ThirdPartyObjectTests {
  @Test(
    "Third-party tables and indexes are preserved in every version",
    arguments: SchemaVersion.allCases)
  func preserved(start: SchemaVersion) throws {
    let original = try Self.file(start)
    let movies = Schema(start).movies
    try OtherProgram.run(
      original, "CREATE TABLE note(movie INTEGER REFERENCES \(movies), x)",
      "INSERT INTO note VALUES (1, 'one'), (2, x'00ff')", "CREATE INDEX note_x ON note(x)",
      "CREATE INDEX by_title ON \(movies)(title, \(Schema(start).key))",
      "CREATE INDEX by_length ON \(movies)(length(title)) WHERE title > 'a'")
    for target in [SchemaVersion.v1, .newest] where target != start {
      let path = try OldCatalog.copy(original, to: "v\(target.rawValue).db")
      try OldCatalog.migrate(path, to: target)
      let (name, key) = (Schema(target).movies, Schema(target).key)
      #expect(
        try OtherProgram.rows(path, columns: 2, "SELECT movie, hex(x) FROM note")
          == [["1", "6F6E65"], ["2", "00FF"]])
      #expect(
        try OtherProgram.texts(path, "SELECT \"table\" FROM pragma_foreign_key_list('note')") == [
          name
        ])
      #expect(
        try OtherProgram.texts(path, "SELECT name FROM pragma_index_info('by_title')")
          == ["title", key])
      #expect(
        try OtherProgram.texts(
          path, "SELECT tbl_name FROM sqlite_schema WHERE name LIKE 'by\\_%' ESCAPE '\\'")
          == [name, name])
      #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
    }
  }

  /// A third-party index over a column that a step drops.
  struct Obstacle: Sendable {
    let from: SchemaVersion
    let to: SchemaVersion
    let index: String
  }

  @Test(
    "A third-party index over a dropped column stops the migration with its name",
    arguments: [
      Obstacle(from: .v2, to: .v1, index: "Movie(favorite)"),
      Obstacle(from: .v3, to: .v2, index: "Movie(title, sortableTitle)"),
      Obstacle(from: .v3, to: .v4, index: "Movie(length(\"cast\"))"),
      Obstacle(from: .v1, to: .v6, index: "Movie(title) WHERE \"cast\" <> '[]'"),
      Obstacle(from: .v4, to: .v5, index: "Movie(id, title)"),
      Obstacle(from: .v4, to: .v5, index: "Actor(id, name)"),
      Obstacle(from: .v4, to: .v3, index: "Actor(name, pk)"),
      Obstacle(from: .v6, to: .v1, index: "MovieActor(position)"),
    ])
  func obstacle(obstacle: Obstacle) throws {
    let path = try Self.file(obstacle.from)
    try OtherProgram.run(path, "CREATE INDEX obstacle ON \(obstacle.index)")
    let before = try Files.bytes(path)
    let error = try storeProblem { try OldCatalog.migrate(path, to: obstacle.to) }
    guard case .migrationFailed(_, let detail) = error else { throw error }
    #expect(detail.contains("obstacle"), "\(detail)")
    #expect(try Files.bytes(path) == before)
  }

  /// A third-party object with a name that a step needs.
  struct Collision: Sendable {
    let from: SchemaVersion
    let to: SchemaVersion
    let name: String
    var sql: String?
  }

  @Test(
    "The plan reports third-party objects whose names a step needs",
    arguments: [
      Collision(from: .v3, to: .v4, name: "Actor"), Collision(from: .v1, to: .v6, name: "actor"),
      Collision(from: .v1, to: .v6, name: "MovieActor"),
      Collision(from: .v5, to: .v6, name: "MovieModel"),
      Collision(from: .v2, to: .v6, name: "actormodel"),
      Collision(from: .v6, to: .v5, name: "Movie"), Collision(from: .v6, to: .v1, name: "ACTOR"),
      Collision(from: .v4, to: .v3, name: "MovieRebuilt"),
      Collision(from: .v5, to: .v4, name: "ActorRebuilt"),
      Collision(from: .v6, to: .v3, name: "MovieRebuilt"),
      Collision(from: .v6, to: .v4, name: "actorrebuilt"),
      Collision(
        from: .v2, to: .v3, name: "movie_by_sortable_title",
        sql: "CREATE INDEX movie_by_sortable_title ON Movie(title)"),
      Collision(
        from: .v5, to: .v4, name: "Movie_by_UUID", sql: "CREATE INDEX Movie_by_UUID ON Movie(title)"
      ),
      Collision(from: .v5, to: .v6, name: "movieSearch"),
      Collision(from: .v1, to: .v6, name: "moviesearch"),
      Collision(from: .v1, to: .v2, name: "MOVIESEARCHNOTE"),
      Collision(from: .v1, to: .v6, name: "movieSearch_data"),
      Collision(from: .v3, to: .v4, name: "MigrationLog"),
    ])
  func collision(collision: Collision) throws {
    let path = try Self.file(collision.from)
    if collision.name == "MigrationLog" { try OtherProgram.run(path, "DROP TABLE migrationLog") }
    try OtherProgram.run(path, collision.sql ?? "CREATE TABLE \(collision.name)(x)")
    let before = try Files.bytes(path)
    let findings = try Migrator(path: path).plan(to: collision.to).findings
    #expect(findings.map(\.object) == [collision.name])
    #expect(findings.allSatisfy { $0.severity == .error })
    #expect(throws: StoreError(.changedSchema(path: path, findings: findings))) {
      try OldCatalog.migrate(path, to: collision.to)
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("Tables with names of the search index are preserved where there is no search index")
  func namesOfSearchIndex() throws {
    let path = try Self.file(.v2)
    try OtherProgram.run(
      path, "CREATE TABLE movieSearch_data(x)", "INSERT INTO movieSearch_data VALUES (1)")
    try OldCatalog.migrate(path, to: .v3)
    #expect(try OtherProgram.texts(path, "SELECT x FROM movieSearch_data") == ["1"])
  }

  @Test("Other third-party names do not matter")
  func otherNames() throws {
    let path = try Self.file(.v1)
    try OtherProgram.run(path, "CREATE TABLE MovieRebuilt(x)", "CREATE TABLE ActorRebuilt(x)")
    try OldCatalog.migrate(path)
    #expect(try CatalogReading(path).version == .v6)
  }

  @Test(
    "Rejects triggers, views and schema changes by name in every version",
    arguments: SchemaVersion.allCases)
  func rejected(version: SchemaVersion) throws {
    let original = try Self.file(version)
    let movies = Schema(version).movies
    let index = version < .v5 ? "movie_by_uuid" : "movie_by_sortable_title"
    let target: SchemaVersion = version == .newest ? .v5 : .newest
    for (sql, name, message) in [
      (
        "CREATE VIEW sound AS SELECT title FROM \(movies)", "sound",
        "the view 'sound' is not part of the movies schema"
      ),
      (
        "CREATE VIEW broken AS SELECT x FROM gone", "broken",
        "the view 'broken' is not part of the movies schema"
      ),
      (
        "CREATE TRIGGER planted AFTER INSERT ON \(movies) BEGIN DELETE FROM \(movies); END",
        "planted", "the trigger 'planted' is not part of the movies schema"
      ),
      ("DROP INDEX \(index)", index, "the index '\(index)' is missing"),
      (
        "ALTER TABLE \(movies) ADD COLUMN year INTEGER", movies, "the table '\(movies)' was changed"
      ),
    ] {
      let path = try OldCatalog.copy(original, to: "\(name).db")
      try OtherProgram.run(path, sql)
      let before = try Files.bytes(path)
      let findings = try Migrator(path: path).status().findings
      #expect(findings.map(\.object) == [name] && findings.map(\.message) == [message])
      #expect(findings.allSatisfy { $0.kind == .drift && $0.severity == .error })
      #expect(throws: StoreError(.changedSchema(path: path, findings: findings))) {
        try OldCatalog.migrate(path, to: target)
      }
      #expect(try Files.bytes(path) == before)
    }
  }

  private static func file(_ version: SchemaVersion) throws -> String {
    try OldCatalog.make(
      [try OldCatalog.Row("one", ["A", "B"]), try OldCatalog.Row("two", ["B"])], version: version)
  }
}
