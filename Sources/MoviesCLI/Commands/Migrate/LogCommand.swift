internal import MovieArguments
internal import MovieStore

/// `migrate log`.
enum LogCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let file = try session.namedFiles().first
    let answer = try session.answer(about: file, orSaying: .log([], version: nil)) {
      [session] migrator in
      .log(
        try migrator.log(), version: session.wantsJSON ? try migrator.status().version : nil)
    }
    try session.startPager()
    try session.print([answer])
    return .done
  }
}
