import Foundation
import TestSupport
import Testing

/// The comparison that the other fault tests rely on.
@Suite(.limited, .fullTier) struct CatalogSnapshotTests {
  @Test(
    "A changed, added or deleted row makes the snapshots differ",
    arguments: [
      "DELETE FROM MovieActor WHERE movieID = 3 AND position = 0",
      "UPDATE MovieModel SET favorite = 1 - favorite WHERE id = 7",
      "UPDATE MovieModel SET sortableTitle = sortableTitle || 'x' WHERE id = 7",
      "INSERT INTO ActorModel(name) VALUES ('New')", "PRAGMA user_version = 5",
    ])
  func changed(sql: String) throws {
    let sandbox = try Sandbox()
    try sandbox.shell(Scenario.first.setup)
    let before = CatalogSnapshot(of: sandbox.database)
    #expect(before.isSound)
    #expect(try sandbox.shell(#""$SQL" movies.db "$1""#, sql).status == 0)
    #expect(CatalogSnapshot(of: sandbox.database) != before)
    #expect(CatalogSnapshot(of: sandbox.database).isSound)
  }

  @Test(
    "A broken reference and an unindexed title count as damage",
    arguments: [
      "DELETE FROM ActorModel WHERE id = 3",
      "DROP TRIGGER movie_noted_after_update; UPDATE MovieModel SET title = 'Unindexed' WHERE id = 3",
    ])
  func inconsistent(sql: String) throws {
    let sandbox = try Sandbox()
    try sandbox.shell(Scenario.first.setup)
    #expect(try sandbox.shell(#""$SQL" movies.db "$1""#, sql).status == 0)
    #expect(!CatalogSnapshot(of: sandbox.database).isSound)
  }

  @Test("A page with flipped bits counts as damage")
  func flippedBits() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(Scenario.first.setup)
    var bytes = try Files.bytes(sandbox.database)
    for offset in 4096..<8192 { bytes[offset] ^= 0xFF }
    try Files.write(bytes, to: sandbox.database)
    #expect(!CatalogSnapshot(of: sandbox.database).isSound)
  }
}
