internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

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

  /// Words what kept the streams from being set up, such as a folder as standard input.
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
