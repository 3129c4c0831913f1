import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Files with damaged pages and with values that their tables do not accept.
@Suite(.limited, .temporaryDirectory) struct DamagedPagesTests {
  @Test(
    "Finds each flipped bit that SQLite's own check finds", arguments: 0..<4)
  func flippedBits(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let path = try BrokenCatalog.make()
    let bytes = try Files.bytes(path)
    let used = bytes.indices.filter { bytes[$0] != 0 }
    var damaged = 0
    for _ in 0..<Tier.amount(10, full: 40) {
      var flipped = bytes
      let place = try #require(used.randomElement(using: &random))
      flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try Files.write(flipped, to: path)
      let start = ContinuousClock.now
      let isHealthy = Self.isHealthy(path)
      #expect(ContinuousClock.now - start < .seconds(5))
      #expect(try Files.bytes(path) == flipped)
      let result = Self.integrityCheckResult(path)
      if result == "ok" { continue }
      damaged += 1
      #expect(!isHealthy, "the byte \(place): \(result)")
    }
    #expect(damaged > 0)
  }

  /// Whether a check completes and finds nothing.
  private static func isHealthy(_ path: String) -> Bool {
    do { return try Doctor(path: path).check().isHealthy } catch { return false }
  }

  /// The result of SQLite's own check: "ok" if it finds nothing.
  private static func integrityCheckResult(_ path: String) -> String {
    do {
      return try OtherProgram.texts(path, "PRAGMA integrity_check").joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "A file with a flipped bit that is healthy after a repair passes SQLite's own check",
    arguments: 0..<4)
  func repaired(seed: UInt64) throws {
    var random = RandomSource(seed: 100 + seed)
    let path = try BrokenCatalog.make()
    let bytes = try Files.bytes(path)
    let used = bytes.indices.filter { bytes[$0] != 0 }
    var repaired = 0
    for _ in 0..<Tier.amount(5, full: 40) {
      var flipped = bytes
      let place = try #require(used.randomElement(using: &random))
      flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try Files.write(flipped, to: path)
      do {
        let report = try Doctor(path: path).repair()
        guard report.backup != nil, report.after.isHealthy else { continue }
        repaired += 1
        #expect(Self.integrityCheckResult(path) == "ok")
        try Catalog.open(path, .writing)
      } catch is StoreError {
        continue
      }
    }
    if Tier.isFull { #expect(repaired > 0) }
  }

  @Test(
    "Pages of indexes, of the history and of the search index are replaced, and nothing is lost",
    arguments: [
      ["actor_by_name"], ["movieHistory"], ["movieSearchNote"], ["theirs"],
      [
        "cast_by_actor", "movie_by_sortable_title", "attribute_by_value", "movieHistoryChange",
        "movieSearchVersion", "movieSearch_data",
      ],
    ], [0, 0xFF] as [UInt8])
  func replaced(names: [String], byte: UInt8) throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(
      path, "CREATE INDEX theirs ON MovieModel(favorite)",
      "INSERT INTO ActorModel(name) VALUES ('Jane Doe')")
    let movies = try BrokenCatalog.movies(path)
    for name in names { try BrokenCatalog.overwriteRoot(of: name, with: byte, in: path) }
    let report = try Doctor(path: path).repair()
    #expect(report.after.findings.map(\.problem) == [.thirdPartyIndex])
    #expect(Self.integrityCheckResult(path) == "ok")
    #expect(try BrokenCatalog.movies(path) == movies)
    #expect(try BrokenCatalog.movies(#require(report.backup)) == movies)
    var store = try Catalog(path: path, access: .writing)
    try store.add("Ran", "Jane Doe")
    #expect(try store.undo() != nil)
  }

  @Test("A repair that was killed after it removed an index is completed by the next one")
  func killed() throws {
    let path = try BrokenCatalog.make()
    let movies = try BrokenCatalog.movies(path)
    try BrokenCatalog.rewrite(
      path, "DELETE FROM sqlite_schema WHERE name IN ('cast_by_actor', 'movieHistory')")
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.missingIndex, .damagedUnusedPages])
    #expect(report.after.isHealthy && Self.integrityCheckResult(path) == "ok")
    #expect(try BrokenCatalog.movies(path) == movies)
  }

  @Test("A repair of pages leaves a file that another process changed after the check")
  func changedSinceCheck() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "PRAGMA journal_mode = WAL")
    try BrokenCatalog.overwriteRoot(of: "movieHistory", with: 0, in: path)
    // While the log exists, the file can be changed during a check.
    let other = try Connection(.file(path))
    try other.execute("CREATE TABLE theirs(a)")
    var isChanged = false
    let report = try Doctor(path: path).repair { progress in
      guard progress.phase == "data", !isChanged else { return }
      isChanged = true
      #expect(try Doctor(path: path).repair().backup != nil)
      var store = try Catalog(path: path)
      try store.add("Ran")
    }
    #expect(isChanged && report.backup == nil && report.repairs == [])
    #expect(try Catalog(path: path).nextUndo()?.summary == "added 'Ran'")
  }

  @Test("A damaged list of unused pages is replaced")
  func unusedPages() throws {
    let path = try BrokenCatalog.make()
    let movies = try BrokenCatalog.movies(path)
    var bytes = try Files.bytes(path)
    bytes.replaceSubrange(32..<40, with: [0, 0, 0, 3, 0, 0, 0, 5])
    try Files.write(bytes, to: path)
    let report = try Doctor(path: path).repair()
    #expect(report.before.findings.map(\.problem) == [.damagedUnusedPages])
    #expect(report.repairs == ["rebuilt the file"])
    #expect(report.after.isHealthy && Self.integrityCheckResult(path) == "ok")
    #expect(try BrokenCatalog.movies(path) == movies)
  }

  @Test("Damaged pages prevent repairs and checks of rows")
  func zeroed() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Jane Doe')")
    try BrokenCatalog.overwriteRoot(of: "migrationLog", with: 0xFF, in: path)
    let bytes = try Files.bytes(path)
    let report = try Doctor(path: path).repair()
    #expect(report.after.findings.contains { $0.problem == .damagedData })
    #expect(report.after.repairable == [])
    #expect(report.after.checks.last?.name == "integrity")
    #expect(report.backup == nil)
    #expect(try Files.bytes(path) == bytes)
  }

  @Test(
    "Values of the wrong type are damage, and prevent repairs",
    arguments: [
      "UPDATE MovieModel SET title = NULL WHERE id = 3",
      "UPDATE MovieModel SET title = x'48656174' WHERE id = 1",
      "UPDATE MovieModel SET favorite = CASE id WHEN 2 THEN NULL ELSE 'yes' END WHERE id IN (1, 2)",
      "UPDATE ActorModel SET name = x'41' WHERE name = 'Val Kilmer'",
      "UPDATE MovieActor SET position = 'first' WHERE movieID = 2",
    ])
  func wrongValues(sql: String) throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Jane Doe')")
    try BrokenCatalog.runWithoutTypes(path, sql)
    let bytes = try Files.bytes(path)
    let report = try Doctor(path: path).repair()
    #expect(report.after.findings.allSatisfy { $0.problem == .damagedData && $0.repair == nil })
    #expect(report.after.checks.last?.name == "integrity")
    #expect(report.backup == nil)
    #expect(try Files.bytes(path) == bytes)
    #expect(try !Migrator(path: path).verify().isSound)
  }
}
