package import MovieArguments
internal import MovieStore
package import MovieSystem
internal import MovieTerminal

/// The program: arguments in, output and an exit status out.
package enum CommandLineTool {
  /// The parser, which also provides help and completions.
  package static let parser = CommandParser(
    root: Movies.self,
    topics: [
      .attributes, .query, .environment, .exitCodes, .formats, .schema, .lists, .keys, .changes,
    ])

  /// Runs one command.
  ///
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - session: The server for which the command runs; `nil` for a user.
  package static func run(
    _ arguments: [String], environment: Environment, streams: IOStreams,
    session: ServerSession? = nil
  ) -> ExitStatus {
    do {
      let status = try execute(arguments) {
        CommandContext($0, arguments, environment, streams, session)
      }
      do {
        try streams.output.finishPaging()
        try streams.output.flush()
        try streams.error.flush()
      } catch let error as SystemError where error.isBrokenPipe {}
      return status
    } catch let error as UsageError where session != nil {
      return report(error.withoutUsage, streams)
    } catch {
      return report(error, streams)
    }
  }

  private static func execute(
    _ arguments: [String], in context: (GlobalOptions) -> CommandContext
  ) throws -> ExitStatus {
    switch try parser.parse(arguments) {
    case .version: try context(GlobalOptions()).output.write(Release.sentence + "\n")
    case .help(let page, let command, let isJSON):
      let context = context((command as? any Command)?.global ?? GlobalOptions())
      if isJSON {
        let path = try parser.command(named: Array(page.names.dropFirst()))
        try context.printPaged(json: HelpDocument(of: path).text)
      } else {
        try context.print(page)
      }
    case .run(let command, let path):
      guard let command = command as? any Command else { return .internalError }
      do {
        return try run(command, in: context(command.global))
      } catch let error as UsageError {
        throw error.with(usage: path.usage)
      }
    }
    return .done
  }

  private static func run(
    _ command: any Command, in context: CommandContext
  ) throws -> ExitStatus {
    let result = Result { try command.run(context) }.mapError(context.database.explained)
    let isFailed = if case .failure = result { true } else { false }
    let notices = Result { try context.ui.printNotices(isFailed: isFailed) }
    let status = try result.get()
    try notices.get()
    return status
  }

  /// Prints the error on standard error, if possible.
  private static func report(_ error: any Error, _ streams: IOStreams) -> ExitStatus {
    do { try streams.output.finishPaging() } catch {}
    // The reader of a pipe closed it.
    if let error = error as? SystemError, error.isBrokenPipe { return .done }
    do { try streams.output.flush() } catch {}
    let message = ErrorMessage(error)
    do {
      try streams.error.write(message.output + "\n")
      try streams.error.flush()
    } catch {}
    return message.status
  }
}

/// The process around the tool: raw arguments, descriptors and signals.
package enum ProgramEntry {
  /// Runs the program with the arguments of this process.
  ///
  /// - Returns: the exit status.
  package static func run() -> Int32 {
    Signals.discardWriteFailures()
    TerminationSignals.installHandlers()
    defer { TerminationSignals.exitIfRequested() }
    Descriptor.openMissingStandardDescriptors()
    let environment = Environment.process
    do {
      // Before any function is called that an older library does not have.
      try Catalog.requireSupportedSQLite()
      Catalog.limitMemory(bytes: ConnectionSetup.heapLimit)
      let streams = try IOStreams.standard(environment)
      guard let arguments = try CurrentProcess.arguments() else {
        try streams.error.write("Error: an argument is not valid UTF-8.\n")
        try streams.error.flush()
        return ExitStatus.usage.rawValue
      }
      return CommandLineTool.run(arguments, environment: environment, streams: streams).rawValue
    } catch {
      return report(error, environment)
    }
  }

  /// Reports an error in opening the standard streams, such as a directory as standard input.
  private static func report(_ error: any Error, _ environment: Environment) -> Int32 {
    let message = ErrorMessage(error)
    let output = OutputWriter(
      descriptor: Descriptor.standardError, named: "standard error", environment: environment)
    do {
      try output.write("Error: \(message.text)\n")
      try output.flush()
    } catch {}
    return message.status.rawValue
  }
}

extension IOStreams {
  static func standard(_ environment: Environment) throws -> IOStreams {
    IOStreams(
      input: try ByteSource(descriptor: Descriptor.standardInput, path: "standard input"),
      isInputTerminal: TerminalDevice.isTerminal(Descriptor.standardInput),
      controllingTerminal: {
        do { return try ByteSource(path: "/dev/tty") } catch { return nil }
      },
      output: OutputWriter(
        descriptor: Descriptor.standardOutput, named: "standard output", environment: environment),
      error: OutputWriter(
        descriptor: Descriptor.standardError, named: "standard error", environment: environment))
  }
}
