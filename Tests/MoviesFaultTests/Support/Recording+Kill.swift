import Foundation
import TestSupport

extension Recording {
  /// Kills the command at its fault points and checks the files that it leaves.
  func killAtFaultPoints(quick: Int, _ tally: inout FaultTally) throws {
    let points = faultPoints()
    tally.count("fault points", by: points.count)
    for point in TestScale.sample(quick, of: points) {
      try sandbox.restoreFiles(files)
      try kill(at: point, &tally)
    }
  }

  private func kill(at point: FaultPoint, _ tally: inout FaultTally) throws {
    let outcome = try Strace.run(point.injection("signal=SIGKILL"), sandbox.tool(scenario))
    switch outcome.status {
    case 128 + SIGKILL: tally.count("kills")
    // The calls depend on the scheduling of the threads.
    case 0: tally.count("not reached")
    default: tally.fail("\(point): status \(outcome.status): \(outcome.error)")
    }
    // `doctor` must run first: opening the file for the snapshot rolls back a journal.
    let diagnosis = try doctorProblem()
    let state = state
    tally.count(name(of: state))
    if let problem = try diagnosis ?? problem(in: state) ?? problemOfNextCommand(state) {
      tally.fail("\(point): \(problem)")
    }
  }

  /// The findings of `movies doctor`, which writes nothing.
  private func doctorProblem() throws -> String? {
    guard FileManager.default.fileExists(atPath: sandbox.database) else { return nil }
    let outcome = try sandbox.tool(["doctor"]).run()
    if scenario.doctorStatuses.contains(outcome.status) { return nil }
    return "doctor ends with \(outcome.status): \(outcome.output) \(outcome.error)"
  }

  private func name(of state: State) -> String {
    if state == before { return "before" }
    return state == after ? "after" : "between"
  }

  /// Runs the same command again if it changed nothing, or else another command.
  ///
  /// - Returns: What is wrong with its outcome or with the files after it.
  func problemOfNextCommand(_ state: State) throws -> String? {
    let isUnchanged = isUnchanged(state)
    // The backup of the failed command still exists, and a second one would need another name.
    if isUnchanged {
      for name in scenario.targets where files[name] == nil { unlink(sandbox.path(name)) }
    }
    let outcome = try (isUnchanged ? sandbox.tool(scenario) : sandbox.tool(scenario.next)).run()
    if outcome.status != 0 {
      return "the next command ended with \(outcome.status): \(outcome.error)"
    }
    if isUnchanged, self.state != after { return "the next command did not make the change" }
    let leftovers = try sandbox.leftovers
    return leftovers.isEmpty ? nil : "the next command leaves \(leftovers)"
  }

  /// Whether the catalog is unchanged. A backup may exist.
  func isUnchanged(_ state: State) -> Bool {
    before.catalog == after.catalog ? state == before : state.catalog == before.catalog
  }
}
