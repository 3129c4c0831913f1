internal import Glibc
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The process around the tool: raw arguments, descriptors and signals.
package enum Process {
  /// Runs the program with the arguments of this process.
  ///
  /// - Returns: the exit status.
  package static func run() -> Int32 {
    // A closed pipe and a file-size limit come back as errors of `write`, and are worded.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    EndingSignals.handle()
    defer { EndingSignals.endIfRequested() }
    occupyStandardDescriptors()
    let environment = Environment.ofProcess
    do {
      // Before any function is called that an older library does not have.
      try MovieStore.requireSupportedSQLite()
      MovieStore.limitMemory(bytes: ConnectionSetup.heapLimit)
      let streams = try Streams.ofProcess(environment)
      guard let arguments = arguments() else {
        try streams.error.write(
          "Error: an argument is not valid UTF-8, or /proc is not mounted.\n")
        try streams.error.flush()
        return ExitStatus.usage.rawValue
      }
      return CommandLineTool.run(arguments, environment: environment, streams: streams).rawValue
    } catch {
      return report(error, environment)
    }
  }

  /// Words what kept the streams from being set up, such as a folder as standard input.
  private static func report(_ error: any Error, _ environment: Environment) -> Int32 {
    let message = FailureMessage(error)
    let output = OutputStream(
      descriptor: STDERR_FILENO, named: "standard error", environment: environment)
    do {
      try output.write("Error: \(message.text)\n")
      try output.flush()
    } catch {}
    return message.status.rawValue
  }

  /// The words after the program's name; `nil` where they cannot be read, or one is not UTF-8, which
  /// `CommandLine.arguments` would repair into another word.
  private static func arguments() -> [String]? {
    // Without /proc, the runtime finds no words at all, not even the program's name.
    guard CommandLine.argc > 0 else { return nil }
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index],
        let text = unsafe String(validatingCString: bytes)
      else { return nil }
      arguments.append(text)
    }
    return arguments
  }

  /// Fills descriptors 0 to 2 where they are closed, lest the database be opened as one of them and
  /// have messages written into it. Reading and writing there still fail.
  private static func occupyStandardDescriptors() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] {
      if fcntl(descriptor, F_GETFD) == -1 { _ = unsafe open("/dev/null", mode) }
    }
  }
}

extension Streams {
  static func ofProcess(_ environment: Environment) throws -> Streams {
    Streams(
      input: try ByteSource(descriptor: STDIN_FILENO, path: "standard input"),
      isInputTerminal: Terminal.isTerminal(STDIN_FILENO),
      controllingTerminal: {
        do { return try ByteSource(path: "/dev/tty") } catch { return nil }
      },
      output: OutputStream(
        descriptor: STDOUT_FILENO, named: "standard output", environment: environment),
      error: OutputStream(
        descriptor: STDERR_FILENO, named: "standard error", environment: environment))
  }
}
