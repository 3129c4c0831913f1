internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MoviesCLI

/// Measurements of this project, run by hand:
///
///     swift run -c release MovieBenchmarks --help
@main
struct Main {
  static func main() {
    Signals.discardWriteFailures()
    let status = run()
    TerminationSignals.exitIfRequested()
    CurrentProcess.exit(status)
  }

  private static func run() -> Int32 {
    do {
      switch try MeasureCommand.parser.parse(Array(CommandLine.arguments.dropFirst())) {
      case .version: try Console.print(Release.version + "\n")
      case .help(let page, _, _): try Console.print(page.text(columns: 80))
      case .run(let command, _): try (command as? MeasureCommand)?.run()
      }
      return 0
    } catch let error as BenchmarkError {
      Console.log("Error: " + error.message)
      return error.status
    } catch {
      let message = ErrorMessage(error)
      Console.log(error is UsageError ? message.text : "Error: " + message.text)
      return message.status.rawValue
    }
  }
}

package struct BenchmarkError: Error {
  package let status: Int32
  package let message: String
}

enum Console {
  static func print(_ text: String, to descriptor: Int32 = Descriptor.standardOutput) throws {
    let sink = ByteSink(descriptor: descriptor)
    try sink.append(text)
    try sink.flush()
  }

  /// Prints a line to standard error. A closed standard error must not end a run.
  static func log(_ line: String) {
    do { try print(line + "\n", to: Descriptor.standardError) } catch {}
  }
}
