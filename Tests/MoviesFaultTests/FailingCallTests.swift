import Foundation
import TestSupport
import Testing

/// A system call fails: the command reports the failure, and its message matches the state of the files.
@Suite(.limited, .needs(.strace)) struct FailingCallTests {
  @Test(
    "A failed write ends a command with status 74 and a hint, and changes nothing",
    arguments: Scenario.all)
  func failingWrite(scenario: Scenario) throws {
    var tally = FaultTally("D1", scenario.name)
    let recording = try Recording(scenario)
    let failures = recording.faultPoints { ["write", "pwrite64"].contains($0.name) }.flatMap {
      point in
      ["ENOSPC", "EIO", "EDQUOT", "EROFS"].flatMap { error in
        // `write` also writes the error message.
        (point.call == "write" ? [false] : [true, false])
          .map { Failure(point: point, error: error, isLasting: $0) }
      }
    }
    try Self.inject(failures, quick: 10, in: recording, &tally) { outcome, state in
      if outcome.status != 74 { return "status \(outcome.status)" }
      if !recording.isUnchanged(state) { return "the catalog was changed" }
      return outcome.error.hasHint(about: recording) ? nil : "no hint"
    }
  }

  @Test(
    "After any other failed call, the exit status and the message match the state",
    arguments: Scenario.all)
  func failingCall(scenario: Scenario) throws {
    var tally = FaultTally("D2", scenario.name)
    let recording = try Recording(scenario, includingReads: true)
    let points = recording.faultPoints { !["write", "pwrite64"].contains($0.name) }
    let failures = points.flatMap { point in
      [true, false].map {
        Failure(point: point, error: point.likelyError(isLasting: $0), isLasting: $0)
      }
    }
    try Self.inject(failures, quick: 10, in: recording, &tally) { outcome, state in
      recording.mismatch(of: outcome, state)
    }
  }

  @Test("A failed truncation after the commit is ignored; an earlier error with its code is not")
  func failingTruncation() throws {
    let scenario = try #require(Scenario.all.first { $0.name == "restore" })
    var tally = FaultTally("D2", "restore, truncation")
    let recording = try Recording(scenario, includingReads: true)
    let points = recording.faultPoints { $0.name == "newfstatat" || $0.name == "ftruncate" }
    let truncation = try #require(points.firstIndex { $0.call == "ftruncate" })
    // The metadata of the file are read to open the journal, and to truncate the file.
    let failures = points[(truncation - 8)...(truncation + 1)]
      .map { Failure(point: $0, error: "EIO", isLasting: false) }
    try Self.inject(failures, quick: failures.count, in: recording, &tally) { outcome, state in
      recording.mismatch(of: outcome, state)
    }
  }

  @Test("A file whose metadata cannot be read is not reported as missing or replaced")
  func failingStat() throws {
    let scenario = try #require(Scenario.all.first { $0.name == "favorite" })
    var tally = FaultTally("D2", "favorite, metadata")
    let recording = try Recording(scenario, includingReads: true)
    let failures = recording.faultPoints { $0.name == "newfstatat" }
      .map { Failure(point: $0, error: "EIO", isLasting: false) }
    try Self.inject(failures, quick: 12, in: recording, &tally) { outcome, state in
      outcome.status == 66 ? "reported as missing" : recording.mismatch(of: outcome, state)
    }
  }

  @Test("Control: detects a program that hides errors")
  func controlled() throws {
    var tally = FaultTally("D1", "errors hidden", isControl: true)
    let recording = try Recording(Scenario.first.hidingErrors)
    let failures = recording.faultPoints { $0.name == "pwrite64" }
      .map { Failure(point: $0, error: "ENOSPC", isLasting: false) }
    try Self.inject(failures, quick: 5, in: recording, &tally) { outcome, state in
      outcome.status == 0 && state != recording.after ? "reported as done" : nil
    }
    #expect(tally.failures == tally.number(of: "injected"))
  }
}

extension FailingCallTests {
  struct Failure {
    let point: FaultPoint
    let error: String
    /// Whether each later call with the same name fails, too.
    let isLasting: Bool
  }

  /// - Parameter problem: Returns what is wrong with the outcome of a command and the resulting state.
  private static func inject(
    _ failures: [Failure], quick: Int, in recording: Recording, _ tally: inout FaultTally,
    problem: (Tool.Outcome, Recording.State) -> String?
  ) throws {
    tally.count("errors", by: failures.count)
    for failure in TestScale.sample(quick, of: failures) {
      try recording.sandbox.restoreFiles(recording.files)
      let outcome = try Strace.run(
        failure.point.injection("error=\(failure.error)", isLasting: failure.isLasting),
        recording.sandbox.tool(recording.scenario))
      tally.count("injected")
      tally.count("status \(outcome.status)")
      let state = recording.state
      if let problem = recording.problem(in: state) ?? problem(outcome, state) {
        tally.fail("\(failure): \(problem): \(outcome.status) \(outcome.error)")
      }
    }
    tally.report()
  }
}

extension Recording {
  /// How the exit status or the message differs from the state after a failed call other than a write.
  fileprivate func mismatch(of outcome: Tool.Outcome, _ state: State) -> String? {
    if outcome.status == 0 { return state == after ? nil : "reported as done" }
    if ![66, 73, 74, 75].contains(outcome.status) { return "status \(outcome.status)" }
    if !outcome.error.contains("Error: ") { return "no message" }
    if outcome.error.contains("damaged") { return "reported as damage" }
    if outcome.error.contains("was replaced") { return "reported as a replaced file" }
    // The checks after a repair can fail, too.
    let isCommitted = state.catalog == after.catalog && state != before
    let isReported = ["was made", "was created"].contains { outcome.error.contains($0) }
    if isCommitted, !isReported, scenario.command[0] != "doctor" {
      return "the change is not reported"
    }
    if isCommitted, scenario.command == ["undo"], !outcome.error.contains("undid change ") {
      return "the change is not named"
    }
    return !isUnchanged(state) && outcome.error.deniesChange ? "reported as unchanged" : nil
  }
}

extension FaultPoint {
  /// The error that is typical for such a call.
  fileprivate func likelyError(isLasting: Bool) -> String {
    switch call {
    // The program waits some seconds for a lock that it cannot get.
    case "fcntl": isLasting ? "EIO" : "ENOLCK"
    case "openat", "open": "EMFILE"
    case "unlink", "unlinkat", "link", "linkat", "rename", "renameat", "renameat2": "EACCES"
    default: "EIO"
    }
  }
}

extension String {
  /// Whether the message says what to do, or names the target that cannot be written.
  fileprivate func hasHint(about recording: Recording) -> Bool {
    contains("Error: ")
      && (contains("Free some space") || contains("Check the disk")
        || recording.scenario.targets.contains { contains(recording.sandbox.path($0)) })
  }

  fileprivate var deniesChange: Bool {
    ["nothing was", "as it was", "not touched"].contains { lowercased().contains($0) }
  }
}
