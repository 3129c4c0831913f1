import Foundation
import TestSupport

/// A change that was made once, undisturbed and observed.
struct Recording {
  let change: Change
  let lab: Sandbox
  /// The files before it.
  let files: [String: Data]
  let calls: [SystemCall]
  let before: State
  let after: State

  /// What stands in the catalog and in the targets.
  struct State: Equatable {
    let catalog: Content
    let targets: [Content]
  }

  init(_ change: Change, alsoLooking: Bool = false, injecting: [String] = []) throws {
    self.change = change
    lab = try Sandbox()
    let made = try lab.shell(change.setup)
    guard made.status == 0 else { throw LabError("\(change.name): setup: \(made.error)") }
    files = try lab.files
    before = Self.state(of: change, in: lab)
    try lab.lay(files)
    let names = Strace.writing + (alsoLooking ? Strace.looking : [])
    let run = try Strace.record(
      lab.tool(change), calls: names, in: lab, injecting: injecting)
    calls = run.calls
    guard run.outcome.status == 0 else {
      throw LabError("\(change.name) ended with \(run.outcome.status): \(run.outcome.error)")
    }
    finalFiles = try lab.files
    after = Self.state(of: change, in: lab)
    guard before != after, before.isSound, after.isSound else {
      throw LabError("\(change.name) changes nothing that can be judged: \(before), \(after)")
    }
  }

  /// The files after it, before anybody looked at them.
  let finalFiles: [String: Data]

  var state: State { state(in: lab) }

  func state(in lab: Sandbox) -> State { Self.state(of: change, in: lab) }

  private static func state(of change: Change, in lab: Sandbox) -> State {
    State(
      catalog: Content(of: lab.database), targets: change.targets.map { Content(of: lab.path($0)) })
  }

  /// Calls on files in the lab, so that libraries that are loaded and streams are left out.
  func isInLab(_ call: SystemCall) -> Bool {
    call.path.hasPrefix(lab.folder) || call.string(1).hasPrefix(lab.folder)
  }
}

extension Recording.State {
  var isSound: Bool { catalog.isSound && targets.allSatisfy(\.isSound) }
}

extension Recording {
  /// What is wrong with a state that the files are in; `nil` where it is one of the two, or targets
  /// are whole already and the catalog is not yet changed.
  func objection(to state: State) -> String? {
    if case .damaged(let reason) = state.catalog { return "the catalog is damaged: \(reason)" }
    if state.catalog != before.catalog, state.catalog != after.catalog {
      return "the catalog is neither as before nor as after"
    }
    for (index, target) in state.targets.enumerated() {
      if target != before.targets[index], target != after.targets[index] {
        return "\(change.targets[index]) is neither as before nor whole"
      }
    }
    if before.catalog != after.catalog, state.catalog == after.catalog,
      state.targets != after.targets
    {
      return "the catalog is changed, and \(change.targets) are not there"
    }
    return nil
  }
}
