package import MovieArguments
internal import MovieStore
package import MovieSystem
internal import MovieTerminal

/// The program: arguments in, output and an exit status out.
package enum CommandLineTool {
  /// The parser, which also provides help and completions.
  package static let parser = CommandParser(
    root: Movies.self, topics: [.attributes, .query, .environment, .exitCodes, .formats, .keys])

  /// Runs one command.
  ///
  /// - Parameter arguments: The words after the program's name.
  package static func run(
    _ arguments: [String], environment: Environment, streams: IOStreams
  ) -> ExitStatus {
    let program = CommandLineProgram(
      arguments: arguments, environment: environment, streams: streams)
    do {
      let status = try execute(program)
      do {
        try streams.output.finishPaging()
        try streams.output.flush()
        try streams.error.flush()
      } catch let error as SystemError where error.isBrokenPipe {}
      return status
    } catch {
      return report(error, streams)
    }
  }

  private static func execute(_ program: CommandLineProgram) throws -> ExitStatus {
    switch try parser.parse(program.arguments) {
    case .version: try program.streams.output.write(Release.sentence + "\n")
    case .help(let page, let command):
      let global = (command as? any Command)?.global ?? GlobalOptions()
      try CommandContext(global, program).io.print(page)
    case .run(let command, let path):
      guard let command = command as? any Command else { return .internalError }
      do {
        return try command.run(in: program)
      } catch let error as UsageError {
        throw error.with(usage: path.usage)
      }
    }
    return .done
  }

  /// Prints the error on standard error, if possible.
  private static func report(_ error: any Error, _ streams: IOStreams) -> ExitStatus {
    do { try streams.output.finishPaging() } catch {}
    // The reader of a pipe closed it.
    if let error = error as? SystemError, error.isBrokenPipe { return .done }
    do { try streams.output.flush() } catch {}
    let message = ErrorMessage(error)
    do {
      let lines = message.output.split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.map { streams.error.sanitized(String($0)) }.joined(separator: "\n")
      try streams.error.write(text + "\n")
      try streams.error.flush()
    } catch {}
    return message.status
  }
}
