import Foundation
import TestSupport
import Testing

/// The power goes at any moment: what a disk may then hold opens as the catalog before or after, and
/// what a command said it did is there.
@Suite(.limited, .needs(.strace)) struct PowerCutTests {
  @Test("a power cut at any moment leaves the catalog of before or after", arguments: Change.all)
  func cut(change: Change) throws {
    var figures = FaultTally("C2", change.name)
    try Self.judge(Recording(change), &figures)
    #expect(figures.number(of: "states") > 20)
  }

  @Test("a program that never syncs is caught: a catalog is damaged")
  func unsynced() throws {
    var figures = FaultTally("C2", "without syncs by the shell", isControl: true)
    let verdict = try Self.judge(
      Recording(.byShell("PRAGMA synchronous = OFF")), &figures)
    #expect(verdict.objections.contains { $0.contains("damaged") || $0.contains("neither") })
  }

  @Test(
    "a disk that only says it synced is caught: what was done is not there, or damaged",
    arguments: Effort.isWhole ? Change.all : Change.few)
  func swallowed(change: Change) throws {
    var figures = FaultTally("C2", "\(change.name), syncs swallowed", isControl: true)
    let recording = try Recording(change, injecting: ["-e", "inject=fdatasync,fsync:retval=0"])
    let verdict = try Self.judge(recording, &figures)
    #expect(verdict.objections.contains { $0.contains("what was done is not there") })
  }

  @discardableResult
  private static func judge(
    _ recording: Recording, _ figures: inout FaultTally
  ) throws -> PowerCut.Verdict {
    let verdict = try PowerCut(recording).verdict()
    figures.count("states", by: verdict.states)
    figures.count("different ones", by: verdict.differentStates)
    for objection in verdict.objections { figures.fail(objection) }
    figures.report()
    return verdict
  }
}
