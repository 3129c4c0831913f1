import Foundation
import TestSupport
import Testing

/// Disks that are full, and disks that must not be written.
@Suite(.limited, .needs(.smallDisk)) struct DiskTests {
  @Test(
    "on a disk of which so much is free, a change is made or is told to have no room",
    arguments: Change.all)
  func full(change: Change) throws {
    var figures = FaultTally("D3", "\(change.name), a full disk")
    let recording = try Recording(change)
    for kilobytes in Effort.choice(5, of: Array(stride(from: 0, through: 400, by: 4))) {
      try recording.lab.lay(recording.files)
      let outcome = try recording.lab.run(change, onDiskWithFree: kilobytes)
      figures.count("status \(outcome.status)")
      let state = recording.state
      let objection: String? =
        switch outcome.status {
        case 0: state == recording.after ? nil : "said to be done"
        case 74: recording.isUndone(state) ? nil : "said to have failed"
        default: "a status of another meaning"
        }
      if let objection = recording.objection(to: state) ?? objection {
        figures.fail("\(kilobytes) KiB: \(objection): \(outcome.status) \(outcome.error)")
      }
      let leftovers = try recording.lab.leftovers
      if !leftovers.isEmpty { figures.fail("\(kilobytes) KiB: leaves \(leftovers)") }
    }
    figures.report()
  }

  @Test(
    "whoever would write on a disk that is read-only is told, and nothing is written",
    arguments: Change.all)
  func readOnly(change: Change) throws {
    var figures = FaultTally("D4", "\(change.name), a read-only disk")
    let recording = try Recording(change)
    try recording.lab.lay(recording.files)
    let outcome = try recording.lab.runOnReadOnlyDisk(recording.lab.tool(change))
    figures.count("status \(outcome.status)")
    // A file that cannot be made is another matter than a catalog that cannot be changed.
    let makesFile = !change.targets.isEmpty || ["first add", "restore"].contains(change.name)
    #expect(outcome.status == (makesFile ? 73 : 74), "\(outcome.error)")
    #expect(try recording.lab.files == recording.files)
    figures.report()
  }

  @Test("a catalog on a disk that is read-only is read as ever")
  func reading() throws {
    let lab = try Sandbox()
    try lab.shell(Change.first.setup)
    for command in [["list"], ["export"], ["stats"], ["show", "1..9"]] {
      let outcome = try lab.runOnReadOnlyDisk(lab.tool(command))
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(try outcome.output == lab.tool(command).run().output)
    }
  }

  @Test(
    "a change that was interrupted there can only be taken back where one may write",
    .needs(.strace), arguments: [["list"], ["add", "x"], ["export"]])
  func interrupted(command: [String]) throws {
    let recording = try Recording(Change.afterKilledImport())
    try recording.lab.lay(recording.files)
    let outcome = try recording.lab.runOnReadOnlyDisk(recording.lab.tool(command))
    #expect(outcome.status == 74)
    #expect(outcome.error.contains("Run any command with write access"), "\(outcome.error)")
    #expect(try recording.lab.files == recording.files)
    #expect(
      try recording.lab.tool(["list", "--format", "ids"]).run().output.count { $0 == "\n" } == 40)
    #expect(try recording.lab.leftovers == [])
  }
}
