internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance

/// `doctor`: checks a database file, and repairs it with `--fix`.
struct DoctorCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find problems in the database and repair them.",
    discussion: """
      Checks the file, its schema, its pages and every row, without changing anything. The exit \
      status is 1 if errors or warnings are found; notes do not count.

      '--fix' makes all possible repairs in one transaction, then checks again. If there is nothing \
      to repair, it writes nothing.
      """,
    examples: [
      Example("movies doctor", "Check the current database."),
      Example("movies doctor --fix --dry-run", "Show what '--fix' would repair."),
      Example("movies doctor old.db --fix", "Repair a file."),
    ], suggestedFor: ["check", "fix", "fsck", "repair", "verify"])
  static let contract = CommandContract(
    .reads, with: ["fix": .destroys], output: .doctor, exits: .notFound)

  @OptionGroup var database: DatabaseFileArgument
  @Flag(
    name: "--fix",
    help: ArgumentHelp(
      "Repair what can be repaired; writes a backup first.", suggestedFor: ["--repair"]))
  var fix = false
  @OptionGroup(title: "Output options") var output: JSONOption
  @OptionGroup(title: "Write options") var write: DryRunOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if write.dryRun, !fix { throw ValidationError("'--dry-run' requires '--fix'") }
    try database.validate(global)
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let file = try database.path(context)
    if file == ":memory:" {
      throw ValidationError("':memory:' is not a file. Specify a file to check.")
    }
    return try context.print(report(of: file, context), asJSON: output.json)
  }

  private func report(of file: String, _ context: CommandContext) throws -> Report {
    do {
      var doctor = try Doctor(path: file)
      doctor.changeDescription = "movies doctor --fix"
      return try context.ui.reportingProgress("checking") { reporter in
        if fix, !write.dryRun {
          let repair = try doctor.repair { reporter?.updatePhase($0) }
          return .doctor(repair.after, repair, of: file, isQuiet: context.ui.isQuiet)
        }
        let report = try doctor.check { reporter?.updatePhase($0) }
        return .doctor(report, of: file, isDryRun: write.dryRun, isQuiet: context.ui.isQuiet)
      }
    } catch let error as StoreError where error.category != .interrupted {
      var shown = context.database.explained(error)
      if case .damaged = error.problem {
        shown = CommandError.inputOutput(
          "\(error). It cannot be repaired: \(Finding.recoveryHint).")
      }
      return .doctorFailure(error, of: file, message: ErrorMessage(shown).output)
    }
  }
}
