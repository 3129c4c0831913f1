import Foundation
import TestSupport

extension Recording {
  /// Kills the command at its moments and judges what it leaves.
  func killAtMoments(quick: Int, _ figures: inout FaultTally) throws {
    let moments = moments()
    figures.count("moments", by: moments.count)
    for moment in Effort.choice(quick, of: moments) {
      try lab.lay(files)
      try kill(at: moment, &figures)
    }
  }

  private func kill(at moment: FaultPoint, _ figures: inout FaultTally) throws {
    let outcome = try Strace.run(moment.injection("signal=SIGKILL"), lab.tool(change))
    switch outcome.status {
    case 128 + SIGKILL: figures.count("kills")
    // Threads that take turns in another way make other calls.
    case 0: figures.count("not reached")
    default: figures.fail("\(moment): status \(outcome.status): \(outcome.error)")
    }
    // It looks at a journal that is to be rolled back, which the next who opens the file does.
    let diagnosis = try objectionOfDoctor()
    let state = state
    figures.count(name(of: state))
    if let objection = try diagnosis ?? objection(to: state) ?? objectionToNext(state) {
      figures.fail("\(moment): \(objection)")
    }
  }

  /// What the program's own examination finds, without writing.
  private func objectionOfDoctor() throws -> String? {
    guard FileManager.default.fileExists(atPath: lab.database) else { return nil }
    let outcome = try lab.tool(["doctor"]).run()
    if change.diagnoses.contains(outcome.status) { return nil }
    return "doctor ends with \(outcome.status): \(outcome.output) \(outcome.error)"
  }

  private func name(of state: State) -> String {
    if state == before { return "before" }
    return state == after ? "after" : "between"
  }
}
