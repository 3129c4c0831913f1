import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Files that cannot be migrated: each is reported and left unchanged.
@Suite(.limited, .temporaryDirectory) struct BadInputTests {
  /// Runs all functions of a migrator, and returns their errors or findings.
  private static func outcomes(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Outcome] {
    let migrator = try Migrator(path: path)
    return [
      "status": outcome { try migrator.status().findings },
      "plan": outcome { try migrator.plan().findings },
      "rehearse": outcome { try migrator.rehearse().findings },
      "verify": outcome { try migrator.verify().findings },
      "apply": outcome {
        try migrator.apply(Migrator.Options(backup: .none))
        return []
      },
    ]
  }

  enum Outcome: Equatable {
    case error(StoreError.Problem)
    case findings([Finding])
  }

  private static func outcome(_ body: () throws -> [Finding]) -> Outcome {
    do {
      return .findings(try body())
    } catch {
      return .error(StoreError(error, path: "").problem)
    }
  }

  /// A changed v3 catalog.
  struct ChangedFile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var sql: [String] = []
    let error: @Sendable (String) -> StoreError.Problem
  }

  @Test(
    "All functions reject an unsuitable file with the same error",
    arguments: [
      ChangedFile(testDescription: "newer", sql: ["PRAGMA user_version = 7"]) {
        .newerSchema(path: $0, version: 7)
      },
      ChangedFile(testDescription: "foreign", sql: ["PRAGMA application_id = 7"]) {
        .notAMovieDatabase(path: $0, reason: "it was not created by movies")
      },
      ChangedFile(testDescription: "no version", sql: ["PRAGMA user_version = 0"]) {
        .notAMovieDatabase(path: $0, reason: "its schema version (0) is invalid")
      },
      ChangedFile(testDescription: "a negative version", sql: ["PRAGMA user_version = -3"]) {
        .notAMovieDatabase(path: $0, reason: "its schema version (-3) is invalid")
      },
    ])
  func rejected(file: ChangedFile) throws {
    let path = try OldCatalog.make([try OldCatalog.Row("x", ["A"])], version: .v3)
    try OtherProgram.run(path, file.sql)
    try Self.expectAll(.error(file.error(path)), path)
  }

  @Test(
    "All functions reject a file that is not a database",
    arguments: ["Dear diary", "x", "SQLite format 3 "])
  func noDatabase(text: String) throws {
    let path = TemporaryDirectory.path("movies.db")
    try Files.write(
      Array(text.utf8) + (text.utf8.count > 1 ? Array(repeating: 7, count: 5_000) : []), to: path)
    try Self.expectAll(
      .error(.notAMovieDatabase(path: path, reason: "it is not an SQLite database")), path)
  }

  @Test("All functions reject a file format that SQLite does not know")
  func unknownFormat() throws {
    let path = try OldCatalog.make([try OldCatalog.Row("x", ["A"])], version: .v3)
    var bytes = try Files.bytes(path)
    bytes[47] = 5
    try Files.write(bytes, to: path)
    for (name, outcome) in try Self.outcomes(path) {
      guard case .error(.notAMovieDatabase(path, let reason)) = outcome else {
        Issue.record("\(name): \(outcome)")
        continue
      }
      #expect(reason.hasPrefix("SQLite cannot read it: "), "\(name)")
    }
  }

  @Test("All functions reject random bytes, with and without the header of a database")
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

  @Test("All functions reject a directory and a missing file")
  func noFile() throws {
    let directory = TemporaryDirectory.path("directory")
    try Files.makeDirectory(directory)
    for outcome in try Self.outcomes(directory).values {
      #expect(outcome == .error(.notAMovieDatabase(path: directory, reason: "it is a directory")))
    }
    let nothing = TemporaryDirectory.path("nothing")
    for outcome in try Self.outcomes(nothing).values {
      #expect(outcome == .error(.fileNotFound(path: nothing)))
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["directory"])
  }

  @Test("An unreadable file is an error; a read-only file is not migrated")
  func permissions() throws {
    let path = try OldCatalog.make([try OldCatalog.Row("x", ["A"])], version: .v3)
    let before = try Files.bytes(path)
    Files.setMode(0o777, of: TemporaryDirectory.current)
    Files.setMode(0, of: path)
    for outcome in try withoutPrivileges({ try Self.outcomes(path).values }) {
      // If only this thread has no privileges, the error comes from opening the file, not from a check.
      #expect(
        [
          .error(.unreadable(path: path, reason: "Permission denied")),
          .error(.inputOutput(path: path, detail: "unable to open database file")),
        ].contains(outcome))
    }
    Files.setMode(0o444, of: path)
    let outcomes = try withoutPrivileges { try Self.outcomes(path) }
    #expect(outcomes["apply"] == .error(.readOnly(path: path)))
    for function in ["status", "plan", "rehearse", "verify"] {
      #expect(outcomes[function] == .findings([]), "\(function)")
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test("Migrates an empty file")
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
    "A version without its tables, or with those of another version, is a changed schema",
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
    #expect(status.findings.allSatisfy { $0.kind == .drift && $0.object != nil })
    #expect(try Migrator(path: path).verify().findings == status.findings)
    for target in SchemaVersion.allCases where target.rawValue != number {
      #expect(throws: StoreError(.changedSchema(path: path, findings: status.findings))) {
        try Migrator(path: path).apply(to: target)
      }
    }
    #expect(try Files.bytes(path) == before)
  }

  @Test(
    "Every check reports a cast that cannot be migrated, with its row",
    arguments: ["[1]", "[\"A\", null]", "[{}]", "[A]", "[\"A\",]", #"["a\u0000b"]"#])
  func casts(cast: String) throws {
    let path = try OldCatalog.make(
      [OldCatalog.Row("1", cast: "[\"A\"]"), OldCatalog.Row("2", key: 7, cast: cast)], version: .v2)
    let before = try Files.bytes(path)
    let description = "casts that are not arrays of valid text"
    for (name, outcome) in try Self.outcomes(path) {
      switch outcome {
      case .findings(let findings):
        let errors = findings.filter { $0.severity == .error }
        #expect(name == "status" ? findings.isEmpty : errors.map(\.rows) == [[7]], "\(name)")
        #expect(errors.allSatisfy { $0.kind == .data && $0.message.contains("cast") })
      case .error(let error):
        #expect(name == "apply")
        #expect(error == .unmigratableData(version: .v4, description: description, movies: [7]))
      }
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Migrator(path: path).apply(to: .v3, Migrator.Options(backup: .none)).to == .v3)
  }

  @Test(
    "Reports damage in a truncated file and in a file with an overwritten page",
    arguments: [true, false])
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
      let found = Self.outcome { try Migrator(path: path).verify().findings }
      #expect(Self.reportsDamage(found), "page \(page): \(found)")
      #expect(try Files.bytes(path) == bytes)
      let done = Self.outcome {
        try Migrator(path: path).apply(Migrator.Options(backup: .none))
        return []
      }
      if Self.reportsDamage(done) {
        #expect(try Files.bytes(path) == bytes)
      } else {
        // No step reads the page; for example, a page of the log.
        #expect(try done == .findings([]) && CatalogReading(path).agrees(with: before))
      }
      #expect(try Files.names(in: TemporaryDirectory.current) == ["original.db"])
    }
  }

  private static func reportsDamage(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .error(.damaged), .error(.inputOutput), .error(.notAMovieDatabase): true
    case .error: false
    case .findings(let findings): findings.contains { $0.severity == .error }
    }
  }

  private static func expectAll(
    _ expected: Outcome, _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try Files.bytes(path)
    for (name, outcome) in try outcomes(path) {
      #expect(outcome == expected, "\(name)", sourceLocation: sourceLocation)
    }
    #expect(try Files.bytes(path) == before, sourceLocation: sourceLocation)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }
}
