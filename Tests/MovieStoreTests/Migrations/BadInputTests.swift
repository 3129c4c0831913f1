import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// Files that cannot be migrated, or not all of them: each is told for what it is, and left alone.
@Suite(.limited, .temporaryDirectory) struct BadInputTests {
  /// Everything that a migrator does with a file, and the error or the messages of it.
  private static func answers(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Answer] {
    let migrator = try Migrator(path: path)
    return [
      "status": answer { try migrator.status().findings },
      "plan": answer { try migrator.plan().findings },
      "rehearse": answer { try migrator.rehearse().findings },
      "verify": answer { try migrator.verify().findings },
      "apply": answer {
        try migrator.apply(Migrator.Options(backup: .none))
        return []
      },
    ]
  }

  enum Answer: Equatable {
    case error(StoreError)
    case findings([Finding])
  }

  private static func answer(_ body: () throws -> [Finding]) -> Answer {
    do {
      return .findings(try body())
    } catch {
      return .error(StoreError(error, path: ""))
    }
  }

  /// A file of a v3 catalog, changed.
  struct Spoiled: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var sql: [String] = []
    let error: @Sendable (String) -> StoreError
  }

  @Test(
    "a file of another kind is refused in the same words by all",
    arguments: [
      Spoiled(testDescription: "newer", sql: ["PRAGMA user_version = 7"]) {
        .newerSchema(path: $0, version: 7)
      },
      Spoiled(testDescription: "foreign", sql: ["PRAGMA application_id = 7"]) {
        .notAMovieDatabase(path: $0, reason: "it was not created by movies")
      },
      Spoiled(testDescription: "no version", sql: ["PRAGMA user_version = 0"]) {
        .notAMovieDatabase(path: $0, reason: "its schema version (0) is invalid")
      },
      Spoiled(testDescription: "a negative version", sql: ["PRAGMA user_version = -3"]) {
        .notAMovieDatabase(path: $0, reason: "its schema version (-3) is invalid")
      },
    ])
  func refused(spoiled: Spoiled) throws {
    let path = try OldCatalog.make([try OldCatalog.Row("x", ["A"])], version: .v3)
    try OtherProgram.run(path, spoiled.sql)
    try Self.expectAll(.error(spoiled.error(path)), path)
  }

  @Test("so is one that is no database", arguments: ["Dear diary", "x", "SQLite format 3 "])
  func noDatabase(text: String) throws {
    let path = TemporaryDirectory.path("movies.db")
    try Files.write(
      Array(text.utf8) + (text.utf8.count > 1 ? Array(repeating: 7, count: 5_000) : []), to: path)
    try Self.expectAll(
      .error(.notAMovieDatabase(path: path, reason: "it is not an SQLite database")), path)
  }

  @Test("so are random bytes, with and without the header of a database")
  func randomBytes() throws {
    var random = RandomSource(seed: 6)
    let path = TemporaryDirectory.path("movies.db")
    for header in ["", "SQLite format 3\0"] {
      try Files.write(
        Array(header.utf8) + (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) },
        to: path)
      try Self.expectAll(
        .error(.notAMovieDatabase(path: path, reason: "it is not an SQLite database")), path)
    }
  }

  @Test("so are a folder, and nothing")
  func noFile() throws {
    let folder = TemporaryDirectory.path("folder")
    try Files.makeFolder(folder)
    for answer in try Self.answers(folder).values {
      #expect(answer == .error(.notAMovieDatabase(path: folder, reason: "it is a directory")))
    }
    let nothing = TemporaryDirectory.path("nothing")
    for answer in try Self.answers(nothing).values {
      #expect(answer == .error(.fileNotFound(path: nothing)))
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["folder"])
  }

  @Test("what nobody may read is unreadable, and what nobody may write is not migrated")
  func permissions() throws {
    let path = try OldCatalog.make([try OldCatalog.Row("x", ["A"])], version: .v3)
    let before = try Files.bytes(path)
    Files.setMode(0o777, of: TemporaryDirectory.current)
    Files.setMode(0, of: path)
    for answer in try withoutPrivileges({ try Self.answers(path).values }) {
      // Who is bound by file modes in this thread alone is told so by the opening, not beforehand.
      #expect(
        [
          .error(.unreadable(path: path, reason: "Permission denied")),
          .error(.inputOutput(path: path, detail: "unable to open database file")),
        ].contains(answer))
    }
    Files.setMode(0o444, of: path)
    let answers = try withoutPrivileges { try Self.answers(path) }
    #expect(answers["apply"] == .error(.readOnly(path: path)))
    for look in ["status", "plan", "rehearse", "verify"] {
      #expect(answers[look] == .findings([]), "\(look)")
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("a file of no bytes is begun")
  func noBytes() throws {
    let path = TemporaryDirectory.path("movies.db")
    try Files.touch(path)
    let migrator = try Migrator(path: path)
    #expect(try migrator.status().version == nil)
    #expect(try migrator.status().pending == SchemaVersion.allCases)
    #expect(try migrator.plan().steps.map(\.version) == SchemaVersion.allCases)
    #expect(try migrator.rehearse().findings == [])
    #expect(try migrator.verify().findings == [])
    #expect(try Files.bytes(path) == [])
    #expect(try migrator.apply(to: .v2).from == nil)
    #expect(try migrator.apply().from == .v2)
    #expect(try CatalogReading.faults(path) == [])
  }

  @Test(
    "a version without its tables, or with those of another, is a changed schema",
    arguments: [
      (SchemaVersion.v1, ["DROP TABLE Movie"], 1), (.v5, ["PRAGMA user_version = 3"], 3),
      (.v3, ["PRAGMA user_version = 6"], 6),
      (.v4, ["DROP TABLE MovieActor", "DROP TABLE Actor"], 4),
    ])
  func otherTables(version: SchemaVersion, changes: [String], number: Int) throws {
    let path = try OldCatalog.make([try OldCatalog.Row("x", ["A"])], version: version)
    try OtherProgram.run(path, changes)
    let before = try Files.bytes(path)
    let status = try Migrator(path: path).status()
    #expect(status.version?.rawValue == number && !status.findings.isEmpty)
    #expect(status.findings.allSatisfy { $0.kind == .drift && $0.object != nil && $0.hint != nil })
    #expect(try Migrator(path: path).verify().findings == status.findings)
    for target in SchemaVersion.allCases where target.rawValue != number {
      #expect(throws: StoreError.changedSchema(path: path, findings: status.findings)) {
        try Migrator(path: path).apply(to: target)
      }
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test(
    "a cast that cannot be carried is found by every look, with its row",
    arguments: ["[1]", "[\"A\", null]", "[{}]", "[A]", "[\"A\",]", #"["a\u0000b"]"#])
  func casts(cast: String) throws {
    let path = try OldCatalog.make(
      [OldCatalog.Row("1", cast: "[\"A\"]"), OldCatalog.Row("2", key: 7, cast: cast)], version: .v2)
    let before = try Files.bytes(path)
    let claim = "casts that are not arrays of valid text"
    for (name, answer) in try Self.answers(path) {
      switch answer {
      case .findings(let findings):
        let errors = findings.filter { $0.severity == .error }
        #expect(name == "status" ? findings.isEmpty : errors.map(\.rows) == [[7]], "\(name)")
        #expect(errors.allSatisfy { $0.kind == .data && $0.message.contains("cast") })
      case .error(let error):
        #expect(name == "apply")
        #expect(error == .unmigratableData(version: .v4, claim: claim, movies: [7]))
      }
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Migrator(path: path).apply(to: .v3, Migrator.Options(backup: .none)).to == .v3)
  }

  @Test("a file cut short, or with a page of nonsense, is found damaged", arguments: [true, false])
  func damaged(isCut: Bool) throws {
    let path = try KilledMigrationTests.file(of: .v3)
    let (whole, before) = (try Files.bytes(path), try CatalogReading(path))
    for page in stride(from: 2, to: whole.count / 512, by: 3) {
      var bytes = whole
      if isCut {
        bytes.removeLast(whole.count - 512 * page)
      } else {
        bytes.replaceSubrange(512 * page..<512 * page + 512, with: repeatElement(0xA5, count: 512))
      }
      try Files.write(bytes, to: path)
      let found = Self.answer { try Migrator(path: path).verify().findings }
      #expect(Self.tellsOfDamage(found), "page \(page): \(found)")
      #expect(try Files.bytes(path) == bytes)
      let done = Self.answer {
        try Migrator(path: path).apply(Migrator.Options(backup: .none))
        return []
      }
      if Self.tellsOfDamage(done) {
        #expect(try Files.bytes(path) == bytes)
      } else {
        // A page that no step reads, such as one of the log.
        #expect(try done == .findings([]) && CatalogReading(path).agrees(with: before))
      }
      #expect(try Files.names(in: TemporaryDirectory.current) == ["original.db"])
    }
  }

  private static func tellsOfDamage(_ answer: Answer) -> Bool {
    switch answer {
    case .error(.damaged), .error(.inputOutput), .error(.notAMovieDatabase): true
    case .error: false
    case .findings(let findings): findings.contains { $0.severity == .error }
    }
  }

  private static func expectAll(
    _ expected: Answer, _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try Files.bytes(path)
    for (name, answer) in try answers(path) {
      #expect(answer == expected, "\(name)", sourceLocation: sourceLocation)
    }
    #expect(try Files.bytes(path) == before, sourceLocation: sourceLocation)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }
}
