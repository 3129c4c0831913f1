import Foundation
import TestSupport
import Testing

/// Machines that sync by files which arrive late, twice, in parts or not at all.
@Suite(.limited, .temporaryDirectory) struct SyncSimulationTests {
  /// `SYNC_STEPS` and `SYNC_SEED` replay a run.
  private static let steps =
    ProcessInfo.processInfo.environment["SYNC_STEPS"].flatMap(Int.init)
    ?? (Tier.isLong ? 10_000 : Tier.amount(60, full: 300))
  private static let seeds: [UInt64] =
    ProcessInfo.processInfo.environment["SYNC_SEED"].flatMap(UInt64.init).map { [$0] }
    ?? Array(1...(Tier.isLong ? 20 : UInt64(Tier.amount(2, full: 4))))

  @Test(
    "All machines have the same movies when all files arrived, and no tag is lost", arguments: seeds
  )
  func convergence(seed: UInt64) throws {
    try SyncSimulation.replaying(seed: seed) { try Self.requireConvergence(seed: seed) }
  }

  private static func requireConvergence(seed: UInt64) throws {
    var simulation = try SyncSimulation(seed: seed, machines: 3)
    for _ in 0..<steps { try simulation.step() }
    try simulation.settle()
    let contents = try simulation.contents()
    for (number, other) in contents.enumerated().dropFirst() {
      let differing = Set(other).symmetricDifference(contents[0]).sorted()
      let states = try differing.isEmpty ? "" : simulation.states(of: differing)
      #expect(
        differing.isEmpty && other.count == contents[0].count,
        """
        machine \(number + 1): \(differing.prefix(6)); \(simulation.log.suffix(60))
        \(states)
        """)
    }
    let lost = try simulation.lostTags()
    #expect(lost.isEmpty, "\(simulation.log.suffix(400).joined(separator: "\n"))")
  }

  @Test("A seed replays a run")
  func replay() throws {
    var runs: [[[String]]] = []
    for number in 1...2 {
      try SyncSimulation.replaying(seed: 1) {
        let directory = TemporaryDirectory.path("\(number)")
        try FileManager.default.createDirectory(
          atPath: directory, withIntermediateDirectories: false)
        try TemporaryDirectory.$current.withValue(directory) {
          var simulation = try SyncSimulation(seed: 1, machines: 3)
          for _ in 0..<40 { try simulation.step() }
          runs.append(try simulation.contents() + [simulation.log])
        }
      }
    }
    #expect(runs[0] == runs[1])
  }

  @Test("Control: a machine that breaks the law is detected")
  func control() throws {
    var simulation = try SyncSimulation(seed: 1, machines: 3)
    for _ in 0..<60 { try simulation.step() }
    try simulation.settle()
    try simulation.breakLaw()
    try simulation.settle()
    let contents = try simulation.contents()
    #expect(try contents.contains { $0 != contents[0] } || !simulation.lostTags().isEmpty)
  }
}
