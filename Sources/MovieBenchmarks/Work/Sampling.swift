internal import MovieStore

/// Does a piece of work again and again in this process, which does nothing else: the most memory
/// that it holds is the work's. The files were just written, and the system has them in memory.
enum Sampling {
  /// - Parameter runs: how often large work is done; small work is done at least five times and for
  ///   at least a fifth of a second.
  static func run(
    _ work: BenchmarkWork, on files: BenchmarkFiles, runs: Int
  ) throws -> SampleReport {
    // As the program itself has it.
    MovieStore.limitMemory(bytes: ConnectionSetup.heapLimit)
    let seconds = try work.samples(on: files) { seconds in
      work.isLarge ? seconds.count >= runs : seconds.count >= 5 && seconds.reduce(0, +) >= 0.2
    }
    let hits = try work.hits(in: files)
    files.remove(files.copy)
    return SampleReport(
      seconds: seconds, hits: hits,
      peakMiB: MachineDescription.mebibytes(of: "VmHWM", in: "/proc/self/status"))
  }
}
