internal import MovieArguments
internal import MovieStore
internal import MovieTerminal

/// What the `migrate` commands have in common.
extension Session {
  var wantsJSON: Bool { command.has(Options.plainJSON) }

  /// The version that `--to` names, else the newest.
  var targetVersion: SchemaVersion {
    command.integer(Options.targetVersion).flatMap { SchemaVersion(rawValue: Int($0)) } ?? .newest
  }

  // MARK: Files

  /// Works on one file: by default, the database. Where that cannot be done, JSON says it too.
  ///
  /// - Parameter failed: what there is to say without the file.
  func answer(
    about file: String? = nil, orSaying failed: MigrationAnswer.Content,
    _ work: (Migrator) throws -> MigrationAnswer.Content
  ) throws -> MigrationAnswer {
    let file = try file ?? databasePath
    do {
      return MigrationAnswer(try work(Migrator(path: file)), file: file)
    } catch let error as StoreError {
      if wantsJSON { try write([MigrationAnswer(failed, file: file, failure: error)]) }
      throw error
    }
  }

  /// The path of the database file, which `--verbose` hears of.
  var databasePath: String {
    get throws {
      let location = try location
      try tell("database: \(location.path) (\(location.explanation))")
      return location.path
    }
  }

  /// The files that the arguments name; none where there are no arguments.
  func namedFiles() throws -> [String] {
    if !command.arguments.isEmpty, command.has(Options.database) {
      throw misuse("'<file>' and '--db' cannot be used together")
    }
    return command.arguments
  }

  /// Looks at one file after the other; one that cannot be looked at is told, and the next follows.
  func answers(
    about files: [String], orSaying failed: MigrationAnswer.Content,
    _ look: (Migrator) throws -> MigrationAnswer.Content
  ) throws -> [MigrationAnswer] {
    try files.map { file in
      do {
        return MigrationAnswer(try look(Migrator(path: file)), file: file)
      } catch let error as StoreError where error != .interrupted {
        try complain(TerminalText.escaped("Error: \(ErrorMessage(error).text)"))
        return MigrationAnswer(failed, file: file, failure: error)
      }
    }
  }

  // MARK: Answers

  /// Prints answers on standard output, and says on standard error what else there is to say.
  func print(_ answers: [MigrationAnswer]) throws {
    let output = streams.output
    if wantsJSON {
      try write(answers)
    } else {
      try MigrationTable(answers, on: output, isColored: isColored(output)).print()
    }
    for answer in answers where answer.failure == nil {
      try tellFindings(answer.findings, about: answers.count > 1 ? answer.file : nil)
    }
    for line in answers.summary { try say(line) }
  }

  private func write(_ answers: [MigrationAnswer]) throws {
    try streams.output.write(json: answers.json)
    try streams.output.flush()
  }

  /// Tells what was found, with the hints; with `--quiet`, errors alone.
  func tellFindings(_ findings: [Finding], about file: String? = nil) throws {
    for finding in findings {
      // Escaped in a pipe too: a name in a file of a stranger's must not begin a line of its own.
      let line = TerminalText.escaped(finding.line(about: file))
      if finding.severity == .error { try complain(line) } else { try say(line) }
    }
  }
}
