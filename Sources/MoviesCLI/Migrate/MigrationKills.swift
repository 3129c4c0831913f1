internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// Kills the migration of private copies of a file at system calls: the first one of each step,
/// the last ones, which commit, some between, and after all. A killed copy must be the old or the
/// new file, and the next migration must complete it.
struct MigrationKills {
  private static let evenCount = 16
  private static let lastCount = 8

  private let path: String

  init(of migrator: Migrator) { path = migrator.path }

  func check(progress: (OperationProgress) throws -> Void) throws -> CheckReport.Check {
    let stopwatch = Stopwatch()
    let before = try TemporaryCopy(of: path)
    let after = try TemporaryCopy(of: before.path)
    let calls = try MigrateUntilKilled.start(after.path, killingAt: 0) ?? []
    let states = try InterruptedMigration(before: before.path, after: after.path)
    var findings: [Finding] = []
    var (old, new) = (0, 0)
    let points = Self.points(in: calls)
    for (index, call) in points.enumerated() {
      try progress(OperationProgress("kill", index, of: points.count))
      let copy = try TemporaryCopy(of: before.path)
      guard try MigrateUntilKilled.start(copy.path, killingAt: call) == nil else {
        findings.append(Finding(.migration, "the migration was not killed at system call \(call)"))
        continue
      }
      let result = try states.result(of: copy.path)
      if result.isMigrated { new += 1 } else { old += 1 }
      findings += result.findings.map { finding in
        Finding(finding.kind, "after a kill at system call \(call): \(finding.message)")
      }
    }
    // Without a count there is no point, and nothing would be proved.
    if old + new == 0 {
      findings.append(Finding(.migration, "no migration could be killed"))
      return CheckReport.Check("kill", since: stopwatch) { findings }
    }
    findings.append(
      Finding(
        .migration,
        "killed \(Formatting.pluralized(old + new, "time")) during \(calls.last ?? 0) system calls; "
          + "the file was then the old one \(Formatting.pluralized(old, "time")), and the new one "
          + Formatting.pluralized(new, "time"), severity: .note))
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

  func validate() throws {
    // Not for the files of users, which would be migrated without a backup.
    guard ScratchDirectory.contains(file) else {
      throw ValidationError("'until-killed' is a part of 'migrate check --kill'")
    }
  }

  /// Prints the number of system calls before each step, and at the end.
  func run(_ context: CommandContext) throws -> ExitStatus {
    let calls = try InterruptedMigration.apply(to: file, killingAt: call)
    try context.output.write(calls.map { "\($0)\n" }.joined())
    return .done
  }

  /// Runs the command in a process of its own.
  ///
  /// - Returns: The numbers of system calls; `nil` if it killed itself.
  static func start(_ path: String, killingAt call: Int) throws -> [Int]? {
    let child: ChildProcess.Outcome
    do throws(SystemError) {
      child = try ChildProcess.run(["migrate", "until-killed", path, "\(call)"])
    } catch {
      throw Interruption.isRequested ? StoreError(.interrupted) : error
    }
    if Interruption.isRequested { throw StoreError(.interrupted) }
    let output = String(decoding: child.output, as: UTF8.self)
    if child.status == nil, output.hasSuffix(InterruptedMigration.announcement) { return nil }
    guard child.status == ExitStatus.done.rawValue else {
      let report = output.isEmpty ? "nothing" : output
      throw CommandError.inputOutput(
        "the process that migrates a copy of the file failed. It reported: \(report)")
    }
    return output.split(separator: "\n").compactMap { Int($0) }
  }
}
