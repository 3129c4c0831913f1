internal import MovieArguments
internal import MovieStore

/// `migrate plan`, and `migrate --dry-run`.
enum PlanCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    if session.command.has(Options.sql), session.wantsJSON {
      throw session.misuse("'--sql' and '--json' cannot be used together")
    }
    return try plan(session, Migrator.Options())
  }

  static func plan(_ session: Session, _ options: Migrator.Options) throws -> ExitStatus {
    let file = try session.namedFiles().first
    let answer = try session.answer(about: file, orSaying: .plan(nil)) { migrator in
      .plan(try migrator.plan(to: session.targetVersion, options))
    }
    if session.command.has(Options.sql) {
      try session.startPager()
      try session.streams.output.write(lines: answer.steps.script)
      try session.tellFindings(answer.findings)
    } else {
      try session.print([answer])
    }
    return answer.exitStatus
  }
}

extension [MigrationStep] {
  /// The statements of the steps, for reading: those that run in chunks have parameters.
  var script: String {
    map { step in
      let statements = Migrator.sql(of: step).map { $0.hasSuffix(";") ? $0 : $0 + ";" }
      return (["-- v\(step.version.rawValue): \(step.title)"] + statements)
        .joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}
