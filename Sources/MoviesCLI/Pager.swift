internal import MovieArguments
internal import MovieSystem

/// The user's pager: a program such as `less` that shows long output page by page.
enum Pager {
  /// Whether the program that the command names exists. Anything but a plain name is left to the shell.
  static func exists(_ command: String, environment: Environment) -> Bool {
    let name = String(command.prefix { $0 != " " })
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "/._+-".contains($0) }
    guard isPlain, !name.isEmpty else { return true }
    if name.contains("/") { return FileMetadata.isExecutable(name) }
    let directories = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return directories.contains { FileMetadata.isExecutable("\($0)/\(name)") }
  }

  /// Starts the pager through the shell, as other programs do with `PAGER`.
  ///
  /// - Returns: `nil` if it cannot be started; the output is then written without a pager.
  static func start(_ command: String, environment: Environment) -> PipedCommand? {
    // By default, less shows colors, and exits if the output fits on one screen. With options of the
    // user, it still needs -R, or would print escape sequences as text.
    Environment.set("LESS", to: environment.value(of: "LESS").map { "-R \($0)" } ?? "FRX")
    if environment.value(of: "LV") == nil { Environment.set("LV", to: "-c") }
    do throws(SystemError) { return try PipedCommand(command, for: .writing) } catch { return nil }
  }
}

extension OutputWriter {
  /// Shows what is printed from here on in the user's pager, where there is one and a terminal that
  /// has too few rows.
  ///
  /// - Returns: the pager that the environment names where it is not there.
  func page(_ environment: Environment) throws -> String? {
    guard isTerminal, (environment["TERM"] ?? "dumb") != "dumb" else { return nil }
    let named = environment.value(of: "MOVIES_PAGER") ?? environment.value(of: "PAGER")
    let command = named ?? "less"
    if command.allSatisfy(\.isWhitespace) || command == "cat" { return nil }
    guard Pager.exists(command, environment: environment) else { return named }
    try page { Pager.start(command, environment: environment) }
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
