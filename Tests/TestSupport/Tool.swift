import Foundation

/// A program to be run with everything it can see of the world given: no variable is inherited but
/// `PATH`.
package struct Tool: Sendable {
  /// The `movies` that was built along with the tests.
  package static let movies = testProducts + "/movies"

  /// A program that runs SQL on a file as any other program would.
  package static let plainSQL = testProducts + "/PlainSQL"

  package var executable: String
  /// As bytes, because an argument need not be UTF-8.
  package var arguments: [[UInt8]]
  package var environment: [String: String]
  package var input: [UInt8] = []
  /// Descriptors among 0 to 2 that are closed when the program starts.
  package var closed: Set<Int32> = []
  /// For how long the program may run after somebody has begun to wait for its end, in milliseconds.
  package var patience: Int32 = 60_000
  /// The width of the pseudo terminal that the program talks to; `nil` for none.
  package var terminalColumns: Int?

  /// `movies` with these words after its name.
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

  /// A script for bash, in which `$MOVIES` is the program, `$SQL` another program that runs SQL on a
  /// file, and `$1` the first argument.
  package init(shell script: String, _ arguments: [String], environment: [String: String] = [:]) {
    self.init(["-c", script, "bash"] + arguments, environment: environment)
    executable = "/bin/bash"
    self.environment["MOVIES"] = Self.movies
    self.environment["SQL"] = Self.plainSQL
  }

  /// How a program ended, and what it wrote.
  package struct Outcome: Sendable {
    /// The exit status; 128 and the signal's number where a signal ended it.
    package let status: Int32
    package let outputBytes: [UInt8]
    package let errorBytes: [UInt8]

    /// What it wrote on standard output; on a terminal, on standard error too.
    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    package var error: String { String(decoding: errorBytes, as: UTF8.self) }
  }

  /// Runs the program to its end.
  package func run() throws -> Outcome { try start().outcome() }

  /// Starts the program, for others to run beside it.
  package func start() throws -> RunningTool {
    if let terminalColumns {
      let terminal = try PseudoTerminal(columns: terminalColumns)
      let side = terminal.programSide
      return try RunningTool(
        self, descriptors: [side, side, side], hearing: .terminal(terminal.personSide))
    }
    let (output, error) = try (OpenFile.nameless(), OpenFile.nameless())
    return try RunningTool(
      self, descriptors: [OpenFile.nameless(input), output, error],
      hearing: .files(output: output, error: error))
  }

  /// The folder of the test bundle: the one that runs, or that the runner was told to load.
  package static let testProducts: String = {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: path).deletingLastPathComponent().path()
  }()
}

/// A call to the system that failed in a test's own doing.
struct ToolError: Error {
  let call: String
  let code: Int32

  static func last(_ call: String) -> ToolError { ToolError(call: call, code: errno) }
}
