internal import MovieArguments
internal import MovieStore
internal import MovieTerminal

/// `doctor`.
enum DoctorCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let command = session.command
    if command.has(Options.dryRun), !command.has(Options.fix) {
      throw session.misuse("'--dry-run' requires '--fix'")
    }
    let file = try session.namedFiles().first ?? session.databasePath
    if file == ":memory:" {
      throw session.misuse("':memory:' is not a file. Specify a file to check.")
    }
    let answer = try answer(about: file, session)
    try session.printing(afterChange: !answer.deeds.isEmpty) { try print(answer, session) }
    return answer.exitStatus
  }

  private static func answer(about file: String, _ session: Session) throws -> DoctorAnswer {
    do {
      return DoctorAnswer(try content(of: file, session), file: file)
    } catch let error as StoreError {
      if session.wantsJSON {
        let failed = DoctorAnswer(.failure(error), file: file)
        try session.streams.output.write(json: failed.json)
        try session.streams.output.flush()
      }
      throw error
    }
  }

  private static func content(
    of file: String, _ session: Session
  ) throws -> DoctorAnswer.Content {
    let doctor = try Doctor(path: file)
    let command = session.command
    if command.has(Options.fix), !command.has(Options.dryRun) {
      return .treatment(
        try session.showingSteps("checking") { update in
          try doctor.repair { try update($0.check, $0.done, $0.total) }
        })
    }
    let diagnosis = try session.showingSteps("checking") { update in
      try doctor.check { try update($0.check, $0.done, $0.total) }
    }
    return .diagnosis(diagnosis, isDryRun: command.has(Options.dryRun))
  }

  private static func print(_ answer: DoctorAnswer, _ session: Session) throws {
    let output = session.streams.output
    if session.wantsJSON {
      try output.write(json: answer.json)
    } else {
      let rows = (answer.diagnosis?.checks ?? []).map { DiagnosisRecord(check: $0) }
      try output.write(
        rows: rows, DiagnosisRecord.columns, isColored: session.isColored(output))
    }
    try output.flush()
    for line in answer.deeds { try session.say(TerminalText.escaped(line)) }
    for finding in answer.diagnosis?.findings ?? [] {
      let line = TerminalText.escaped(finding.lineWithRepair)
      if finding.severity == .error {
        try session.complain(line)
      } else {
        try session.say(line)
      }
    }
    for line in answer.summary { try session.say(line) }
  }
}
