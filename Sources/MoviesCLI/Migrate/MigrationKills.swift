internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal

/// Kills the migration of private copies of a file at system calls: the first one of each step,
/// the last ones, which commit, some between, and after all. A killed copy must be the old or the new file,
/// and the next migration must complete it.
struct MigrationKills {
  private static let evenCount = 16
  private static let lastCount = 8

  private let path: String

  init(of migrator: Migrator) { path = migrator.path }

  func check(progress: (OperationProgress) throws -> Void) throws -> CheckReport.Check {
    let stopwatch = Stopwatch()
    let before = try TemporaryCopy(of: path)
    let after = try TemporaryCopy(of: path)
    let complete = try MigrateUntilKilled.start(after.path, killingAt: 0)
    let states = try InterruptedMigration(before: before.path, after: after.path)
    var findings: [Finding] = []
    var (old, new) = (0, 0)
    let points = Self.points(in: complete.calls)
    for (index, call) in points.enumerated() {
      try progress(OperationProgress("kill", index, of: points.count))
      let copy = try TemporaryCopy(of: path)
      guard try MigrateUntilKilled.start(copy.path, killingAt: call).isKilled else { continue }
      let result = try states.result(of: copy.path)
      if result.isMigrated { new += 1 } else { old += 1 }
      findings += result.findings.map { finding in
        Finding(finding.kind, "after a kill at system call \(call): \(finding.message)")
      }
    }
    findings.append(
      old + new == 0
        ? Finding(.migration, "no migration could be killed")
        : Finding(
          .migration,
          "killed \(Formatting.pluralized(old + new, "time")), at \(complete.calls.last ?? 0) system "
            + "calls: \(Formatting.pluralized(old, "time")) the file was the old one, "
            + "\(Formatting.pluralized(new, "time")) the new one", severity: .note))
    return CheckReport.Check("kill", since: stopwatch) { findings }
  }

  /// - Parameter calls: The number of system calls before each step, and at the end.
  private static func points(in calls: [Int]) -> [Int] {
    guard let count = calls.last, count > 0 else { return [] }
    let even = (0..<evenCount).map { 1 + $0 * count / evenCount }
    let last = max(1, count - lastCount + 1)...(count + 1)
    return Set(calls.map { min($0 + 1, count) } + even + last).sorted()
  }
}

/// `migrate until-killed`: migrates a private copy, and kills itself at a system call.
struct MigrateUntilKilled: Command {
  static let configuration = CommandConfiguration(
    commandName: "until-killed", abstract: "Migrate a copy, and be killed at a system call.",
    shouldDisplay: false)
  static let contract = CommandContract(.destroys)

  @Argument(help: ArgumentHelp("The copy.", valueName: "file"), completion: .file)
  var file: String
  @Argument(help: ArgumentHelp("The number of the call; 0 for none.", valueName: "call"))
  var call: Int
  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// Prints the number of system calls before each step, and at the end.
  func run(_ context: CommandContext) throws -> ExitStatus {
    let calls = try InterruptedMigration.apply(to: file, killingAt: call)
    try context.output.write(calls.map { "\($0)\n" }.joined())
    return .done
  }

  /// Runs the command in a process of its own.
  static func start(
    _ path: String, killingAt call: Int
  ) throws -> (isKilled: Bool, calls: [Int]) {
    let words = [CurrentProcess.program, "migrate", "until-killed", path, "\(call)"]
    let command = try PipedCommand(
      "exec " + words.map(ShellQuoting.quoted).joined(separator: " "), for: .reading)
    let output = try ByteSource(descriptor: command.descriptor, path: nil).readToEnd()
    let status = command.finish()
    if status == killed { return (true, []) }
    if status == ExitStatus.interrupted.rawValue { throw StoreError(.interrupted) }
    guard status == 0 else {
      throw CommandError.inputOutput(
        "the migration of a copy of '\(path)' ended with status \(status) instead of being killed.")
    }
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    return (false, lines.compactMap { Int($0) })
  }

  /// 128 and SIGKILL.
  private static let killed: Int32 = 137
}
