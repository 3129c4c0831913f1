internal import MovieArguments
internal import MovieStore

/// `migrate`.
enum MigrateCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let options = try options(of: session)
    if session.command.has(Options.dryRun) { return try PlanCommand.plan(session, options) }
    let answer = try session.answer(orSaying: .migrate(nil)) { [session] migrator in
      .migrate(
        try session.showingProgress("migrating") { progress in
          try migrator.apply(
            to: session.targetVersion, options, progress: { try progress($0.done, $0.total) })
        })
    }
    try session.printing(afterChange: !answer.steps.isEmpty) { try session.print([answer]) }
    return answer.exitStatus
  }

  private static func options(of session: Session) throws -> Migrator.Options {
    let command = session.command
    if command.has(Options.backup), command.has(Options.noBackup) {
      throw session.misuse("'--backup' and '--no-backup' cannot be used together")
    }
    let file = try command.text(Options.backup).map { name in
      Migrator.Options.Backup.file(try session.requireFilePath(name, for: "--backup"))
    }
    return Migrator.Options(
      backup: command.has(Options.noBackup) ? .none : file ?? .automatic,
      acceptsLosses: command.has(Options.acceptLoss), program: "movies \(Release.version)")
  }
}
