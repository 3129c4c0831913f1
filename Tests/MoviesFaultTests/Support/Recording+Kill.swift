import Foundation
import TestSupport

extension Recording {
  /// Kills the command at its moments and judges what it leaves.
  func killAtMoments(quick: Int, _ figures: inout Figures) throws {
    let moments = moments()
    figures.count("moments", by: moments.count)
    for moment in Effort.choice(quick, of: moments) {
      try lab.lay(files)
      try kill(at: moment, &figures)
    }
  }

  private func kill(at moment: Moment, _ figures: inout Figures) throws {
    let outcome = try Strace.run(moment.injection("signal=SIGKILL"), lab.tool(change))
    switch outcome.status {
    case 128 + SIGKILL: figures.count("kills")
    // Threads that take turns in another way make other calls.
    case 0: figures.count("not reached")
    default: figures.fail("\(moment): status \(outcome.status): \(outcome.error)")
    }
    let state = state
    figures.count(name(of: state))
    if let objection = try objection(to: state) ?? objectionToNext(state) {
      figures.fail("\(moment): \(objection)")
    }
  }

  private func name(of state: State) -> String {
    if state == before { return "before" }
    return state == after ? "after" : "between"
  }
}
