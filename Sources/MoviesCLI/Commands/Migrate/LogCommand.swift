internal import MovieArguments
internal import MovieStore

/// `migrate log`.
enum LogCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let answer = try session.answer(orSaying: .log([], version: nil)) { [session] migrator in
      .log(
        try migrator.log(), version: session.wantsJSON ? try migrator.status().version : nil)
    }
    try session.startPager()
    try session.print([answer])
    return .done
  }
}
