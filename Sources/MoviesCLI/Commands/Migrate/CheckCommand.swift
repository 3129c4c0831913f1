internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `migrate check`: checks files, or without arguments the built-in migrations.
enum CheckCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let files = try files(of: session)
    let reports = try session.checkReports(of: files)
    let answers = try answers(about: files, session)
    // Reports come first: the reader of a pipe may have gone away.
    for case .file(let format, let path) in reports {
      try session.write(answers, as: format, to: path)
    }
    try session.print(answers)
    if reports.contains(.github) {
      let lines = GitHubReport(answers).lines.map { $0 + "\n" }
      try session.streams.output.write(lines: lines.joined())
    }
    return .mostSevere(of: answers.map(\.exitStatus))
  }

  /// The files to check; none means the built-in migrations.
  private static func files(of session: Session) throws -> [String] {
    let named = try session.namedFiles()
    let isNamedByOption = named.isEmpty && session.command.has(Options.database)
    return isNamedByOption ? [try session.databasePath] : named
  }

  private static func answers(
    about files: [String], _ session: Session
  ) throws -> [MigrationAnswer] {
    if files.isEmpty {
      if session.environment.value(of: "MOVIES_DB")?.isEmpty == false {
        try session.say(
          "no file specified: checking the built-in migrations, not the database in MOVIES_DB")
      }
      let verification = try session.showingSteps("checking") { update in
        try Migrator.verifyMigrations { try update($0.check, $0.done, $0.total) }
      }
      return [MigrationAnswer(.check(verification), file: nil)]
    }
    return try session.answers(about: files, orSaying: .check(nil)) { migrator in
      .check(
        try session.showingProgress("checking") { update in
          try migrator.verify { try update($0.done, $0.total) }
        })
    }
  }
}
