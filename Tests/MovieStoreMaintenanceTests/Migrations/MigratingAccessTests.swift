import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Opening a store with `.migrating`.
@Suite(.limited, .temporaryDirectory) struct MigratingAccessTests {
  /// The names of the backups in the test's directory.
  private static func backups() throws -> [String] {
    try Files.names(in: TemporaryDirectory.current).filter { $0.hasSuffix(".backup") }
  }

  @Test(
    "Migrates an older file after a backup",
    arguments: SchemaVersion.allCases.dropLast())
  func older(version: SchemaVersion) throws {
    let path = try OldCatalog.make(
      [.init("The Score", ["Edward Norton", "Robert De Niro"]), .init("Heat")], version: version)
    var store = try Catalog(path: path, access: .migrating)
    #expect(try store.titles() == ["Heat", "The Score"])
    #expect(try store.cast(1) == ["Edward Norton", "Robert De Niro"])
    #expect(try store.add("Speed").id == 3)

    let name = try #require(try Self.backups().first)
    #expect(name.wholeMatch(of: /movies\.db\.v\d-\d{8}T\d{6}Z\.backup/) != nil)
    let backup = TemporaryDirectory.path(name)
    #expect(try Migrator(path: backup).status().version == version)
    #expect(try OtherProgram.texts(backup, "PRAGMA integrity_check") == ["ok"])
    let table = Schema(version).movies
    #expect(try OtherProgram.texts(backup, "SELECT title FROM \(table)") == ["The Score", "Heat"])
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db", name])
  }

  @Test("Creates a missing file, readable only by its owner, and no other file")
  func missing() throws {
    let path = TemporaryDirectory.path("movies.db")
    var store = try Catalog(path: path, access: .migrating)
    #expect(try store.add("Heat").id == 1)
    #expect(Files.mode(path) == 0o600)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("Migrates an empty file without a backup")
  func empty() throws {
    let path = TemporaryDirectory.path("movies.db")
    try Files.touch(path)
    var store = try Catalog(path: path, access: .migrating)
    #expect(try store.add("Heat").id == 1)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("Changes no byte of a file of the newest version")
  func newest() throws {
    let path = try Catalog.file(holding: ["Heat"])
    let before = try Files.bytes(path)
    do {
      let store = try Catalog(path: path, access: .migrating)
      #expect(try store.titles() == ["Heat"])
    }
    #expect(try Files.bytes(path) == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }

  @Test("Several stores open an old file: one migrates it, all can use it")
  func concurrent() async throws {
    let path = try OldCatalog.make([.init("Heat", ["Al Pacino"])])
    try await withThrowingTaskGroup(of: Int64.self) { group in
      for number in 0..<4 {
        group.addTask {
          var store = try Catalog(path: path, access: .migrating)
          return try store.add("Movie \(number)").id.rawValue
        }
      }
      let ids = try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
      #expect(ids == [2, 3, 4, 5])
    }
    #expect(try Self.backups().count == 1)
    #expect(try Migrator(path: path).log().map(\.version) == SchemaVersion.allCases)
  }

  @Test("Leaves a file that cannot be migrated unchanged, without a backup")
  func stopped() throws {
    let path = try OldCatalog.make([.init("Heat"), .init("Speed", cast: "[7]")])
    let before = try Files.bytes(path)
    let error = try storeProblem { try Catalog.open(path, .migrating) }
    guard case .unmigratableData(.v4, _, let movies) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(movies == [2])
    #expect(try Files.bytes(path) == before)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db"])
  }
}
