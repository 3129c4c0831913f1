import MovieSQLite
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// `Fixtures/catalog-v1.sql` and so on: one catalog at every version, as a file of that version has it.
@Suite(.limited, .temporaryDirectory) struct FixtureTests {
  /// All steps, and the longest ways. `PairTests` compares the others with steps.
  private static let pairs = SchemaVersion.allCases.flatMap { start in
    SchemaVersion.allCases.filter { [1, 5].contains(abs(start.rawValue - $0.rawValue)) }
      .map { (start, $0) }
  }

  private static func name(_ version: SchemaVersion) -> String { "catalog-\(version).sql" }

  private static func text(_ version: SchemaVersion) throws -> String {
    String(decoding: try Files.bytes(Golden.path(name(version))), as: UTF8.self)
  }

  /// Loads the fixture with another program and returns the path of the database.
  private static func load(
    _ version: SchemaVersion, as name: String = "movies.db"
  ) throws -> String {
    let path = TemporaryDirectory.path(name)
    #expect(try PlainConnection(path).run(text(version)) == [])
    return path
  }

  @Test("A fixture equals the result of the migrations", arguments: SchemaVersion.allCases)
  func created(version: SchemaVersion) throws {
    let connection = try ConnectionSetup.connection(to: .memory)
    try SampleCatalog.edgeCases.create(version, in: connection)
    let text = try CatalogDump.text(of: version, in: connection)
    Golden.expect(text, isFixture: Self.name(version))
  }

  @Test(
    "A fixture is printable text that starts with both pragmas", arguments: SchemaVersion.allCases)
  func printable(version: SchemaVersion) throws {
    let text = try Self.text(version)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !CatalogDump.isUnprintable($0) })
    let pragmas = """
      PRAGMA application_id = \(Schema.applicationID);
      PRAGMA user_version = \(version.rawValue);

      """
    #expect(text.hasPrefix(pragmas))
  }

  @Test(
    "The shell loads a fixture without output, and the result dumps to the same bytes",
    arguments: SchemaVersion.allCases)
  func loaded(version: SchemaVersion) throws {
    let path = try Self.load(version)
    #expect(try CatalogDump.text(of: version, in: path).bytes == Self.text(version).bytes)
    #expect(try Migrator(path: path).status().findings == [])
  }

  @Test("The check of a loaded fixture reports no errors", arguments: [SchemaVersion.v1, .v4, .v6])
  func sound(version: SchemaVersion) throws {
    let verification = try Migrator(path: try Self.load(version)).verify()
    #expect(verification.version == version)
    #expect(verification.findings.filter { $0.severity == .error } == [])
    #expect(verification.steps.count == 2 * (SchemaVersion.newest.rawValue - version.rawValue))
  }

  @Test("Upgrading a fixture produces the rows of the newer fixture")
  func up() throws {
    for (start, target) in Self.pairs where start < target {
      let path = try Self.load(start, as: "from-\(start)-to-\(target).db")
      let expected = try Self.load(target, as: "\(target)-expected-from-\(start).db")
      try OldCatalog.migrate(path, to: target)
      if start == .v1 {
        // v1 has no favorites.
        let table = Schema(target).movies
        try OtherProgram.run(expected, "UPDATE \(table) SET favorite = 0")
      }
      #expect(
        try CatalogDump.text(of: target, in: path).bytes
          == CatalogDump.text(of: target, in: expected).bytes, "\(start) to \(target)")
    }
  }

  @Test(
    "Migrating a fixture down produces the movies, favorites, casts and id counter of the older fixture"
  )
  func content() throws {
    // Upgrades produce the same rows.
    for (start, target) in Self.pairs where start > target {
      let path = try Self.load(start, as: "from-\(start)-to-\(target).db")
      let expected = try Self.load(target, as: "\(target)-expected-from-\(start).db")
      try OldCatalog.migrate(path, to: target)
      let hasFavorites = start > .v1 && target > .v1
      #expect(
        try Self.content(path, of: target, withFavorites: hasFavorites)
          == Self.content(expected, of: target, withFavorites: hasFavorites),
        "\(start) to \(target)")
    }
  }

  @Test(
    "A downgrade that derives no casts and no UUIDs produces the rows of the older fixture",
    arguments: [(SchemaVersion.v6, SchemaVersion.v5), (.v3, .v2), (.v3, .v1), (.v2, .v1)])
  func down(start: SchemaVersion, target: SchemaVersion) throws {
    let path = try Self.load(start)
    try OldCatalog.migrate(path, to: target)
    #expect(try CatalogDump.text(of: target, in: path).bytes == Self.text(target).bytes)
  }

  @Test("A loaded fixture does not reuse ids", arguments: SchemaVersion.allCases)
  func counters(version: SchemaVersion) throws {
    let path = try Self.load(version)
    var store = try Catalog(path: path, access: .migrating)
    // The catalog had one more movie, which was deleted.
    #expect(
      try store.add("Heat").id.rawValue == Int64(Array(SampleCatalog.edgeCases.rows).count + 2))
  }

  @Test("The literal of any text is printable and has its bytes")
  func literals() throws {
    let connection = try Connection(.memory)
    for text in Generated.texts {
      let literal = CatalogDump.literal(text)
      let found = try connection.read { transaction throws in
        try transaction.rows("SELECT \(literal)")
      }
      #expect(found.map { $0[0].bytes } == [text.bytes], "\(literal)")
      #expect(!literal.unicodeScalars.contains(where: CatalogDump.isUnprintable))
    }
  }

  /// Returns each movie with its key, title, favorite and cast names, and the last key.
  private static func content(
    _ path: String, of version: SchemaVersion, withFavorites: Bool
  ) throws -> [[String]] {
    let names = Schema(version)
    let cast =
      version < .v4
      ? """
      SELECT value AS name FROM json_each(movie."cast") GROUP BY value ORDER BY min(key)
      """
      : """
      SELECT name FROM MovieActor JOIN \(names.actors) AS actor ON actor.\(names.key) = actorID
      WHERE movieID = movie.\(names.key) ORDER BY position
      """
    return try OtherProgram.rows(
      path, columns: 4,
      """
      SELECT \(names.key), hex(title), \(withFavorites ? "favorite" : "0"),
        (SELECT hex(json_group_array(name)) FROM (\(cast)))
      FROM \(names.movies) AS movie
      UNION ALL
      SELECT seq, '', '', '' FROM sqlite_sequence WHERE name = '\(names.movies)'
      """)
  }
}
