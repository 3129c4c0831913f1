import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Data that a downgrade cannot preserve is counted, named, and lost only if that is accepted.
@Suite(.limited, .temporaryDirectory) struct LossTests {
  /// Changes after which a downgrade by one step loses data.
  struct Lossy: Sendable, CustomTestStringConvertible {
    let version: SchemaVersion
    let changes: [String]
    let losses: [String]
    var testDescription: String { "v\(version.rawValue): \(losses)" }
  }

  static let all = [
    Lossy(
      version: .v2, changes: ["UPDATE Movie SET favorite = 1 WHERE pk <> 2"],
      losses: ["3 favorites"]),
    Lossy(
      version: .v3, changes: ["UPDATE Movie SET sortableTitle = 'zz' WHERE pk > 2"],
      losses: ["2 sortable titles that do not match their titles"]),
    Lossy(
      version: .v4,
      changes: [
        "INSERT INTO Actor(id, name) VALUES (printf('%036d', 1), 'O''Neil')",
        "INSERT INTO MovieActor VALUES (77, 1, 0), (1, 88, 9)",
      ],
      losses: [
        "1 actor without movies", "2 credits that refer to missing movies or actors",
        "1 actor UUID that is not derived from the name",
      ]),
    Lossy(
      version: .v4, changes: ["UPDATE Actor SET id = printf('%036d', pk) WHERE pk < 3"],
      losses: ["2 actor UUIDs that are not derived from the name"]),
    // The upgrade to this version has removed the UUIDs of the movies.
    Lossy(version: .v5, changes: [], losses: ["4 movie UUIDs"]),
    Lossy(
      version: .v5, changes: ["DELETE FROM Movie WHERE id = 1"], losses: ["3 movie UUIDs"]),
    Lossy(
      version: .v5, changes: ["INSERT INTO Movie(title) VALUES ('new')"],
      losses: ["4 movie UUIDs"]),
  ]

  @Test("A downgrade counts and names its losses and requires acceptance", arguments: all)
  func step(lossy: Lossy) throws {
    let path = try Self.file(lossy.version)
    try OtherProgram.run(path, lossy.changes)
    let target = try #require(SchemaVersion(rawValue: lossy.version.rawValue - 1))
    try Self.expect(lossy.losses, from: path, to: target)
  }

  @Test(
    "A lossless downgrade requires no acceptance", arguments: [SchemaVersion.v2, .v3, .v4, .v6])
  func lossless(version: SchemaVersion) throws {
    let path = try Self.file(version)
    let target = try #require(SchemaVersion(rawValue: version.rawValue - 1))
    #expect(try Migrator(path: path).plan(to: target).losses == [])
    let report = try Migrator(path: path).apply(to: target, Migrator.Options(backup: .none))
    #expect(report.to == target && report.steps.flatMap(\.losses) == [])
  }

  @Test("Lists the losses of several steps in the order of the steps")
  func several() throws {
    let path = try Self.file(.v4)
    try OtherProgram.run(path, "UPDATE Actor SET id = printf('%036d', pk)")
    try OldCatalog.migrate(path)
    try OtherProgram.run(
      path, "UPDATE MovieModel SET favorite = 1, sortableTitle = '?' WHERE id < 3",
      "INSERT INTO ActorModel(name) VALUES ('x'), ('y')",
      "INSERT INTO MovieActor VALUES (77, 1, 0)")
    try Self.expect(
      [
        "4 movie UUIDs", "3 actor UUIDs", "2 actors without movies",
        "1 credit that refers to a missing movie or actor",
        "2 sortable titles that do not match their titles",
        "2 favorites",
      ], from: path, to: .v1)
  }

  @Test("A file created at v6 loses no UUIDs", arguments: [SchemaVersion.v4, .v1])
  func createdAtNewest(target: SchemaVersion) throws {
    let path = try Catalog.file(holding: ["Heat", "Ronin"])
    #expect(try Migrator(path: path).plan(to: target).losses == [])
    try Migrator(path: path).apply(to: target, Migrator.Options(backup: .none))
    try Migrator(path: path).apply(Migrator.Options(backup: .none))
    #expect(try Migrator(path: path).plan(to: target).losses == [])
  }

  @Test("UUIDs that were lost once are not counted again")
  func lostOnce() throws {
    let path = try Self.file(.v6)
    #expect(try Migrator(path: path).plan(to: .v4).losses.map(\.what) == ["movie UUIDs"])
    try OldCatalog.migrate(path, to: .v4)
    try OldCatalog.migrate(path)
    #expect(try Migrator(path: path).plan(to: .v4).losses == [])
  }

  /// Four movies and three actors with UUIDs that are not derived.
  private static func file(_ version: SchemaVersion) throws -> String {
    try OldCatalog.make(
      [
        try OldCatalog.Row("One", ["A", "B"]), try OldCatalog.Row("Two", ["B"]),
        try OldCatalog.Row("Three", []), try OldCatalog.Row("Four", ["C", "A"]),
      ], version: version)
  }

  private static func expect(
    _ losses: [String], from path: String, to target: SchemaVersion,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let migrator = try Migrator(path: path)
    let (before, names) = (try Files.bytes(path), try Files.names(in: TemporaryDirectory.current))
    let planned = try migrator.plan(to: target).losses
    #expect(planned.map { "\($0.count) \($0.noun)" } == losses, sourceLocation: sourceLocation)
    #expect(try Files.bytes(path) == before)
    #expect(throws: StoreError(.lossesNotAccepted(path: path, target: target, losses: planned))) {
      try migrator.apply(to: target)
    }
    #expect(try Files.bytes(path) == before, sourceLocation: sourceLocation)
    #expect(try Files.names(in: TemporaryDirectory.current) == names)
    let report = try migrator.apply(
      to: target, Migrator.Options(backup: .none, acceptsLosses: true))
    #expect(report.to == target && report.steps.flatMap(\.losses) == planned)
  }
}
