import Foundation
import TestSupport
import Testing

/// The power goes at any moment: what a disk may then hold opens as the catalog before or after, and
/// what a command said it did is there.
@Suite(.enabled(if: Strace.works, Strace.missing)) struct PowerCutTests {
  @Test("a power cut at any moment leaves the catalog of before or after", arguments: Change.all)
  func cut(change: Change) throws {
    let verdict = try PowerCut(Recording(change)).verdict()
    var figures = Figures("C2", change.name)
    figures.count("states", by: verdict.states)
    figures.count("different ones", by: verdict.differentStates)
    for objection in verdict.objections { figures.fail(objection) }
    #expect(verdict.states > 20)
    figures.report()
  }
}
