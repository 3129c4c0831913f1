import MovieStore
import TestSupport
import Testing

/// Files whose bytes are not those that were written.
@Suite(.limited, .temporaryDirectory) struct DamagedPagesTests {
  @Test(
    "where SQLite's own check finds fault with a flipped bit, so does the doctor", arguments: 0..<8)
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
      let verdict = Self.verdict(path)
      if verdict == "ok" { continue }
      damaged += 1
      #expect(!isHealthy, "the byte \(place): \(verdict)")
    }
    #expect(damaged > 0)
  }

  /// Whether an examination comes to its end and finds nothing.
  private static func isHealthy(_ path: String) -> Bool {
    do { return try Doctor(path: path).check().isHealthy } catch { return false }
  }

  /// What SQLite's own check has to say; "ok" where nothing.
  private static func verdict(_ path: String) -> String {
    do {
      return try OtherProgram.texts(path, "PRAGMA integrity_check").joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "what is mended of a file with a flipped bit is in order, or told to be not", arguments: 0..<4)
  func mended(seed: UInt64) throws {
    var random = RandomSource(seed: 100 + seed)
    let path = try BrokenCatalog.make()
    let bytes = try Files.bytes(path)
    let used = bytes.indices.filter { bytes[$0] != 0 }
    var mended = 0
    for _ in 0..<Tier.amount(10, full: 40) {
      var flipped = bytes
      let place = try #require(used.randomElement(using: &random))
      flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try Files.write(flipped, to: path)
      do {
        let report = try Doctor(path: path).repair()
        guard report.backup != nil, report.after.isHealthy else { continue }
        mended += 1
        #expect(Self.verdict(path) == "ok")
        try MovieStore.open(path, .writing)
      } catch is StoreError {
        continue
      }
    }
    if Tier.isFull { #expect(mended > 0) }
  }

  @Test("damaged pages keep everything from being mended, and rows from being read")
  func zeroed() throws {
    let path = try BrokenCatalog.make()
    try OtherProgram.run(path, "INSERT INTO ActorModel(name) VALUES ('Nobody')")
    try BrokenCatalog.overwriteRoot(of: "cast_by_actor", with: 0xFF, in: path)
    let bytes = try Files.bytes(path)
    let report = try Doctor(path: path).repair()
    #expect(report.after.findings.contains { $0.code == .damagedPages })
    #expect(report.after.repairable == [])
    #expect(report.after.checks.last?.name == "integrity")
    let damage = report.after.findings.first { $0.code == .damagedPages }
    #expect(damage?.hint?.contains("movies restore") == true)
    #expect(report.backup == nil)
    #expect(try Files.bytes(path) == bytes)
  }
}
