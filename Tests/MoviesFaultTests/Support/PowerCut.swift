import Foundation
import TestSupport

/// The possible states of a disk after a power failure during a recorded command.
struct PowerCut {
  private let recording: Recording
  private let sandbox: Sandbox

  struct Verdict {
    /// The number of states that were checked.
    var states = 0
    /// The number of different states among them.
    var differentStates = 0
    var problems: [String] = []
  }

  init(_ recording: Recording) throws {
    self.recording = recording
    sandbox = try Sandbox()
  }

  /// Checks the states after each call for every kind of power failure. After the last call, the change
  /// must be complete.
  func verdict() throws -> Verdict {
    var disk = Disk(recording.files, in: recording.sandbox.directory)
    var random = RandomSource(seed: 7)
    var verdict = Verdict()
    var known: [String: String?] = [:]
    let changes = recording.calls.filter { recording.isInSandbox($0) && $0.isChange }
    for (number, call) in changes.enumerated() {
      let isDone = number == changes.count - 1
      guard disk.apply(call) || isDone else { continue }
      for cut in Disk.Cut.allCases {
        let (key, files) = disk.files(after: cut, using: &random)
        let state = isDone ? "done, " + key : key
        let problem = try known[state] ?? self.problem(in: files, isDone: isDone)
        known[state] = problem
        if let problem {
          verdict.problems.append(
            "\(cut) after \(number + 1) of \(changes.count) calls: \(problem)")
        }
      }
      verdict.states += Disk.Cut.allCases.count
    }
    verdict.differentStates = known.count
    try checkModel(disk, &random)
    return verdict
  }

  private func problem(in files: [String: Data], isDone: Bool) throws -> String? {
    try sandbox.restoreFiles(files)
    let state = recording.state(in: sandbox)
    if let problem = recording.problem(in: state) { return problem }
    return isDone && state != recording.after ? "the completed change is missing" : nil
  }

  /// Checks that the model, if nothing is lost, has the same files as the real disk.
  private func checkModel(_ disk: Disk, _ random: inout RandomSource) throws {
    let (_, files) = disk.files(after: .kill, using: &random)
    guard files != recording.finalFiles else { return }
    let names = files.merging(recording.finalFiles) { $0 == $1 ? Data() : $0 }.filter {
      !$1.isEmpty
    }
    throw SandboxError("the recorded calls do not produce \(names.keys.sorted())")
  }
}
