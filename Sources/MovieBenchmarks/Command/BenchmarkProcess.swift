internal import MovieSystem
internal import MoviesCLI

/// This program, run again in a child process, so that its memory can be measured.
enum BenchmarkProcess {
  /// Runs the program to its end, and returns its output. Its standard error is that of this process.
  ///
  /// - Parameter what: The purpose, for the error.
  /// - Throws: `BenchmarkError.failed`; `SystemError` if the program cannot be started.
  static func run(_ arguments: [String], what: String) throws -> String {
    let words = [FilePath.resolved("/proc/self/exe")] + arguments
    let process = try PipedCommand(
      "exec " + words.map(ShellQuoting.quoted).joined(separator: " "), for: .reading)
    let output = Result { try ByteSource(descriptor: process.descriptor).text() }
    let status = process.finish()
    guard status == 0 else { throw BenchmarkError.failed(what: what, status: status) }
    guard let output = try output.get() else { throw BenchmarkError.notUnderstood(what: what) }
    return output
  }
}
