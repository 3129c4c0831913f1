internal import CLibrary

/// A child process.
package struct ChildProcess: Sendable {
  private let id: pid_t

  /// Starts a program with the environment of this process.
  ///
  /// - Parameters:
  ///   - words: The name of the program and its arguments.
  ///   - signals: Signals that this process ignores and the program does not.
  fileprivate init(
    _ path: String, _ words: [String], input: Int32? = nil, output: Int32? = nil,
    defaultSignals signals: [Int32]
  ) throws(SystemError) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    if let output { unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var set = signalSet(signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &set)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words = unsafe words.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    var id: pid_t = 0
    try valueOrErrno("start a process", nil) {
      errnoResult(unsafe posix_spawn(&id, path, &actions, &attributes, &words, environ))
    }
    self.id = id
  }

  /// Waits for the end of the process.
  ///
  /// - Returns: The exit status as a shell reports it, and the peak of the resident memory.
  @discardableResult
  package func wait() throws(SystemError) -> (status: Int32, peakMiB: Int) {
    var status: Int32 = 0
    var usage = rusage()
    try valueOrErrno("wait for a process", nil) { unsafe wait4(id, &status, 0, &usage) }
    let signal = status & 0x7F
    return (signal == 0 ? status >> 8 & 0xFF : 128 + signal, (usage.ru_maxrss + 1_023) / 1_024)
  }

  /// Starts the program of this process again.
  ///
  /// The child does not ignore interruptions, even if this process does.
  package static func startCopy(
    named name: String, _ arguments: [String]
  ) throws(SystemError) -> (process: ChildProcess, output: ByteSource) {
    let (output, input) = try Descriptor.pipe("start a process")
    defer { close(input) }
    let source = try ByteSource(.descriptor(output, path: nil, isOwned: true))
    let process = try ChildProcess(
      "/proc/self/exe", [name] + arguments, output: input, defaultSignals: [SIGINT, SIGHUP])
    return (process, source)
  }
}

/// A shell command that reads what this process writes to a pipe, such as a pager.
package struct PipedCommand {
  /// The descriptor to write to.
  package let descriptor: Int32
  private let process: ChildProcess
  private let interruptHandler: sighandler_t?

  /// Starts the command. Until ``finish()``, this process ignores Ctrl-C, which is input for the command.
  package init(_ command: String) throws(SystemError) {
    let (output, input) = try Descriptor.pipe("start a process")
    defer { close(output) }
    do {
      // This process ignores SIGPIPE.
      process = try ChildProcess(
        "/bin/sh", ["sh", "-c", command], input: output, defaultSignals: [SIGPIPE])
    } catch {
      close(input)
      throw error
    }
    descriptor = input
    interruptHandler = signal(SIGINT, SIG_IGN)
  }

  /// Closes the pipe, and waits for the end of the command.
  package func finish() {
    close(descriptor)
    do throws(SystemError) { try process.wait() } catch {}
    _ = signal(SIGINT, interruptHandler)
  }
}
