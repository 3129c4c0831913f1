internal import Glibc
internal import MovieStore
internal import MovieSystem

/// This program once more, in a process of its own, so that what it holds in memory is its own.
enum ChildProcess {
  struct Outcome {
    let output: String
    /// The most memory that was resident at once. The system counts from what this process has when
    /// it starts the other, so this one had better stay small.
    let peakMiB: Int
  }

  /// Runs the program to its end with these words; what it says on standard error is heard there.
  ///
  /// - Parameter what: what it does, for the error.
  /// - Throws: `BenchmarkError.failed`; `SystemError` where it cannot be started.
  static func run(_ arguments: [String], what: String) throws -> Outcome {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw failure("start a process") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let process: pid_t
    do {
      defer { close(ends[1]) }
      process = try start(arguments, output: ends[1])
    }
    let output = Result { try ByteSource(descriptor: ends[0]).text() }
    let (status, peakMiB) = try end(of: process)
    guard status == 0 else { throw BenchmarkError.failed(what: what, status: status) }
    guard let output = try output.get() else { throw BenchmarkError.notUnderstood(what: what) }
    return Outcome(output: output, peakMiB: peakMiB)
  }

  private static func start(_ arguments: [String], output: Int32) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    // This process outlives an interruption, to clean up; the other one need not.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGHUP] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    var words = unsafe (["MovieBenchmarks"] + arguments).map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    let result = unsafe posix_spawn(
      &process, "/proc/self/exe", &actions, &attributes, &words, environ)
    guard result == 0 else {
      throw SystemError(code: result, operation: "start a process", path: nil)
    }
    return process
  }

  /// The status as a shell has it, and the peak memory.
  private static func end(of process: pid_t) throws(SystemError) -> (Int32, Int) {
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(process, &status, 0, &usage) == -1 {
      if errno != EINTR { throw failure("wait for a process") }
    }
    let signal = status & 0x7F
    return (signal == 0 ? status >> 8 & 0xFF : 128 + signal, (usage.ru_maxrss + 1_023) / 1_024)
  }

  private static func failure(_ operation: String) -> SystemError {
    SystemError(code: errno, operation: operation, path: nil)
  }
}
