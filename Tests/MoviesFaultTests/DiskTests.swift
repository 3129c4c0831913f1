import Foundation
import TestSupport
import Testing

/// Full disks and read-only disks.
@Suite(.limited, .needs(.smallDisk)) struct DiskTests {
  @Test(
    "A change on a nearly full disk is committed or reported as failed",
    arguments: Scenario.all)
  func full(scenario: Scenario) throws {
    var tally = FaultTally("D3", "\(scenario.name), a full disk")
    let recording = try Recording(scenario)
    for kilobytes in TestScale.sample(5, of: Array(stride(from: 0, through: 400, by: 4))) {
      try recording.sandbox.restoreFiles(recording.files)
      let outcome = try recording.sandbox.run(scenario, onDiskWithFree: kilobytes)
      tally.count("status \(outcome.status)")
      let state = recording.state
      let problem: String? =
        switch outcome.status {
        case 0: state == recording.after ? nil : "reported as done"
        case 74: recording.isUnchanged(state) ? nil : "reported as failed"
        default: "unexpected status"
        }
      if let problem = recording.problem(in: state) ?? problem {
        tally.fail("\(kilobytes) KiB: \(problem): \(outcome.status) \(outcome.error)")
      }
      let leftovers = try recording.sandbox.leftovers
      if !leftovers.isEmpty { tally.fail("\(kilobytes) KiB: leaves \(leftovers)") }
    }
    tally.report()
  }

  @Test(
    "A change on a read-only disk fails and writes nothing",
    arguments: Scenario.all)
  func readOnly(scenario: Scenario) throws {
    var tally = FaultTally("D4", "\(scenario.name), a read-only disk")
    let recording = try Recording(scenario)
    try recording.sandbox.restoreFiles(recording.files)
    let outcome = try recording.sandbox.runOnReadOnlyDisk(recording.sandbox.tool(scenario))
    tally.count("status \(outcome.status)")
    // Creating a file fails with another status than changing a catalog.
    let makesFile =
      !scenario.targets.isEmpty && scenario.name != "sync"
      || ["first add", "restore", "sync by way of a directory"].contains(scenario.name)
    #expect(outcome.status == (makesFile ? 73 : 74), "\(outcome.error)")
    #expect(try recording.sandbox.files == recording.files)
    tally.report()
  }

  @Test("A catalog on a read-only disk can be read")
  func reading() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(Scenario.first.setup)
    for command in [["list"], ["export"], ["stats"], ["show", "1..9"]] {
      let outcome = try sandbox.runOnReadOnlyDisk(sandbox.tool(command))
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(try outcome.output == sandbox.tool(command).run().output)
    }
  }

  @Test(
    "Rolling back an interrupted change requires write access",
    .needs(.strace), arguments: [["list"], ["add", "x"], ["export"]])
  func interrupted(command: [String]) throws {
    let recording = try Recording(Scenario.afterKilledImport())
    try recording.sandbox.restoreFiles(recording.files)
    let outcome = try recording.sandbox.runOnReadOnlyDisk(recording.sandbox.tool(command))
    #expect(outcome.status == 74)
    #expect(outcome.error.contains("Run any command with write access"), "\(outcome.error)")
    #expect(try recording.sandbox.files == recording.files)
    #expect(
      try recording.sandbox.tool(["list", "--format", "ids"]).run().output.count { $0 == "\n" }
        == 29)
    #expect(try recording.sandbox.leftovers == [])
  }
}
