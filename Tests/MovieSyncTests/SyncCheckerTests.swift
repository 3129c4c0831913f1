import SyncTestSupport
import TestSupport
import Testing

/// Every order of some steps of machines that sync, from several beginnings.
@Suite(.limited) struct SyncCheckerTests {
  @Test("No order of steps breaks the law")
  func everyOrder() {
    let beginnings: [SyncModel] = [.synced(), .copied(), .restored(), .parted()]
    let result = SyncChecker.check(beginnings, depth: Tier.amount(3, full: 4))
    #expect(result.failure == nil, "\(result)")
    // Fewer would mean that steps were not tried.
    #expect(result.states == Tier.amount(11_673, full: 124_126), "\(result)")
    #expect(result.transitions == Tier.amount(20_979, full: 243_472), "\(result)")
  }

  /// The steps with which a fault is looked for, besides those that carry files.
  private static func changes(_ fault: PlantedFault) -> [SyncModel.Step] {
    switch fault {
    case .tieByTheWrongSide, .editOfEqualTime, .repeatedStamp: [.rate(0), .rate(1)]
    case .laterFirst, .removalThatSeesTooMuch: [.tag(0), .tag(1), .untag(1)]
    case .acknowledgementWithoutMerge: [.rate(0)]
    case .droppedDeletion: [.delete(0)]
    case .restoredReplicaGoesOn: [.tag(0), .restore(0)]
    }
  }

  @Test("A planted fault is found, with the shortest way to it", arguments: PlantedFault.allCases)
  func plantedFault(fault: PlantedFault) {
    let steps =
      Self.changes(fault) + [.publish(0), .publish(1), .carry(0, to: 1), .carry(1, to: 0)]
    let result = SyncChecker.check([.synced(fault: fault)], depth: 7, steps: steps)
    let sound = SyncChecker.check(
      [.synced()], depth: result.failure?.trace.count ?? 1, steps: steps)
    #expect(sound.failure == nil, "\(sound)")
    #expect(result.failure != nil)
    if let failure = result.failure { print("\(fault): \(failure.trace): \(failure.problem)") }
  }
}
