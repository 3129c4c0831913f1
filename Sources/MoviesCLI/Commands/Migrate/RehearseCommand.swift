internal import MovieArguments
internal import MovieStore

/// `migrate rehearse`.
enum RehearseCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let file = try session.namedFiles().first
    let answer = try session.answer(about: file, orSaying: .rehearse(nil)) { [session] migrator in
      .rehearse(
        try session.showingProgress("rehearsing") { progress in
          try migrator.rehearse(
            to: session.targetVersion, progress: { try progress($0.done, $0.total) })
        })
    }
    try session.print([answer])
    return answer.exitStatus
  }
}
