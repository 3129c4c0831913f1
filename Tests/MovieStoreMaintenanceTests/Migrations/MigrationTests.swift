import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct MigrationTests {
  static let casts: [[String]] = [
    [], ["Robert De Niro"], ["B", "A", "C"], ["A", "A", "B", "A", "C", "B"],
    ["é", "e\u{301}", "É", "E"], ["a;b", "a\\;b", "\"quoted\"", "it's", "[]", "{}", ","],
    ["👩‍👧", "🇫🇷", "日本", "עברית", "\u{202E}x"], [" ", "", "\t", "\n", " A"],
    ["\\u0000", "\\\\u0000", "\\"], ["null", "1", "true"],
    [String(repeating: "x", count: 16_384)], (0..<300).map { "Extra \($0)" },
  ]

  private static let unmigratable = "casts that are not arrays of valid text"

  /// Returns the first occurrence of each name, compared by bytes.
  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<[UInt8]> = []
    return names.filter { seen.insert($0.bytes).inserted }
  }

  private static func rows() throws -> [OldCatalog.Row] {
    try casts.enumerated().map { try OldCatalog.Row("Movie \($0)", $1) }
  }

  private static func migratedCasts(_ path: String) throws -> [[String]] {
    let store = try Catalog(path: path, access: .reading)
    return try store.movies(order: .added).map { $0.cast.map(\.name) }
  }

  @Test("Preserves every cast entry in order, a repeated one at its first position")
  func casts() throws {
    let path = try OldCatalog.make(try Self.rows())
    try OldCatalog.migrate(path)
    let casts = try Self.migratedCasts(path)
    #expect(casts.map { $0.map(\.bytes) } == Self.casts.map { Self.distinct($0).map(\.bytes) })
  }

  @Test("Progress never decreases or exceeds the total, and reaches it", arguments: [1, 10_000])
  func progress(chunk: Int64) throws {
    // More actors and credits than movies.
    let path = try OldCatalog.make(try Self.rows())
    for target in [SchemaVersion.v6, .v1, .v3, .v6] {
      var reported: [OperationProgress] = []
      let connection = try ConnectionSetup.connection(to: .file(path))
      let options = Migrator.Options(backup: .none, acceptsLosses: true)
      _ = try Migrator(path: path).apply(to: target, options, chunk: chunk, on: connection) {
        reported.append($0)
      }
      #expect(reported.allSatisfy { $0.total == reported[0].total && 0...1 ~= $0.fraction ?? -1 })
      #expect(reported.map(\.completed) == reported.map(\.completed).sorted())
      #expect(reported.last?.fraction == 1)
    }
  }

  @Test("Preserves a cast of 2,000")
  func largeCast() throws {
    let names = (0..<2_000).map { "Name \($0 % 1_900) \($0 / 1_900)" }
    let path = try OldCatalog.make([try OldCatalog.Row("Crowd", names + names.reversed())])
    try OldCatalog.migrate(path)
    #expect(try Self.migratedCasts(path) == [names])
  }

  @Test("Preserves generated casts")
  func generatedCasts() throws {
    var random = RandomSource(seed: 4)
    let casts = (0..<150).map { _ in
      (0..<Int.random(in: 0...6, using: &random)).map { _ in random.text(upTo: 3) }
    }
    let path = try OldCatalog.make(try casts.map { try OldCatalog.Row("x", $0) })
    try OldCatalog.migrate(path)
    let found = try Self.migratedCasts(path)
    #expect(found.map { $0.map(\.bytes) } == casts.map { Self.distinct($0).map(\.bytes) })
  }

  @Test(
    "Numbers actors without gaps, in the order of their first appearance",
    arguments: [1, 2, 3, 10_000])
  func actorKeys(chunk: Int64) throws {
    let path = try OldCatalog.make([
      try OldCatalog.Row("1", ["C", "A", "C"]), try OldCatalog.Row("2", []),
      try OldCatalog.Row("3", ["A", "D", "B"]), try OldCatalog.Row("4", ["B", "E"]),
    ])
    try OldCatalog.migrate(path, chunk: chunk)
    #expect(
      try OtherProgram.rows(path, columns: 2, "SELECT id, name FROM ActorModel ORDER BY id")
        == [["1", "C"], ["2", "A"], ["3", "D"], ["4", "B"], ["5", "E"]])
  }

  @Test("Stepwise, together and in chunks of any size, the content is the same")
  func sameContent() throws {
    let old = try OldCatalog.make(try Self.rows())
    let byStep = try OldCatalog.copy(old, to: "step.db")
    try OldCatalog.migrateByStep(byStep, from: .v1)
    let expected = try OldCatalog.content(byStep)
    for chunk: Int64 in [1, 5, 11, 12, 10_000] {
      let path = try OldCatalog.copy(old, to: "chunk\(chunk).db")
      try OldCatalog.migrate(path, chunk: chunk)
      #expect(try OldCatalog.content(path) == expected)
    }
  }

  @Test("Repeated migrations of copies derive the same UUIDs")
  func sameUUIDs() throws {
    let old = try OldCatalog.make(try Self.rows())
    let copy = try OldCatalog.copy(old, to: "copy.db")
    for path in [old, copy] { try OldCatalog.migrate(path, to: .v4) }
    let sql = "SELECT pk, id, name FROM Actor ORDER BY pk"
    let actors = try OtherProgram.rows(old, columns: 3, sql)
    #expect(try OtherProgram.rows(copy, columns: 3, sql) == actors)
    #expect(actors.allSatisfy { $0[1] == NameUUID.of($0[2].bytes) })
  }

  @Test("Derives sortable titles by the rule of the library", arguments: [1, 2, 10_000])
  func sortableTitles(chunk: Int64) throws {
    let titles =
      ["The Ärger", "ÉTÉ", "The", "", "  Los   Ojos ", "İz", "La\u{A0}Łza"] + Generated.texts
    let path = try OldCatalog.make(titles.map { OldCatalog.Row($0) })
    try OldCatalog.migrate(path, to: .v3, chunk: chunk)
    let found = try OtherProgram.texts(path, "SELECT sortableTitle FROM Movie ORDER BY pk")
    #expect(found.map(\.bytes) == titles.map { SortableTitle.of($0).bytes })
  }

  @Test("Preserves favorites and titles to the byte")
  func favorites() throws {
    let titles = Generated.texts
    let path = try OldCatalog.make(titles.map { OldCatalog.Row($0) }, version: .v2)
    try OtherProgram.run(path, "UPDATE Movie SET favorite = 1 WHERE pk % 3 = 0")
    try OldCatalog.migrate(path)
    let store = try Catalog(path: path, access: .reading)
    let movies = try store.movies(order: .added)
    #expect(movies.map(\.title.bytes) == titles.map(\.bytes))
    #expect(movies.allSatisfy { $0.isFavorite == ($0.id.rawValue % 3 == 0) })
  }

  @Test("Does not reuse ids after a migration")
  func keys() throws {
    let path = try OldCatalog.make([OldCatalog.Row("1"), OldCatalog.Row("2", key: 50)])
    try OtherProgram.run(path, "DELETE FROM Movie WHERE pk = 50")
    try OldCatalog.migrate(path)
    var store = try Catalog(path: path, access: .writing)
    #expect(try store.add("3").id == 51)
  }

  @Test(
    "Migrates sparse ids and both ends of their range", arguments: [1, 10_000])
  func sparseKeys(chunk: Int64) throws {
    let keys: [Int64] = [.min, -7, 0, 1, 1 << 40, .max - 1, .max]
    let path = try OldCatalog.make(
      keys.map { OldCatalog.Row("The \($0)", key: $0, cast: "[\"A\", \"\($0)\"]") })
    try OldCatalog.migrate(path, chunk: chunk)
    let store = try Catalog(path: path, access: .reading)
    let movies = try store.movies(order: .added)
    #expect(movies.map(\.id.rawValue) == keys)
    #expect(movies.map(\.sortableTitle) == keys.map(String.init))
    #expect(movies.map { $0.cast.map(\.name) } == keys.map { ["A", "\($0)"] })
  }

  @Test(
    "A cast that cannot be migrated stops the migration and leaves the file unchanged",
    arguments: [
      "[1]", "[\"A\", null]", "[[\"A\"]]", "[{}]", "[true]", "[1.5]", "[\"A\" \"B\"]", "[A]", "[,]",
      "[\"A\",]", "[]]", "['A']",
      #"["a\u0000b"]"#, #"["a\\\u0000"]"#,
      #"["\ud800"]"#, #"["A", "\uDFFF"]"#, #"["\ud83dx\ude00"]"#, #"["\ud83d\ud83d\ude00"]"#,
    ])
  func unmigratable(cast: String) throws {
    let path = try OldCatalog.make(
      [
        OldCatalog.Row("1", cast: "[\"A\"]"), OldCatalog.Row("2", cast: cast),
        OldCatalog.Row("3", key: 9, cast: cast),
      ], version: .v3)
    let before = try Files.bytes(path)
    #expect(
      throws: StoreError(
        .unmigratableData(
          version: .v4, description: Self.unmigratable, movies: [2, 9]))
    ) {
      try OldCatalog.migrate(path)
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("Preserves a cast in any JSON spelling")
  func spellings() throws {
    let path = try OldCatalog.make([
      OldCatalog.Row("1", cast: "[ \"A\" ,\n\t\"B\"\r]"), OldCatalog.Row("2", cast: "[ ]"),
      OldCatalog.Row("3", cast: #"["\ud83d\uDE00", "\u0041", "\/", "\\ud800", "\uFFFF"]"#),
    ])
    try OldCatalog.migrate(path)
    #expect(
      try Self.migratedCasts(path)
        == [["A", "B"], [], ["😀", "A", "/", "\\ud800", "\u{FFFF}"]])
  }

  @Test("Reports the first ten movies that cannot be migrated")
  func firstTen() throws {
    let path = try OldCatalog.make(
      (1...30).map { OldCatalog.Row("\($0)", cast: "[0]") }, version: .v3)
    let error = try storeProblem { try OldCatalog.migrate(path) }
    #expect(
      error
        == .unmigratableData(
          version: .v4, description: Self.unmigratable, movies: Array(1...10))
    )
  }

  @Test(
    "The invariant finds missing, misplaced and additional credits",
    arguments: [
      "DELETE FROM MovieActor WHERE movieID = 2 AND position = 1",
      "UPDATE MovieActor SET position = 9 - position WHERE movieID = 2",
      "INSERT INTO MovieActor VALUES (2, 1, 7)",
      "UPDATE Actor SET name = 'a' WHERE name = 'A'",
      "DELETE FROM MovieActor WHERE movieID = 2",
    ])
  func invariant(fault: String) throws {
    let path = try OldCatalog.make(
      [
        try OldCatalog.Row("1", ["X", "Y"]), try OldCatalog.Row("2", ["B", "A", "B"]),
      ], version: .v3)
    let before = try Files.bytes(path)
    let error = try storeProblem {
      let connection = try ConnectionSetup.connection(to: .file(path))
      try connection.write { transaction throws in
        try MigrationExecutor.migrate(
          from: .v3, to: .v4, using: [Self.v4(with: fault)], in: transaction)
      }
    }
    #expect(
      error
        == .unmigratableData(
          version: .v4, description: "casts that were not copied correctly", movies: [2]))
    #expect(try Files.bytes(path) == before)
  }

  /// Returns the migration with a fault before its invariant.
  private static func v4(with fault: String) -> Migration {
    var actions: [Migration.Action] = []
    for action in Migration.v4.up {
      if case .invariant = action.work { actions.append(.instantly(fault)) }
      actions.append(action)
    }
    return Migration(version: .v4, summary: "faulty", up: actions)
  }
}
