import FuzzTargets
import TestSupport
import Testing

/// Replays the inputs in `Fixtures/corpus`.
@Suite("Fuzzed input", .limited) struct CorpusTests {
  private static func names(of target: FuzzTarget) throws -> [String] {
    try Files.names(in: Golden.path("corpus/\(target)"))
  }

  @Test("Every target has a corpus", arguments: FuzzTarget.allCases)
  func seeded(target: FuzzTarget) throws {
    #expect(try Self.names(of: target).count >= 3)
  }

  @Test("The properties hold for the corpus", arguments: FuzzTarget.allCases)
  func replayed(target: FuzzTarget) throws {
    for name in try Self.names(of: target) {
      let bytes = try Files.bytes(Golden.path("corpus/\(target)/\(name)"))
      #expect(throws: Never.self, "\(target)/\(name)") { try target.check(bytes) }
    }
  }

  @Test("The properties hold for no byte and for single bytes", arguments: FuzzTarget.allCases)
  func smallest(target: FuzzTarget) throws {
    let bytes: [UInt8] = Array("\0\t\n\r\u{1B} \"#'(),-.0:;=>A[\\]_a{|}~\u{7F}".utf8)
    let inputs = [[]] + (bytes + [0x80, 0xC3, 0xE2, 0xF0, 0xFF]).map { [$0] }
    // The default tier tries a third of the bytes with each target.
    let place = FuzzTarget.allCases.firstIndex(of: target) ?? 0
    for (number, bytes) in inputs.enumerated()
    where Tier.isFull || number == 0 || (number + place) % 3 == 0 {
      #expect(throws: Never.self, "\(target) of \(bytes)") { try target.check(bytes) }
    }
  }
}
