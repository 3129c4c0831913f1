import Foundation
import TestSupport

/// A scenario that ran once without faults, with its system calls.
struct Recording {
  let scenario: Scenario
  let sandbox: Sandbox
  /// The files before the change.
  let files: [String: Data]
  let calls: [SystemCall]
  let before: State
  let after: State

  /// The content of the catalog and of the targets.
  struct State: Equatable {
    let catalog: CatalogSnapshot
    let targets: [CatalogSnapshot]
  }

  init(_ scenario: Scenario, includingReads: Bool = false, injecting: [String] = []) throws {
    self.scenario = scenario
    sandbox = try Sandbox()
    let setup = try sandbox.shell(scenario.setup)
    guard setup.status == 0 else { throw SandboxError("\(scenario.name): setup: \(setup.error)") }
    files = try sandbox.files
    before = Self.state(of: scenario, in: sandbox)
    try sandbox.restoreFiles(files)
    let names = Strace.writing + (includingReads ? Strace.reading : [])
    let run = try Strace.record(
      sandbox.tool(scenario), calls: names, in: sandbox, injecting: injecting)
    calls = run.calls
    guard run.outcome.status == 0 else {
      throw SandboxError("\(scenario.name) ended with \(run.outcome.status): \(run.outcome.error)")
    }
    finalFiles = try sandbox.files
    after = Self.state(of: scenario, in: sandbox)
    guard before != after, before.isSound, after.isSound else {
      throw SandboxError("\(scenario.name) makes no valid change: \(before), \(after)")
    }
  }

  /// The files after the change, before a snapshot opened them.
  let finalFiles: [String: Data]

  var state: State { state(in: sandbox) }

  func state(in sandbox: Sandbox) -> State { Self.state(of: scenario, in: sandbox) }

  private static func state(of scenario: Scenario, in sandbox: Sandbox) -> State {
    State(
      catalog: CatalogSnapshot(of: sandbox.database),
      targets: scenario.targets.map { CatalogSnapshot(of: sandbox.path($0)) })
  }

  /// Whether the call is about a file in the sandbox, and not about a library or a stream.
  func isInSandbox(_ call: SystemCall) -> Bool {
    call.path.hasPrefix(sandbox.directory) || call.string(1).hasPrefix(sandbox.directory)
  }
}

extension Recording.State {
  var isSound: Bool { catalog.isSound && targets.allSatisfy(\.isSound) }
}

extension Recording {
  /// What is wrong with a state, or `nil` if it is one of the two, or if targets are complete and the
  /// catalog is not yet changed.
  func problem(in state: State) -> String? {
    if case .damaged(let reason) = state.catalog { return "the catalog is damaged: \(reason)" }
    if state.catalog != before.catalog, state.catalog != after.catalog {
      return "the catalog is neither in the state before nor in the one after"
    }
    for (index, target) in state.targets.enumerated() {
      if target != before.targets[index], target != after.targets[index] {
        return "\(scenario.targets[index]) is neither in the state before nor complete"
      }
    }
    if before.catalog != after.catalog, state.catalog == after.catalog,
      state.targets != after.targets
    {
      return "the catalog is changed, but \(scenario.targets) are missing"
    }
    return nil
  }
}
