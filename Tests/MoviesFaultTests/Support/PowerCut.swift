import Foundation
import TestSupport

/// The disks that may be found after a power cut while a recorded command ran.
struct PowerCut {
  private let recording: Recording
  private let lab: Sandbox

  struct Verdict {
    /// States judged, and how many of them differ from one another.
    var states = 0
    var differentStates = 0
    var objections: [String] = []
  }

  init(_ recording: Recording) throws {
    self.recording = recording
    lab = try Sandbox()
  }

  /// Judges the states after each call in every way of cutting; the last one, that of a command which
  /// is done, must be as after.
  func verdict() throws -> Verdict {
    var disk = Disk(recording.files, in: recording.lab.folder)
    var random = RandomSource(seed: 7)
    var verdict = Verdict()
    var known: [String: String?] = [:]
    let changes = recording.calls.filter { recording.isInLab($0) && $0.isChange }
    for (number, call) in changes.enumerated() {
      let isDone = number == changes.count - 1
      guard disk.take(call) || isDone else { continue }
      for cut in Disk.Cut.allCases {
        let (key, files) = disk.files(after: cut, using: &random)
        let place = isDone ? "done, " + key : key
        let objection = try known[place] ?? self.objection(to: files, isDone: isDone)
        known[place] = objection
        if let objection {
          verdict.objections.append(
            "\(cut) after \(number + 1) of \(changes.count) calls: \(objection)")
        }
      }
      verdict.states += Disk.Cut.allCases.count
    }
    verdict.differentStates = known.count
    try checkModel(disk, &random)
    return verdict
  }

  private func objection(to files: [String: Data], isDone: Bool) throws -> String? {
    try lab.lay(files)
    let state = recording.state(in: lab)
    if let objection = recording.objection(to: state) { return objection }
    return isDone && state != recording.after ? "what was done is not there" : nil
  }

  /// Where nothing is lost, the modelled disk is the real one; else nothing was judged.
  private func checkModel(_ disk: Disk, _ random: inout RandomSource) throws {
    let (_, files) = disk.files(after: .kill, using: &random)
    guard files != recording.finalFiles else { return }
    let names = files.merging(recording.finalFiles) { $0 == $1 ? Data() : $0 }.filter {
      !$1.isEmpty
    }
    throw LabError("the calls that were recorded do not make \(names.keys.sorted())")
  }
}
