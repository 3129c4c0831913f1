internal import MovieArguments
internal import MovieStore
package import MovieSystem
internal import MovieTerminal

/// The program: words in, streams and an exit status out.
package enum CommandLineTool {
  /// Runs one command.
  ///
  /// - Parameter arguments: the words after the program's name.
  package static func run(
    _ arguments: [String], environment: Environment, streams: IOStreams
  ) -> ExitStatus {
    do {
      let status = try invoke(arguments, environment, streams)
      try streams.output.finishPaging()
      try streams.output.flush()
      do {
        try streams.error.flush()
      } catch let error as SystemError where error.isBrokenPipe {}
      return status
    } catch {
      return report(error, streams)
    }
  }

  private static func invoke(
    _ arguments: [String], _ environment: Environment, _ streams: IOStreams
  ) throws -> ExitStatus {
    switch try Command.parser.parse(arguments) {
    case .version: try streams.output.write(Release.sentence + "\n")
    case .help(let page):
      // A page is asked for by words that need not be a command.
      if !arguments.contains("--\(Options.noPager.long)") {
        _ = try streams.output.page(environment)
      }
      try streams.output.write(page.text(columns: streams.output.columns))
    case .run(let parsed):
      if parsed.path.isEmpty { return try generate(parsed, streams) }
      guard let command = Command.at(parsed.path) else { return .internalError }
      var session = Session(command: parsed, environment: environment, streams: streams)
      return try command.run(&session)
    }
    return .done
  }

  /// What `movies` without a command prints where an option asks for more than its help.
  private static func generate(_ parsed: ParsedCommand, _ streams: IOStreams) throws -> ExitStatus {
    if let script = CompletionScript(askedBy: parsed) {
      try streams.output.write(script.text)
    } else {
      try streams.output.write(ManualPage.movies.text)
    }
    return .done
  }

  /// Words the error on standard error; where that fails too, the status says it.
  private static func report(_ error: any Error, _ streams: IOStreams) -> ExitStatus {
    do { try streams.output.finishPaging() } catch {}
    // The reader of a pipe has what it wanted.
    if let error = error as? SystemError, error.isBrokenPipe { return .done }
    do { try streams.output.flush() } catch {}
    let (status, text) = wording(of: error)
    do {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let shown = streams.error.isTerminal ? lines.map { TerminalText.escaped($0) } : lines
      try streams.error.write(shown.joined(separator: "\n") + "\n")
      try streams.error.flush()
    } catch {}
    return status
  }

  private static func wording(of error: any Error) -> (ExitStatus, String) {
    if let error = error as? UsageError { return (.usage, error.text) }
    let message = ErrorMessage(error)
    return (message.status, "Error: \(message.text)")
  }
}
