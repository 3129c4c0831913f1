import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct StoreErrorTests {
  @Test(
    "Translates each result code of SQLite",
    arguments: [
      (5, .busy(path: "p")), (261, .busy(path: "p")), (6, .busy(path: "p")),
      (8, .readOnly(path: "p")), (1032, .replaced(path: "p")), (776, .needsRecovery(path: "p")),
      (13, .diskFull(path: "p")), (65_293, .idsExhausted(path: "p")),
      (65_301, .unsupportedSQLite(version: "m")),
      (11, .damaged(path: "p", detail: "m")),
      (267, .damaged(path: "p", detail: "m")),
      (26, .notAMovieDatabase(path: "p", reason: "it is not an SQLite database")),
      (10, .inputOutput(path: "p", detail: "m")), (1034, .inputOutput(path: "p", detail: "m")),
      (14, .inputOutput(path: "p", detail: "m")), (7, .outOfMemory),
      (3082, .inputOutput(path: "p", detail: "m")),
      (1, .internalError(code: 1, message: "m", sql: "s")),
      (2067, .internalError(code: 2067, message: "m", sql: "s")),
    ] as [(Int32, StoreError.Problem)])
  func codes(code: Int32, problem: StoreError.Problem) {
    let cause = SQLiteError(code: ResultCode(rawValue: code), message: "m", sql: "s")
    #expect(StoreError(cause, path: "p").problem == problem)
  }

  @Test("Keeps store errors, and translates unknown errors to internal errors")
  func others() {
    struct TestError: Error {}
    #expect(StoreError(StoreError(.outOfMemory), path: "p").category == .storage)
    let expected = StoreError(.internalError(code: 0, message: "TestError()", sql: nil))
    #expect(StoreError(TestError(), path: "p") == expected)
  }

  @Test("Reports a damaged file")
  func damaged() throws {
    let path = try Catalog.file(holding: Generated.titles)
    var bytes = try Files.bytes(path)
    #expect(bytes.count > 20 * 4_096)
    for index in 4_096..<bytes.count { bytes[index] = 0x5A }
    try Files.write(bytes, to: path)
    let error = try storeProblem {
      let store = try Catalog(path: path, access: .reading)
      _ = try store.titles()
    }
    guard case .damaged(path, _) = error else { throw error }
  }

  @Test("Flipped bits and truncated ends give results or store errors")
  func flipped() throws {
    let whole = try Files.bytes(try Catalog.file(holding: Generated.words))
    let path = TemporaryDirectory.path("flipped.db")
    var random = RandomSource(seed: 3)
    for round in 0..<50 {
      var bytes = whole
      for _ in 0..<3 {
        // The first pages hold the header, the schema and the tables' roots.
        let index = Int.random(in: 0..<(round % 2 == 0 ? bytes.count : 8_192), using: &random)
        bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      if round % 10 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
      try Files.write(bytes, to: path)
      do { try Self.readAll(path) } catch is StoreError {}
    }
  }

  private static func readAll(_ path: String) throws {
    var store = try Catalog(path: path, access: .writing)
    _ = try store.movies()
    _ = try store.found("ab")
    _ = try store.found("abc")
    _ = try store.actors()
    _ = try store.historySize
    try store.add("One more", "Al")
    try store.delete(1)
  }

  @Test("A journal that must be rolled back requires write access")
  func needsRecovery() throws {
    let path = try Catalog.file(holding: Generated.words)
    let journal = try Self.hotJournal(of: path)
    let directory = TemporaryDirectory.path("directory")
    let copy = directory + "/movies.db"
    try Files.makeDirectory(directory)
    try Files.write(try Files.bytes(path), to: copy)
    try Files.write(journal, to: copy + "-journal")
    for name in [copy, copy + "-journal"] { Files.setMode(0o444, of: name) }
    Files.setMode(0o555, of: directory)
    let error = try withoutPrivileges {
      try storeProblem {
        let store = try Catalog(path: copy, access: .reading)
        _ = try store.titles()
      }
    }
    #expect(error == .needsRecovery(path: copy))
    Files.setMode(0o755, of: directory)
  }

  /// Returns the journal of an unfinished change, copied while the file is being written.
  private static func hotJournal(of path: String) throws -> [UInt8] {
    var journal: [UInt8] = []
    let connection = try Connection(.file(path))
    try connection.execute("PRAGMA cache_size = 1")
    try connection.write(commit: false) { transaction throws in
      try transaction.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO MovieModel(title) SELECT 'Film ' || i FROM n
        """)
      journal = try Files.bytes(path + "-journal")
    }
    return journal
  }
}
