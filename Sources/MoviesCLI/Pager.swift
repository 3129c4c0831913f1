internal import Glibc
internal import MovieArguments

/// A program that shows long output page by page, such as `less`.
final class Pager {
  /// Where the output is to be written.
  let descriptor: Int32
  private let process: pid_t
  private let interruption: sighandler_t?

  /// Whether the program that the command names is there; what is no plain name the shell judges.
  static func isThere(_ command: String, environment: Environment) -> Bool {
    let name = String(command.prefix { $0 != " " })
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "/._+-".contains($0) }
    guard isPlain, !name.isEmpty else { return true }
    if name.contains("/") { return isProgram(name) }
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.contains { isProgram("\($0)/\(name)") }
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  /// Starts the program through the shell, as other tools do with `PAGER`.
  ///
  /// - Returns: `nil` where it cannot be started; output then goes where it always does.
  init?(_ command: String, environment: Environment) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = Self.spawn(command, input: ends[0], environment: environment)
    close(ends[0])
    guard let process else {
      close(ends[1])
      return nil
    }
    self.process = process
    descriptor = ends[1]
    // On a terminal it is the pager's: it ends a search there, and not the list.
    interruption = signal(SIGINT, SIG_IGN)
  }

  /// Tells the program that there is no more, and waits until its user has seen enough.
  func finish() {
    close(descriptor)
    while waitpid(process, nil, 0) == -1, errno == EINTR {}
    _ = signal(SIGINT, interruption)
  }

  private static func spawn(
    _ command: String, input: Int32, environment: Environment
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    // This program ignores SIGPIPE; the pager is to know it as usual.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    // Without options of the user's own, less keeps colors and shows one screen without asking; with
    // them it keeps colors all the same, or would show their escape sequences.
    unsafe setenv("LESS", environment.value(of: "LESS").map { "-R \($0)" } ?? "FRX", 1)
    if environment.value(of: "LV") == nil { unsafe setenv("LV", "-c", 1) }
    var process: pid_t = 0
    var words = unsafe [strdup("sh"), strdup("-c"), strdup(command), nil]
    let result = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
    for index in unsafe words.indices { unsafe free(words[index]) }
    return result == 0 ? process : nil
  }
}

extension OutputStream {
  /// Shows what is printed from here on in the user's pager, where there is one and a terminal that
  /// has too few rows.
  ///
  /// - Returns: the pager that the environment names where it is not there.
  func page(_ environment: Environment) throws -> String? {
    guard isTerminal, (environment["TERM"] ?? "dumb") != "dumb" else { return nil }
    let named = environment.value(of: "MOVIES_PAGER") ?? environment.value(of: "PAGER")
    let command = named ?? "less"
    if command.allSatisfy(\.isWhitespace) || command == "cat" { return nil }
    guard Pager.isThere(command, environment: environment) else { return named }
    try page { Pager(command, environment: environment) }
    return nil
  }
}

extension Session {
  /// Shows what is printed from here on in the user's pager, unless it is not wanted.
  func startPager() throws {
    guard !command.has(Options.noPager), let missing = try streams.output.page(environment)
    else { return }
    try say("cannot run the pager '\(missing)': check MOVIES_PAGER or PAGER")
  }
}
