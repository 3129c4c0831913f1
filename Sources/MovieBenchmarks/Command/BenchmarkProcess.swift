internal import MovieSystem

/// This program, run again in a child process, so that its memory can be measured.
enum BenchmarkProcess {
  struct Outcome {
    let output: String
    /// The peak of the resident memory. The system counts from the size of this process when it starts
    /// the child, so this process should stay small.
    let peakMiB: Int
  }

  /// Runs the program to its end. Its standard error is that of this process.
  ///
  /// - Parameter what: The purpose, for the error.
  /// - Throws: `BenchmarkError.failed`; `SystemError` if the program cannot be started.
  static func run(_ arguments: [String], what: String) throws -> Outcome {
    let (process, source) = try ChildProcess.startCopy(named: "MovieBenchmarks", arguments)
    let output = Result { try source.text() }
    let (status, peakMiB) = try process.wait()
    guard status == 0 else { throw BenchmarkError.failed(what: what, status: status) }
    guard let output = try output.get() else { throw BenchmarkError.notUnderstood(what: what) }
    return Outcome(output: output, peakMiB: peakMiB)
  }
}
