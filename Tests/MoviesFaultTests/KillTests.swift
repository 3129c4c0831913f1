import Foundation
import TestSupport
import Testing

/// Killed at any of its calls, a command has done everything or nothing.
@Suite(.enabled(if: Strace.works, Strace.missing)) struct KillTests {
  @Test(
    "killed at any moment, a change is there or is not, and the next command works",
    arguments: Change.all)
  func killed(change: Change) throws {
    try Self.killAtMoments(of: Recording(change), "C1", quick: 16)
  }

  @Test("killed while a change that was killed is taken back, the program takes it back once more")
  func killedInRecovery() throws {
    let recording = try Recording(Change.afterKilledImport())
    #expect(recording.files.keys.contains("movies.db-journal"))
    try Self.killAtMoments(of: recording, "C3", quick: 20)
  }

  private static func killAtMoments(of recording: Recording, _ row: String, quick: Int) throws {
    let moments = recording.moments()
    var figures = Figures(row, recording.change.name)
    figures.count("moments", by: moments.count)
    for moment in Effort.choice(quick, of: moments) {
      try recording.lab.lay(recording.files)
      try kill(recording, at: moment, &figures)
    }
    #expect(figures.number(of: "kills") > 0)
    figures.report()
  }

  private static func kill(
    _ recording: Recording, at moment: Moment, _ figures: inout Figures
  ) throws {
    let outcome = try Strace.run(
      moment.injection("signal=SIGKILL"), recording.lab.tool(recording.change.command))
    switch outcome.status {
    case 128 + SIGKILL: figures.count("kills")
    // Threads that take turns in another way make other calls.
    case 0: figures.count("not reached")
    default: figures.fail("\(moment): status \(outcome.status): \(outcome.error)")
    }
    let state = recording.state
    figures.count(state == recording.before ? "before" : "after")
    if let objection = try recording.objection(to: state) ?? recording.objectionToNext(state) {
      figures.fail("\(moment): \(objection)")
    }
  }
}
