internal import CLibrary

/// This process, and the machine that it runs on.
package enum CurrentProcess {
  /// The arguments after the program's name; `nil` if they cannot be read, or one is not valid UTF-8, which
  /// `CommandLine.arguments` would repair.
  package static func arguments() -> [String]? {
    // Without /proc, the Swift runtime finds no arguments, not even the program's name.
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

  package static func exit(_ status: Int32) -> Never { CLibrary.exit(status) }

  /// The peak of the resident memory.
  package static var peakMiB: Int {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1_024
  }

  /// The number of processors that are online.
  package static var processorCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// The memory of the machine.
  package static var memoryMiB: Int {
    sysconf(Int32(_SC_PHYS_PAGES)) / 1_024 * sysconf(Int32(_SC_PAGESIZE)) / 1_024
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

/// Clocks and pauses.
package enum Clock {
  /// Nanoseconds of the monotonic clock.
  package static var monotonic: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Suspends the thread. A signal ends the pause early.
  package static func sleep(microseconds: Int64) { usleep(UInt32(clamping: microseconds)) }

  /// The current time in UTC.
  ///
  /// - Parameter format: The format for `strftime`, by default that of RFC 3339, such as
  ///   `2026-11-21T10:15:02Z`.
  package static func timestamp(_ format: String = "%Y-%m-%dT%H:%M:%SZ") -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    unsafe strftime(&text, text.count, format, &parts)
    return String(nullTerminated: text)
  }
}

/// The time since its creation, by the monotonic clock.
package struct Stopwatch: Sendable {
  private let start = Clock.monotonic

  package init() {}

  package var seconds: Double { Double(Clock.monotonic - start) / 1e9 }
}

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
