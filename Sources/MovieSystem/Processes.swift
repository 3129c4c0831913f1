internal import CLibrary

/// This process.
package enum CurrentProcess {
  /// The arguments after the program's name; `nil` if one is not valid UTF-8, which
  /// `CommandLine.arguments` would repair.
  ///
  /// - Throws: `SystemError` if the Swift runtime cannot read them: it finds none, not even the
  ///   program's name, if `/proc` is not mounted or no descriptor is left.
  package static func arguments() throws(SystemError) -> [String]? {
    if CommandLine.argc == 0 {
      let file = "/proc/self/cmdline"
      _ = try ByteSource(path: file)
      throw SystemError(code: ENOENT, operation: "read", path: file)
    }
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index],
        let text = unsafe String(validatingCString: bytes)
      else { return nil }
      arguments.append(text)
    }
    return arguments
  }

  package static func exit(_ status: Int32) -> Never { CLibrary.exit(status) }

  /// Ends the process at once, without any cleanup.
  package static func kill() {
    _ = CLibrary.kill(getpid(), SIGKILL)
  }

  /// The number of processors that are online.
  package static var processorCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// The name of the machine; `nil` if it has none, or one that is not valid UTF-8.
  package static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return nil }
    return String(
      validating: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Environment variables.
package struct Environment: Sendable {
  /// `nil` for the environment of this process.
  private let variables: [String: String]?

  package init(_ variables: [String: String]) { self.variables = variables }

  private init() { variables = nil }

  /// The environment of this process, read on each access.
  package static let process = Environment()

  /// The value of a variable; `nil` if it is unset, empty or not valid UTF-8.
  package subscript(name: String) -> String? {
    value(of: name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a variable, which may be empty; `nil` if it is unset or not valid UTF-8.
  package func value(of name: String) -> String? {
    if let variables { return variables[name] }
    return unsafe getenv(name).flatMap { unsafe String(validatingCString: $0) }
  }

  /// Whether the variable has a value that is not valid UTF-8.
  package func isUnreadable(_ name: String) -> Bool {
    guard variables == nil, let value = unsafe getenv(name) else { return false }
    return unsafe String(validatingCString: value) == nil
  }

  /// Sets a variable of this process and its future children.
  package static func set(_ name: String, to value: String) { unsafe setenv(name, value, 1) }
}

/// A shell command that uses the terminal of this process.
package enum ShellCommand {
  /// Whether the program of the command exists. A command that needs a shell counts as existing.
  package static func exists(_ command: String, _ environment: Environment) -> Bool {
    let name = String(command.prefix { $0 != " " })
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "/._+-".contains($0) }
    guard isPlain, !name.isEmpty else { return true }
    if name.contains("/") { return FileMetadata.isExecutable(name) }
    let directories = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return directories.contains { FileMetadata.isExecutable("\($0)/\(name)") }
  }

  /// Runs the command and waits for its end. Until then, this process ignores Ctrl-C, which is input
  /// for the command.
  ///
  /// - Returns: The exit status as a shell reports it: 127 if there is no such program.
  package static func run(_ command: String) throws(SystemError) -> Int32 {
    let status = try valueOrErrno("start a process", nil) { unsafe system(command) }
    let end = status & 0x7F
    return end == 0 ? status >> 8 & 0xFF : 128 + end
  }
}

/// A shell command whose standard input or output is a pipe to this process.
@safe package struct PipedCommand {
  package enum Direction: String { case reading = "r", writing = "w" }

  private let stream: UnsafeMutablePointer<FILE>
  /// The action of SIGINT before the command, with its flags and mask.
  private var previousAction = sigaction()

  /// The end of the pipe in this process.
  package var descriptor: Int32 { unsafe fileno(stream) }

  /// Starts the command. Until ``finish()``, this process ignores Ctrl-C, which is input for the command.
  package init(_ command: String, for direction: Direction) throws(SystemError) {
    guard let stream = unsafe popen(command, direction.rawValue) else {
      throw SystemError(code: errno, operation: "start a process", path: nil)
    }
    unsafe self.stream = stream
    var ignoring = sigaction()
    unsafe ignoring.__sigaction_handler.sa_handler = SIG_IGN
    _ = unsafe sigaction(SIGINT, &ignoring, &previousAction)
  }

  /// Closes the pipe, and waits for the end of the command.
  ///
  /// - Returns: The exit status as a shell reports it.
  @discardableResult
  package func finish() -> Int32 {
    let status = unsafe pclose(stream)
    var action = previousAction
    _ = unsafe sigaction(SIGINT, &action, nil)
    let end = status & 0x7F
    return end == 0 ? status >> 8 & 0xFF : 128 + end
  }
}
