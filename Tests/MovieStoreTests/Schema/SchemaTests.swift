import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct SchemaTests {
  /// Name, type, NOT NULL, default, and position in the primary key, as in SQLite's `table_info`.
  static let tables: [SchemaVersion: [String: [String]]] = [
    .v1: [
      "Movie": [
        "pk INTEGER 0 NULL 1", "id TEXT 1 NULL 0", "title TEXT 1 NULL 0", "cast TEXT 1 '[]' 0",
      ]
    ],
    .v2: [
      "Movie": [
        "pk INTEGER 0 NULL 1", "id TEXT 1 NULL 0", "title TEXT 1 NULL 0", "cast TEXT 1 '[]' 0",
        "favorite INTEGER 1 0 0",
      ]
    ],
    .v3: [
      "Movie": [
        "pk INTEGER 0 NULL 1", "id TEXT 1 NULL 0", "title TEXT 1 NULL 0", "cast TEXT 1 '[]' 0",
        "favorite INTEGER 1 0 0", "sortableTitle TEXT 1 '' 0",
      ]
    ],
    .v4: [
      "Movie": [
        "pk INTEGER 0 NULL 1", "id TEXT 1 NULL 0", "title TEXT 1 NULL 0",
        "favorite INTEGER 1 0 0", "sortableTitle TEXT 1 '' 0",
      ],
      "Actor": ["pk INTEGER 0 NULL 1", "id TEXT 1 NULL 0", "name TEXT 1 NULL 0"],
      "MovieActor": credits,
    ],
    .v5: [
      "Movie": movies, "Actor": actors, "MovieActor": credits,
    ],
    .v6: [
      "MovieModel": movies, "ActorModel": actors, "MovieActor": credits,
      "movieSearchNote": ["movieID INTEGER 0 NULL 1"],
      "actorSearchNote": ["actorID INTEGER 0 NULL 1"],
      "movieSearchVersion": ["version INTEGER 1 NULL 0"],
    ],
  ]
  private static let movies = [
    "id INTEGER 0 NULL 1", "title TEXT 1 NULL 0", "favorite INTEGER 1 0 0",
    "sortableTitle TEXT 1 '' 0",
  ]
  private static let actors = ["id INTEGER 0 NULL 1", "name TEXT 1 NULL 0"]
  private static let credits = [
    "movieID INTEGER 1 NULL 1", "actorID INTEGER 1 NULL 2", "position INTEGER 1 NULL 0",
  ]

  static let indexes: [SchemaVersion: Set<String>] = [
    .v1: ["movie_by_uuid"],
    .v2: ["movie_by_uuid"],
    .v3: ["movie_by_uuid", "movie_by_sortable_title"],
    .v4: [
      "movie_by_uuid", "movie_by_sortable_title", "actor_by_name", "actor_by_uuid", "cast_by_actor",
    ],
    .v5: ["movie_by_sortable_title", "actor_by_name", "cast_by_actor"],
    .v6: ["movie_by_sortable_title", "actor_by_name", "cast_by_actor", "attribute_by_value"],
  ]

  @Test("Each version has its tables, columns and indexes", arguments: SchemaVersion.allCases)
  func version(version: SchemaVersion) throws {
    let path = try OldCatalog.make(version: version)
    let expected = try #require(Self.tables[version])
    let names = try OtherProgram.texts(
      path,
      "SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    let auxiliary =
      version == .newest
      ? [MigrationLog.table, "movieHistory", "movieHistoryChange", "MovieAttribute"]
      : [MigrationLog.table]
    #expect(Set(names) == Set(expected.keys).union(auxiliary))
    for (table, columns) in expected {
      let found = try OtherProgram.rows(
        path, columns: 5,
        "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info('\(table)')")
      #expect(found.map { $0.joined(separator: " ") } == columns)
    }
    let indexes = try OtherProgram.texts(
      path, "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    #expect(Set(indexes) == Self.indexes[version])
  }

  @Test(
    "Every table is STRICT, and all but the credits use AUTOINCREMENT",
    arguments: SchemaVersion.allCases)
  func strict(version: SchemaVersion) throws {
    let path = try OldCatalog.make(version: version)
    let notStrict = try OtherProgram.texts(
      path,
      """
      SELECT name FROM pragma_table_list
      WHERE type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'
      """)
    #expect(notStrict.isEmpty)
    let counted = try OtherProgram.texts(
      path, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
    let named = Set((Self.tables[version] ?? [:]).keys)
    let others = ["MovieActor", "movieSearchNote", "actorSearchNote", "movieSearchVersion"]
    #expect(Set(counted) == named.subtracting(others))
  }

  @Test("The migrations up and down produce the listed schemas", arguments: SchemaVersion.allCases)
  func lists(version: SchemaVersion) throws {
    for start in [nil, SchemaVersion.newest] as [SchemaVersion?] {
      let connection = try Connection(.memory)
      let objects = try connection.write { transaction throws in
        let steps =
          DirectedMigration.sequence(from: nil, to: start ?? version)
          + (start.map { DirectedMigration.sequence(from: $0, to: version) } ?? [])
        for action in steps.flatMap(\.actions) {
          if case .statement(let sql) = action.work { try transaction.execute(SQL(raw: sql)) }
        }
        return try SchemaObject.all(in: transaction)
      }
      #expect(SchemaFingerprint.of(objects) == Schema(version).fingerprint)
    }
  }

  @Test("A new file has the exact text of the derived objects, and both pragmas")
  func newFile() throws {
    let path = try Catalog.file()
    #expect(try OtherProgram.texts(path, "PRAGMA user_version") == ["6"])
    #expect(try OtherProgram.texts(path, "PRAGMA application_id") == ["\(0x4D4F_5649)"])
    // The first setting creates its table, and the first sync those of syncs.
    let ours = (Schema(.newest).objects + Schema.auxiliaryObjects).map(\.name)
      .filter { $0 != "movieSetting" && !$0.hasPrefix("movieSync") }
    let names = try OtherProgram.texts(path, "SELECT name FROM sqlite_schema WHERE sql IS NOT NULL")
    #expect(
      Set(names.filter { !$0.hasPrefix("sqlite_") })
        == Set(ours).union(SearchIndex.shadowTables))
    for object in SearchIndex.objects {
      let sql = try OtherProgram.texts(
        path, "SELECT sql FROM sqlite_schema WHERE name = '\(object.name)'")
      #expect(sql == [object.sql])
    }
    #expect(try OtherProgram.texts(path, "PRAGMA integrity_check") == ["ok"])
  }

  @Test("A new file and an upgraded one have the same schema text")
  func sameForAll() throws {
    let new = try Catalog.file("new.db")
    let old = try OldCatalog.make(named: "old.db")
    try OldCatalog.migrateByStep(old, from: .v1)
    let sql = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    #expect(
      try OtherProgram.rows(new, columns: 3, sql) == OtherProgram.rows(old, columns: 3, sql))
  }

  @Test("Versions are ordered, and each has a migration")
  func versions() {
    #expect(SchemaVersion.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
    #expect(SchemaVersion.newest == .v6)
    #expect(SchemaVersion.allCases.sorted() == SchemaVersion.allCases)
    #expect(Migration.all.map(\.version) == SchemaVersion.allCases)
    #expect(Migration.all.allSatisfy { !$0.summary.isEmpty && !$0.up.isEmpty })
  }

  @Test(
    "Constraints of the columns",
    arguments: [
      "INSERT INTO MovieModel(title, favorite) VALUES ('a', 2)",
      "INSERT INTO MovieModel(title, favorite) VALUES ('a', 'yes')",
      "INSERT INTO MovieModel(title) VALUES (NULL)", "INSERT INTO MovieModel(title) VALUES (x'00')",
      "INSERT INTO ActorModel(name) VALUES (NULL)",
      "INSERT INTO ActorModel(name) VALUES ('A'), ('A')",
      "INSERT INTO MovieActor VALUES (NULL, 1, 0)", "INSERT INTO MovieActor VALUES (1, 1, -1)",
    ])
  func checks(sql: String) throws {
    let path = try Catalog.file()
    #expect(throws: SQLiteError.self) { try OtherProgram.run(path, sql) }
  }
}
