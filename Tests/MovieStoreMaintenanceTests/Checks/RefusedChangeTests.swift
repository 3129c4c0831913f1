import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Changes that a third-party constraint rejects.
@Suite(.limited, .temporaryDirectory) struct RefusedChangeTests {
  private static let loans = [
    "m INTEGER REFERENCES MovieModel(id)", "m INTEGER REFERENCES moviemodel",
    "m INTEGER REFERENCES MovieModel(id) ON DELETE RESTRICT",
    "m INTEGER NOT NULL REFERENCES MovieModel(id) ON DELETE SET NULL",
    "m INTEGER CHECK (m IS NOT NULL) REFERENCES MovieModel(id) ON DELETE SET NULL",
    "m INTEGER REFERENCES MovieModel(id) DEFERRABLE INITIALLY DEFERRED",
    "m INTEGER REFERENCES ActorModel(id)",
    // Foreign key mismatches: the columns are not a key, or do not exist.
    "m TEXT REFERENCES MovieModel(title)", "m TEXT REFERENCES MovieModel(year)",
  ]

  @Test("A table that refers to a movie rejects its deletion", arguments: loans)
  func reference(column: String) throws {
    let path = try Self.file(
      "CREATE TABLE loans(\(column))", "INSERT INTO loans VALUES (1)", "CREATE TABLE plain(a)")
    let message = try Self.refusal(path) { store in try store.delete(1) }
    let messages = [
      "FOREIGN KEY constraint failed", "NOT NULL constraint failed: loans.m",
      "CHECK constraint failed: m IS NOT NULL",
      #"foreign key mismatch - "loans" referencing "MovieModel""#,
    ]
    #expect(messages.contains(message))
  }

  private static let unique = "CREATE UNIQUE INDEX one ON MovieModel(title)"

  @Test(
    "A unique index rejects a second movie that is added, alone or with others, edited or seeded")
  func uniqueIndex() throws {
    let path = try Self.file(Self.unique, "CREATE TABLE loans(m REFERENCES MovieModel(id))")
    let message = "UNIQUE constraint failed: MovieModel.title"
    #expect(try Self.refusal(path) { store in try store.add("Heat") } == message)
    #expect(
      try Self.refusal(path) { store in try store.edit(id: 2, MovieEdit(title: "Heat")) }
        == message)
    #expect(
      try Self.refusal(path) { store in
        try store.add(contentsOf: ["New", "Ran"].map { MovieDraft(title: $0) })
      } == message)
    try OtherProgram.run(
      path, "DROP INDEX one", "CREATE UNIQUE INDEX few ON MovieModel(favorite)",
      "DROP TABLE loans")
    #expect(
      try Self.refusal(path) { store in try store.seed(9) }
        == "UNIQUE constraint failed: MovieModel.favorite")
  }

  @Test("An index whose expression fails for a row rejects the row")
  func expression() throws {
    let path = try Self.file(
      "CREATE INDEX odd ON MovieModel(abs(-9223372036854775808 + favorite)) WHERE id > 2")
    #expect(try Self.refusal(path) { store in try store.add("Alien") } == "integer overflow")
  }

  @Test(
    "Constraints on the tables of attributes and of the history reject changes",
    arguments: [
      (
        "CREATE UNIQUE INDEX one ON MovieAttribute(key, value)",
        "UNIQUE constraint failed: MovieAttribute.key, MovieAttribute.value"
      ),
      (
        """
        CREATE TABLE loans(m DEFAULT 2, k DEFAULT 'year', o DEFAULT 0,
          FOREIGN KEY (m, k, o) REFERENCES MovieAttribute(movieID, key, ordinal))
        """,
        "FOREIGN KEY constraint failed"
      ),
      (
        "CREATE UNIQUE INDEX one ON movieHistory(state) WHERE id >= 3",
        "UNIQUE constraint failed: movieHistory.state"
      ),
      (
        "CREATE INDEX odd ON movieHistory(abs(-9223372036854775808 + (id < 4)))",
        "integer overflow"
      ),
    ])
  func newTables(sql: String, message: String) throws {
    let path = try Self.file()
    var store = try Catalog(path: path, access: .writing)
    let years = try MovieAttributes([.year: [.integer(1985)]])
    try store.edit(id: 2, MovieEdit(attributes: years))
    let isTable = sql.hasPrefix("CREATE TABLE")
    try OtherProgram.run(path, [sql] + (isTable ? ["INSERT INTO loans DEFAULT VALUES"] : []))
    let refusal = try Self.refusal(path) { store in
      try store.write { store in
        try store.edit(id: 1, MovieEdit(attributes: years))
        try store.edit(id: 2, MovieEdit(removedAttributes: [.year]))
      }
    }
    #expect(refusal == message)
    let notes = try Doctor(path: path).check().findings
    #expect(notes.count == 1 && notes.allSatisfy { $0.severity == .note })
  }

  @Test(
    "Deleting the history is rejected if another program refers to it",
    arguments: [
      "e DEFAULT 2 REFERENCES movieHistory(id)",
      """
      e DEFAULT 2, m DEFAULT 2,
      FOREIGN KEY (e, m) REFERENCES movieHistoryChange(entryID, movieID)
      """,
    ])
  func clearedHistory(columns: String) throws {
    let path = try Self.file("CREATE TABLE loans(\(columns))", "INSERT INTO loans DEFAULT VALUES")
    let refusal = try Self.refusal(path) { store in _ = try store.clearHistory() }
    #expect(refusal == "FOREIGN KEY constraint failed")
    #expect(
      try Doctor(path: path).check().findings.map(\.message) == [
        "the table 'loans' is not part of the movies schema"
      ])
  }

  @Test("A dry run is rejected too")
  func dryRun() throws {
    let path = try Self.file(Self.unique)
    var store = try Catalog(path: path, access: .dryRun)
    let error = try storeProblem { try store.add("Heat") }
    guard case .refused = error else { throw error }
  }

  @Test("The doctor reports third-party tables and indexes, which can reject changes")
  func notes() throws {
    let path = try Self.file(
      Self.unique, "CREATE TABLE loans(m REFERENCES ActorModel(id))", "CREATE TABLE plain(a)",
      "CREATE INDEX by_favorite ON MovieModel(favorite)")
    let report = try Doctor(path: path).check()
    #expect(report.isHealthy)
    #expect(
      report.findings.map(\.message) == [
        "the index 'one' is not part of the movies schema",
        "the table 'loans' is not part of the movies schema",
        "the table 'plain' is not part of the movies schema",
        "the index 'by_favorite' is not part of the movies schema",
      ])
    #expect(report.findings.allSatisfy { $0.severity == .note })
  }

  /// A catalog of two movies in which another program ran the statements.
  private static func file(_ statements: String...) throws -> String {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try store.add("Heat", "Al Pacino")
    try store.add("Ran", "Mieko Harada", favorite: true)
    try OtherProgram.run(path, statements)
    return path
  }

  /// Expects the change to be rejected, with nothing changed and the store usable.
  ///
  /// - Returns: SQLite's message.
  private static func refusal(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout Catalog) throws -> Void
  ) throws -> String {
    let before = try Files.bytes(path)
    var store = try Catalog(path: path, access: .writing)
    let error = try storeProblem(sourceLocation: sourceLocation) { try change(&store) }
    guard case .refused(path, let message) = error else { throw error }
    #expect(try Files.bytes(path) == before, sourceLocation: sourceLocation)
    #expect(try store.titles() == ["Heat", "Ran"], sourceLocation: sourceLocation)
    return message
  }
}
