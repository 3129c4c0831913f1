internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// Measurements of this project, run by hand:
///
///     swift run -c release MovieBenchmarks --help
@main
enum Main {
  static func main() {
    Signals.discardWriteFailures()
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      let failure = BenchmarkFailure(error)
      Screen.say(failure.text)
      CurrentProcess.exit(failure.status)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch try BenchmarkCommands.parser.parse(arguments) {
    case .version: try Screen.print(Release.version + "\n")
    case .help(let page): try Screen.print(page.text(columns: 80))
    case .run(let command): try run(command)
    }
  }

  private static func run(_ command: ParsedCommand) throws {
    switch command.path.first {
    case "load-v1":
      try OldCatalogLoad.run(from: command.arguments[0], to: command.arguments[1])
    case "migrate":
      let path = command.arguments[0]
      try command.has(BenchmarkCommands.bare)
        ? MigrationTimings.runBare(on: path) : MigrationTimings.runWhole(on: path)
    case "generate":
      let files = files(of: command)
      try GeneratedFilms(count: files.movies).write(to: files.path(.films))
    case "sample": try sample(command)
    default: try BenchmarkRun(options: BenchmarkOptions(command)).run()
    }
  }

  private static func sample(_ command: ParsedCommand) throws {
    let runs = Int(command.integer(BenchmarkCommands.runs) ?? 1)
    for work in BenchmarkWork.all where work.name == command.text(BenchmarkCommands.work) {
      let report = try Sampling.run(work, on: files(of: command), runs: runs)
      try Screen.print(report.text)
    }
  }

  private static func files(of command: ParsedCommand) -> BenchmarkFiles {
    BenchmarkFiles(
      folder: command.text(BenchmarkCommands.folder) ?? "",
      movies: Int(command.integer(BenchmarkCommands.movies) ?? 0))
  }
}
