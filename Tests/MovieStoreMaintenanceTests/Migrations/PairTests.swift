import MovieSQLite
import MovieSamples
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// Migrations from every version to every other one, in memory.
@Suite(.limited) struct PairTests {
  @Test(
    "Direct and stepwise migrations preserve the content at every version",
    arguments: Tier.isFull ? SchemaVersion.allCases : [.v1, .v6],
    [SampleCatalog.empty, .edgeCases])
  func samples(start: SchemaVersion, sample: SampleCatalog) throws {
    let base = try ConnectionSetup.connection(to: .memory)
    try sample.create(start, in: base)
    try Self.checkEveryVersion(from: start, base)
  }

  @Test("Preserves a cast of 10,000 at every version", .fullTier)
  func largeCast() throws {
    let base = try ConnectionSetup.connection(to: .memory)
    try SampleCatalog.largeCast.create(.v4, in: base)
    try Self.checkEveryVersion(from: .v4, base)
  }

  @Test(
    "Preserves generated catalogs at every version",
    arguments: Tier.isFull ? SchemaVersion.allCases : [.v2, .v5])
  func generated(start: SchemaVersion) throws {
    var random = RandomSource(seed: UInt64(start.rawValue))
    for _ in 0..<Tier.amount(1, full: 5) {
      let base = try GeneratedCatalog(&random).create(start)
      try Self.checkEveryVersion(from: start, base)
    }
  }

  /// Migrates stepwise to both ends. At each version, a direct migration must produce the same rows.
  private static func checkEveryVersion(from start: SchemaVersion, _ base: borrowing Connection)
    throws
  {
    let before = try base.read { transaction throws in try CatalogReading(in: transaction) }
    let older = SchemaVersion.allCases.filter { $0 < start }.reversed()
    let newer = SchemaVersion.allCases.filter { $0 > start }
    for stops in [Array(older), newer] {
      let stepped = try copy(base)
      for stop in stops {
        let direct = try copy(base)
        try migrate(direct, to: stop)
        try migrate(stepped, to: stop)
        let rows = try rows(ofValid: stepped, at: stop, matching: before)
        #expect(try Self.rows(ofValid: direct, at: stop, matching: before) == rows)
      }
    }
  }

  private static func rows(
    ofValid connection: borrowing Connection, at stop: SchemaVersion,
    matching before: CatalogReading
  ) throws -> [String: [[String]]] {
    try connection.read { transaction throws in
      let after = try CatalogReading(in: transaction)
      #expect(after.version == stop && after.agrees(with: before))
      #expect(try CatalogReading.faults(in: transaction) == [])
      return try CatalogReading.rows(in: transaction)
    }
  }

  private static func copy(_ connection: borrowing Connection) throws -> Connection {
    let copy = try ConnectionSetup.connection(to: .memory)
    try connection.copy(to: copy)
    return copy
  }

  private static func migrate(_ connection: borrowing Connection, to target: SchemaVersion) throws {
    let options = Migrator.Options(backup: .none, acceptsLosses: true)
    _ = try Migrator(path: "/").apply(to: target, options, chunk: 3, on: connection)
  }
}
