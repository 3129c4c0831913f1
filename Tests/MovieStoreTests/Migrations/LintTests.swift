import MovieStore
import TestSupport
import Testing

/// Rules that every step keeps, and the lock that keeps released ones as they are.
@Suite(.limited) struct LintTests {
  private static let legs =
    DirectedMigration.legs(from: nil, to: .newest) + DirectedMigration.legs(from: .newest, to: .v1)

  @Test(
    "every step keeps the rule, and a planted one is found to break it", arguments: LintRule.all)
  func rule(rule: LintRule) {
    let broken = Self.legs.flatMap(\.actions).filter(rule.isBroken)
    #expect(broken.map(\.sql) == [])
    #expect(rule.planted.filter { !rule.isBroken($0) }.map(\.sql) == [])
  }

  @Test("where something goes because it is proved to be elsewhere, a proof comes before it")
  func proofs() {
    for leg in Self.legs {
      #expect(Self.claimsWithoutProof(leg.actions) == [])
    }
    let planted = Migration.v4.up.filter { action in
      if case .proof = action.work { false } else { true }
    }
    #expect(Self.claimsWithoutProof(planted) == ["every cast entry is proved to be a credit"])
  }

  /// Reasons that tell of a proof which none of the actions before is.
  private static func claimsWithoutProof(_ actions: [Migration.Action]) -> [String] {
    var isProved = false
    var claims: [String] = []
    for action in actions {
      if case .proof = action.work { isProved = true }
      if let reason = action.reason, reason.contains("proved"), !isProved { claims.append(reason) }
    }
    return claims
  }

  @Test("the steps and schemas are those that were released")
  func lock() throws {
    #expect(
      DirectedMigration.legs(from: nil, to: .newest).map(\.checksum) == ReleasedFingerprints.up)
    #expect(
      DirectedMigration.legs(from: .newest, to: .v1).reversed().map(\.checksum)
        == ReleasedFingerprints.down)
    for version in SchemaVersion.allCases {
      #expect(
        SchemaFingerprint.of(try Migrator.objects(of: version))
          == ReleasedFingerprints.fingerprint(of: version))
    }
    #expect(Set(ReleasedFingerprints.checksums).count == ReleasedFingerprints.checksums.count)
  }

  @Test("a word more, an action less, or another order gives a step another checksum")
  func checksums() {
    for leg in Self.legs {
      for index in leg.actions.indices {
        var (changed, shorter, swapped) = (leg.actions, leg.actions, leg.actions)
        changed[index] = .instantly(leg.actions[index].sql + " x")
        shorter.remove(at: index)
        for actions in [changed, shorter] {
          #expect(Self.checksum(of: actions, in: leg) != leg.checksum)
        }
        guard index > 0 else { continue }
        swapped.swapAt(index, index - 1)
        #expect(Self.checksum(of: swapped, in: leg) != leg.checksum)
      }
    }
  }

  private static func checksum(of actions: [Migration.Action], in leg: DirectedMigration) -> String
  {
    let migration = Migration(
      version: leg.migration.version, summary: "", up: actions, down: actions)
    return DirectedMigration.legs(from: leg.start, to: leg.end, by: [migration])[0].checksum
  }
}
