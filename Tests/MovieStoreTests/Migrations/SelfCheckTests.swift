import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct SelfCheckTests {
  @Test("the migrations of this program pass their own check", .fullTier)
  func sound() throws {
    let verification = try Migrator.verifyMigrations()
    #expect(verification.findings == [])
    #expect(verification.isSound)
    #expect(verification.checks.count == 1 + SampleCatalog.all.count * SchemaVersion.allCases.count)
    #expect(verification.path == nil && verification.version == nil)
  }
}
