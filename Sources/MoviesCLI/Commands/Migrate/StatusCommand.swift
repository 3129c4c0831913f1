internal import MovieArguments
internal import MovieStore

/// `migrate status`.
enum StatusCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    var files = try session.namedFiles()
    if files.isEmpty { files = [try session.databasePath] }
    let answers = try session.answers(about: files, orSaying: .status(nil)) {
      .status(try $0.status())
    }
    try session.print(answers)
    return .mostSevere(of: answers.map(\.exitStatus))
  }
}
