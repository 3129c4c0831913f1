import MovieStore
import TestSupport
import Testing

/// Rules for all steps, and the checksums of the released ones.
@Suite(.limited) struct LintTests {
  private static let steps =
    DirectedMigration.sequence(from: nil, to: .newest)
    + DirectedMigration.sequence(from: .newest, to: .v1)

  @Test(
    "All steps follow the rule, and planted violations are found", arguments: LintRule.all)
  func rule(rule: LintRule) {
    let broken = Self.steps.flatMap(\.actions).filter(rule.isBroken)
    #expect(broken.map(\.sql) == [])
    #expect(rule.planted.filter { !rule.isBroken($0) }.map(\.sql) == [])
  }

  @Test("Data that is dropped because a copy was verified has an invariant before it")
  func invariants() {
    for step in Self.steps {
      #expect(Self.unverifiedReasons(step.actions) == [])
    }
    let planted = Migration.v4.up.filter { action in
      if case .invariant = action.work { false } else { true }
    }
    #expect(Self.unverifiedReasons(planted) == ["every cast entry is verified to be a credit"])
  }

  /// Returns the reasons that mention a verification, without an invariant before them.
  private static func unverifiedReasons(_ actions: [Migration.Action]) -> [String] {
    var isVerified = false
    var reasons: [String] = []
    for action in actions {
      if case .invariant = action.work { isVerified = true }
      if let reason = action.reason, reason.contains("verified"), !isVerified {
        reasons.append(reason)
      }
    }
    return reasons
  }

  @Test("The steps are the released ones, whose checksums never change")
  func lock() throws {
    let lines = SchemaVersion.allCases.flatMap { version in
      DirectedMigration.all.filter { $0.migration.version == version }.map { step in
        "v\(version.rawValue) \(step.direction) \(step.checksum)\n"
      }
    }
    Golden.expect(lines.joined(), isFixture: "golden/migration-checksums.txt")
  }

  @Test("An added word, a removed action or another order changes the checksum")
  func checksums() {
    for step in Self.steps {
      for index in step.actions.indices {
        var (changed, shorter, swapped) = (step.actions, step.actions, step.actions)
        changed[index] = .instantly(step.actions[index].sql + " x")
        shorter.remove(at: index)
        for actions in [changed, shorter] {
          #expect(Self.checksum(of: actions, in: step) != step.checksum)
        }
        guard index > 0 else { continue }
        swapped.swapAt(index, index - 1)
        #expect(Self.checksum(of: swapped, in: step) != step.checksum)
      }
    }
  }

  private static func checksum(of actions: [Migration.Action], in step: DirectedMigration) -> String
  {
    let migration = Migration(
      version: step.migration.version, summary: "", up: actions, down: actions)
    return DirectedMigration.sequence(from: step.start, to: step.end, using: [migration])[0]
      .checksum
  }
}
