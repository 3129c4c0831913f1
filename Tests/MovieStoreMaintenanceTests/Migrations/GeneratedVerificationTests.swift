import MovieStore
import MovieStoreMaintenance
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct GeneratedVerificationTests {
  @Test(
    "The checks of generated catalogs report only notes",
    arguments: 0..<UInt64(Tier.amount(1, full: 4)))
  func sound(part: UInt64) throws {
    var random = RandomSource(seed: part)
    let path = TemporaryDirectory.path("movies.db")
    for number in 0..<Tier.amount(6, full: 24) {
      let version = SchemaVersion.allCases[number % SchemaVersion.allCases.count]
      try GeneratedCatalog(&random).create(version, at: path)
      let findings = try Migrator(path: path).verify().findings
      #expect(findings.filter { $0.severity != .note } == [], "catalog \(part), \(number)")
    }
  }
}
