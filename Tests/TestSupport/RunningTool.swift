import Foundation

/// A running program. It is killed if it does not end before its timeout.
package struct RunningTool: Sendable {
  /// Where the output of the program arrives.
  enum Output: Sendable {
    case files(output: OpenFile, error: OpenFile)
    /// The primary side of a terminal.
    case terminal(OpenFile)
  }

  package let processID: pid_t
  private let tool: Tool
  private let output: Output
  /// One end of a socket pair without data. The program holds the other end open until it ends.
  private let life: OpenFile

  /// Higher than the descriptors that the program opens. A process that the program starts and that
  /// outlives it, such as a server, must close it.
  package static let lifeDescriptor: Int32 = 200
  /// POSIX_SPAWN_SETSID, which Swift does not import.
  private static let setSession: Int32 = 0x80

  /// - Parameter descriptors: The descriptors 0 to 2 of the program. They are not retained, so that a
  ///   terminal is closed when the program ends.
  init(_ tool: Tool, descriptors: [OpenFile], output: Output) throws {
    self.tool = tool
    self.output = output
    let (ownEnd, programEnd) = try OpenFile.pair()
    life = ownEnd
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, file) in zip(Int32(0)..., descriptors) {
      if tool.closed.contains(descriptor) {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addclose(&actions, descriptor)
      } else {
        posix_spawn_file_actions_adddup2(&actions, file.descriptor, descriptor)
      }
    }
    posix_spawn_file_actions_adddup2(&actions, programEnd.descriptor, Self.lifeDescriptor)
    processID = try Self.spawn(tool, &actions)
  }

  /// Waits for the end.
  package func outcome() throws -> Tool.Outcome {
    var terminalOutput: [UInt8] = []
    if case .terminal(let primary) = output { terminalOutput = try readAll(primary) }
    if !life.isReadable(within: tool.timeout) { kill(processID, SIGKILL) }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) == -1 {
      guard errno == EINTR else { throw ToolError.last("waitpid") }
    }
    let signal = status & 0x7F
    let code = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    switch output {
    case .terminal:
      return Tool.Outcome(status: code, outputBytes: terminalOutput, errorBytes: [])
    case .files(let output, let error):
      return Tool.Outcome(
        status: code, outputBytes: try output.content(), errorBytes: try error.content())
    }
  }

  /// Reads the output of the program to its end, or until the program writes nothing for its timeout.
  private func readAll(_ primary: OpenFile) throws -> [UInt8] {
    try primary.write(tool.input)
    var output: [UInt8] = []
    while primary.isReadable(within: tool.timeout) {
      guard let chunk = try primary.next(), !chunk.isEmpty else { break }
      output += chunk
    }
    return output
  }

  /// - Parameter isLeader: Whether the program leads a new session, which has no terminal yet.
  static func spawn(
    _ tool: Tool, _ actions: inout posix_spawn_file_actions_t, isLeader: Bool = false
  ) throws -> pid_t {
    var variables = tool.environment
    variables["PATH"] = variables["PATH"] ?? ProcessInfo.processInfo.environment["PATH"]
    // A trap ends the program instead of starting an interactive backtrace.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    let words = [Array(tool.executable.utf8)] + tool.arguments
    var argv = words.map { Optional(Self.cString($0)) } + [nil]
    var envp = variables.map { Optional(Self.cString(Array("\($0)=\($1)".utf8))) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The test runner may have blocked signals in this thread.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var pipeSignal = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &pipeSignal)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (isLeader ? setSession : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var process = pid_t()
    let result = posix_spawn(&process, tool.executable, &actions, &attributes, &argv, &envp)
    guard result == 0 else { throw ToolError(call: "posix_spawn", code: result) }
    return process
  }

  private static func cString(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (index, byte) in (bytes + [0]).enumerated() { text[index] = CChar(bitPattern: byte) }
    return text
  }
}
