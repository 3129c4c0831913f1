import Foundation
import TestSupport
import Testing

/// A call to the system fails: the command says so, and what it did not do it does not claim.
@Suite(.limited, .needs(.strace)) struct FailingCallTests {
  @Test(
    "a write that fails ends a command with 74 and a way out, and everything is as before",
    arguments: Change.all)
  func failingWrite(change: Change) throws {
    var figures = FaultTally("D1", change.name)
    let recording = try Recording(change)
    let failures = recording.moments { ["write", "pwrite64"].contains($0.name) }.flatMap { moment in
      ["ENOSPC", "EIO", "EDQUOT", "EROFS"].flatMap { error in
        // A message is written by `write`, too.
        (moment.call == "write" ? [false] : [true, false])
          .map { Failure(moment: moment, error: error, isLasting: $0) }
      }
    }
    try Self.inject(failures, quick: 10, in: recording, &figures) { outcome, state in
      if outcome.status != 74 { return "status \(outcome.status)" }
      if !recording.isUndone(state) { return "something was changed" }
      return outcome.error.isHelpful(about: recording) ? nil : "no help"
    }
  }

  @Test(
    "whatever else fails, 0 means done, and no command that did something denies it",
    arguments: Change.all)
  func failingCall(change: Change) throws {
    var figures = FaultTally("D2", change.name)
    let recording = try Recording(change, alsoLooking: true)
    let moments = recording.moments { !["write", "pwrite64"].contains($0.name) }
    let failures = moments.flatMap { moment in
      [true, false].map {
        Failure(moment: moment, error: moment.likelyError(isLasting: $0), isLasting: $0)
      }
    }
    try Self.inject(failures, quick: 10, in: recording, &figures) { outcome, state in
      if outcome.status == 0 { return state == recording.after ? nil : "said to be done" }
      // To an examination, a page that cannot be read is a finding.
      if outcome.status == 1, change.command[0] == "doctor" { return nil }
      if ![66, 73, 74, 75].contains(outcome.status) { return "status \(outcome.status)" }
      if !outcome.error.hasPrefix("Error: ") { return "no message" }
      return !recording.isUndone(state) && outcome.error.deniesChange ? "said to be undone" : nil
    }
  }

  @Test("a program that says that all is well, whatever fails, is caught")
  func controlled() throws {
    var figures = FaultTally("D1", "said to work", isControl: true)
    let recording = try Recording(Change.first.saidToWork)
    let failures = recording.moments { $0.name == "pwrite64" }
      .map { Failure(moment: $0, error: "ENOSPC", isLasting: false) }
    try Self.inject(failures, quick: 5, in: recording, &figures) { outcome, state in
      outcome.status == 0 && state != recording.after ? "said to be done" : nil
    }
    #expect(figures.failures == figures.number(of: "injected"))
  }
}

extension FailingCallTests {
  struct Failure {
    let moment: FaultPoint
    let error: String
    /// Whether each later call of the kind fails, too.
    let isLasting: Bool
  }

  /// - Parameter objection: what is wrong with how a command ended, and with the state it left.
  private static func inject(
    _ failures: [Failure], quick: Int, in recording: Recording, _ figures: inout FaultTally,
    objection: (Tool.Outcome, Recording.State) -> String?
  ) throws {
    figures.count("errors", by: failures.count)
    for failure in Effort.choice(quick, of: failures) {
      try recording.lab.lay(recording.files)
      let outcome = try Strace.run(
        failure.moment.injection("error=\(failure.error)", fromThenOn: failure.isLasting),
        recording.lab.tool(recording.change))
      figures.count("injected")
      figures.count("status \(outcome.status)")
      let state = recording.state
      if let objection = recording.objection(to: state) ?? objection(outcome, state) {
        figures.fail("\(failure): \(objection): \(outcome.status) \(outcome.error)")
      }
    }
    figures.report()
  }
}

extension FaultPoint {
  /// What the system answers where such a call fails.
  fileprivate func likelyError(isLasting: Bool) -> String {
    switch call {
    // No lock to be had is waited for, some seconds each time.
    case "fcntl": isLasting ? "EIO" : "ENOLCK"
    case "openat", "open": "EMFILE"
    case "unlink", "unlinkat", "link", "linkat", "rename", "renameat", "renameat2": "EACCES"
    default: "EIO"
    }
  }
}

extension String {
  /// Whether it says what to do, or names the target that cannot be written.
  fileprivate func isHelpful(about recording: Recording) -> Bool {
    hasPrefix("Error: ")
      && (contains("Free some space") || contains("Check the disk")
        || recording.change.targets.contains { contains(recording.lab.path($0)) })
  }

  fileprivate var deniesChange: Bool {
    ["nothing was", "as it was", "not touched"].contains { lowercased().contains($0) }
  }
}
