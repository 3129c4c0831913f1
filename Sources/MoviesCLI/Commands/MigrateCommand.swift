internal import MovieArguments
internal import MovieStore

/// `migrate`.
enum MigrateCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let report = try MovieStore.migrate(
      path: session.location.path, isRehearsal: session.command.has(Options.dryRun))
    guard report.from < report.to else {
      try session.say("the database has schema v\(report.to.rawValue) already: nothing to do")
      return .done
    }
    if let backup = report.backup { try session.say("backup: \(backup)") }
    let verb = session.command.has(Options.dryRun) ? "would migrate" : "migrated"
    try session.say(
      "\(verb) from schema v\(report.from.rawValue) to v\(report.to.rawValue) "
        + "in \(session.started.text)")
    return .done
  }
}
