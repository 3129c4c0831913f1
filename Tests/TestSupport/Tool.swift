import Foundation

/// A program to run, with its arguments, environment and input. It inherits no variable but `PATH`.
package struct Tool: Sendable {
  /// The `movies` that was built with the tests.
  package static let movies = testProducts + "/movies"

  /// A plain SQLite client.
  package static let plainSQL = testProducts + "/PlainSQL"

  package var executable: String
  /// Bytes, because an argument need not be valid UTF-8.
  package var arguments: [[UInt8]]
  package var environment: [String: String]
  package var input: [UInt8] = []
  /// Descriptors among 0 to 2 that are closed when the program starts.
  package var closed: Set<Int32> = []
  /// The time to wait for the end of the program, in milliseconds.
  package var timeout: Int32 = 60_000
  /// The width of the program's pseudo-terminal, or `nil` for none.
  package var terminalColumns: Int?

  /// `movies` with these arguments.
  package init(
    _ arguments: [String], environment: [String: String] = [:], input: String = "",
    terminalColumns: Int? = nil
  ) {
    executable = Self.movies
    self.arguments = arguments.map { Array($0.utf8) }
    self.environment = environment
    self.input = Array(input.utf8)
    self.terminalColumns = terminalColumns
  }

  /// A script for bash, in which `$MOVIES` is the program, `$SQL` a plain SQLite client, and `$1` the
  /// first argument.
  package init(shell script: String, _ arguments: [String], environment: [String: String] = [:]) {
    self.init(["-c", script, "bash"] + arguments, environment: environment)
    executable = "/bin/bash"
    self.environment["MOVIES"] = Self.movies
    self.environment["SQL"] = Self.plainSQL
  }

  /// The exit status and output of a program.
  package struct Outcome: Sendable {
    /// The exit status, or 128 plus the number of the signal that ended the program.
    package let status: Int32
    package let outputBytes: [UInt8]
    package let errorBytes: [UInt8]

    /// Standard output; on a terminal, standard error too.
    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    package var error: String { String(decoding: errorBytes, as: UTF8.self) }
  }

  /// Runs the program to its end.
  package func run() throws -> Outcome { try start().outcome() }

  /// Starts the program.
  package func start() throws -> RunningTool {
    if let terminalColumns {
      let terminal = try PseudoTerminal(columns: terminalColumns)
      let side = terminal.secondary
      return try RunningTool(
        self, descriptors: [side, side, side], output: .terminal(terminal.primary))
    }
    let (output, error) = try (OpenFile.unlinked(), OpenFile.unlinked())
    return try RunningTool(
      self, descriptors: [OpenFile.unlinked(input), output, error],
      output: .files(output: output, error: error))
  }

  /// The directory of the test bundle and of the programs built with it.
  package static let testProducts: String = {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: path).deletingLastPathComponent().path()
  }()
}

/// A system call of a test that failed.
struct ToolError: Error {
  let call: String
  let code: Int32

  static func last(_ call: String) -> ToolError { ToolError(call: call, code: errno) }
}
