internal import MovieStore
internal import MovieSystem

/// The memory and the disk space that a migration uses, sampled between its statements.
struct PeakUsage {
  private struct Phase {
    let name: String
    var memory: Int?
    var bytes: Int64
  }

  private var phases: [Phase] = []
  /// The maximum disk space so far, in bytes.
  private(set) var bytes: Int64
  /// The highest resident memory so far, in bytes; `nil` on a system without `/proc`.
  private(set) var memory: Int?

  /// Starts with the size of the file before the migration.
  init(bytes: Int64) {
    self.bytes = bytes
    ProcessMemory.trim()
    ProcessMemory.resetPeak()
  }

  /// Records a sample at the start of a statement of a phase, such as `v4`.
  mutating func record(bytes: Int64, in phase: String) {
    if phases.last?.name != phase {
      endPhase(bytes: bytes)
      phases.append(Phase(name: phase, bytes: bytes))
      ProcessMemory.resetPeak()
    }
    add(bytes)
  }

  /// Records the last sample, after the commit.
  mutating func end(bytes: Int64) { endPhase(bytes: bytes) }

  private mutating func endPhase(bytes: Int64) {
    let peak = ProcessMemory.peakBytes
    memory = [memory, peak].compactMap(\.self).max()
    add(bytes)
    if !phases.isEmpty { phases[phases.count - 1].memory = peak }
  }

  private mutating func add(_ bytes: Int64) {
    self.bytes = max(self.bytes, bytes)
    if let last = phases.last { phases[phases.count - 1].bytes = max(last.bytes, bytes) }
  }

  /// Returns the step with the usage of its phase.
  func added(to step: MigrationStep) -> MigrationStep {
    guard let phase = phases.last(where: { $0.name == "\(step.version)" }) else { return step }
    var step = step
    (step.peakMemory, step.peakBytes) = (phase.memory, Int(phase.bytes))
    return step
  }
}
