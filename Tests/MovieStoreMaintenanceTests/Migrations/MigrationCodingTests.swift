import Foundation
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

/// The public types of the migrator, encoded as JSON and decoded.
@Suite(.limited, .temporaryDirectory) struct MigrationCodingTests {
  private static func expectRoundTrip(
    _ value: some Codable & Equatable, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let data = try JSONEncoder().encode(value)
    let decoded = try JSONDecoder().decode(type(of: value), from: data)
    #expect(decoded == value, sourceLocation: sourceLocation)
  }

  /// A v4 file with a favorite and an actor without movies, optionally with a missing index.
  private static func file(isDrifted: Bool = false) throws -> String {
    let path = try OldCatalog.make([.init("Heat", ["Al Pacino"])], version: .v4)
    try OtherProgram.run(
      path, "UPDATE Movie SET favorite = 1",
      "INSERT INTO Actor(id, name) VALUES (printf('%36d', 1), 'Unknown')")
    if isDrifted { try OtherProgram.run(path, "DROP INDEX actor_by_name") }
    return path
  }

  @Test("Encodes a status, with and without findings", arguments: [false, true])
  func status(isDrifted: Bool) throws {
    let status = try Migrator(path: try Self.file(isDrifted: isDrifted)).status()
    #expect(status.findings.isEmpty != isDrifted)
    try Self.expectRoundTrip(status)
  }

  @Test("Encodes the verification of a valid and of a changed file", arguments: [false, true])
  func verification(isDrifted: Bool) throws {
    let verification = try Migrator(path: try Self.file(isDrifted: isDrifted)).verify()
    #expect(verification.isSound != isDrifted)
    #expect(!verification.findings.isEmpty)
    try Self.expectRoundTrip(verification)
  }

  @Test("A version is encoded as its number, a code as its name")
  func values() throws {
    let encoder = JSONEncoder()
    #expect(try encoder.encode(SchemaVersion.allCases) == Data("[1,2,3,4,5,6]".utf8))
    #expect(try encoder.encode(Finding.Kind.foreignKey) == Data("\"foreign-key\"".utf8))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([SchemaVersion].self, from: Data("[7]".utf8))
    }
  }
}
