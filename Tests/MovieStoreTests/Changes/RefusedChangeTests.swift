import MovieStore
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
    try Self.expectRefused(path, by: "loans") { store in try store.delete(1) }
  }

  private static let unique = "CREATE UNIQUE INDEX one ON MovieModel(title)"

  @Test("A unique index rejects a second movie that is added, edited, imported or seeded")
  func uniqueIndex() throws {
    let path = try Self.file(Self.unique, "CREATE TABLE loans(m REFERENCES MovieModel(id))")
    let movies = TemporaryDirectory.path("movies.ndjson")
    try Files.write(Array("{\"title\": \"New\"}\n{\"title\": \"Ran\"}\n".utf8), to: movies)
    try Self.expectRefused(path, by: "one") { store in try store.add("Heat") }
    try Self.expectRefused(path, by: "one") { store in
      try store.edit(id: 2, MovieEdit(title: "Heat"))
    }
    try Self.expectRefused(path, by: "one") { store in _ = try store.importMovies(from: movies) }
    try OtherProgram.run(
      path, "DROP INDEX one", "CREATE UNIQUE INDEX few ON MovieModel(favorite)",
      "DROP TABLE loans")
    try Self.expectRefused(path, by: "few") { store in try store.seed(9) }
  }

  @Test("An index whose expression fails for a row rejects the row")
  func expression() throws {
    let path = try Self.file(
      "CREATE INDEX odd ON MovieModel(abs(-9223372036854775808 + favorite)) WHERE id > 2")
    try Self.expectRefused(path, by: "odd") { store in try store.add("Alien") }
  }

  @Test("A dry run is rejected too")
  func dryRun() throws {
    let path = try Self.file(Self.unique)
    var store = try MovieStore(path: path, access: .dryRun)
    let error = try storeError { try store.add("Heat") }
    guard case .refused = error else { throw error }
  }

  @Test("The doctor reports tables and unique indexes that can reject changes")
  func notes() throws {
    let path = try Self.file(
      Self.unique, "CREATE TABLE loans(m REFERENCES ActorModel(id))", "CREATE TABLE plain(a)",
      "CREATE INDEX by_favorite ON MovieModel(favorite)")
    let report = try Doctor(path: path).check()
    #expect(report.isHealthy)
    #expect(
      report.findings.map(\.message) == [
        "the unique index 'one' is not part of the movies schema and can reject changes",
        "the table 'loans' is not part of the movies schema, and its foreign keys can reject changes",
        "the table 'plain' is not part of the movies schema",
        "the index 'by_favorite' is not part of the movies schema",
      ])
    #expect(report.findings.allSatisfy { $0.severity == .note })
  }

  /// A catalog of two movies in which another program ran the statements.
  private static func file(_ statements: String...) throws -> String {
    let path = try MovieStore.file()
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Heat", "Al Pacino")
    try store.add("Ran", "Mieko Harada", favorite: true)
    try OtherProgram.run(path, statements)
    return path
  }

  /// Expects the change to be rejected because of the object, with nothing changed and the store usable.
  private static func expectRefused(
    _ path: String, by object: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout MovieStore) throws -> Void
  ) throws {
    let before = try Files.bytes(path)
    var store = try MovieStore(path: path, access: .writing)
    let error = try storeError(sourceLocation: sourceLocation) { try change(&store) }
    guard case .refused(path, let findings) = error else { throw error }
    #expect(findings.map(\.object) == [object], sourceLocation: sourceLocation)
    #expect(try Files.bytes(path) == before, sourceLocation: sourceLocation)
    #expect(try store.titles() == ["Heat", "Ran"], sourceLocation: sourceLocation)
  }
}
