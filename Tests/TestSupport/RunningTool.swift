import Foundation

/// A program under way. It is killed if it does not end in its time, a minute if nothing else is said.
package struct RunningTool: Sendable {
  /// Where what the program says arrives.
  enum Hearing: Sendable {
    case files(output: OpenFile, error: OpenFile)
    /// The person's side of a terminal.
    case terminal(OpenFile)
  }

  package let processID: pid_t
  private let tool: Tool
  private let hearing: Hearing
  /// Nobody writes into it; the program holds its other end open for as long as it lives.
  private let life: OpenFile

  /// Out of the way of the descriptors that the program opens. What is to outlive the program, as a
  /// server does that it starts, must not have it.
  package static let lifeDescriptor: Int32 = 200
  /// POSIX_SPAWN_SETSID, which Swift does not import.
  private static let setSession: Int32 = 0x80

  /// - Parameter descriptors: what the program has as its descriptors 0 to 2. They are let go, so that
  ///   a terminal ends with the program.
  init(_ tool: Tool, descriptors: [OpenFile], hearing: Hearing) throws {
    self.tool = tool
    self.hearing = hearing
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
    var heard: [UInt8] = []
    if case .terminal(let person) = hearing { heard = try listen(to: person) }
    if !life.isReadable(within: tool.patience) { kill(processID, SIGKILL) }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) == -1 {
      guard errno == EINTR else { throw ToolError.last("waitpid") }
    }
    let signal = status & 0x7F
    let code = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    switch hearing {
    case .terminal:
      return Tool.Outcome(status: code, outputBytes: heard, errorBytes: [])
    case .files(let output, let error):
      return Tool.Outcome(
        status: code, outputBytes: try output.content(), errorBytes: try error.content())
    }
  }

  /// Hears the program out; nothing for its time is taken for a hang.
  private func listen(to person: OpenFile) throws -> [UInt8] {
    try person.write(tool.input)
    var heard: [UInt8] = []
    while person.isReadable(within: tool.patience) {
      guard let piece = try person.next(), !piece.isEmpty else { break }
      heard += piece
    }
    return heard
  }

  /// - Parameter isLeader: whether the program leads a session of its own, which has no terminal yet.
  static func spawn(
    _ tool: Tool, _ actions: inout posix_spawn_file_actions_t, isLeader: Bool = false
  ) throws -> pid_t {
    var variables = tool.environment
    variables["PATH"] = variables["PATH"] ?? ProcessInfo.processInfo.environment["PATH"]
    // A trap is to end the program, not to begin a conversation.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    let words = [Array(tool.executable.utf8)] + tool.arguments
    var argv = words.map { Optional(Self.cString($0)) } + [nil]
    var envp = variables.map { Optional(Self.cString(Array("\($0)=\($1)".utf8))) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The runner may have blocked signals in the thread at hand.
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
