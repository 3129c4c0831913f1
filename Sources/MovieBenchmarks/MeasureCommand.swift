package import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal
internal import MoviesCLI

/// Runs the requested benchmarks, each in a child process, and prints the results.
package struct MeasureCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "MovieBenchmarks", abstract: "Measure the library with generated catalogs.")
  package static let parser = CommandParser(root: MeasureCommand.self)

  @Option(
    name: "--sizes", help: ArgumentHelp("The sizes of the catalogs, in movies.", valueName: "n,…"))
  var movies = CommaSeparated(elements: [10_000, 100_000, 1_000_000])
  @Option(
    name: "--runs",
    help: ArgumentHelp(
      "How often to run import, seed, list, export and migrate (default: 3, or 1 above 100000 movies).",
      valueName: "n"),
    range: 1...1_000)
  var runs: Int?
  @Option(
    name: "--only",
    help: ArgumentHelp(
      "What to measure (default: everything, except migrations of more than 100000 movies).",
      valueName: "work,…"))
  var only: CommaSeparated<Benchmark>?
  @Option(
    name: "--json",
    help: ArgumentHelp(
      "Write the results to a file as JSON; '-' writes them to standard output and the table to standard error.",
      valueName: "file"))
  package var json: String?
  @Option(
    name: "--compare",
    help: ArgumentHelp("Compare the results with earlier ones.", valueName: "earlier.json"))
  package var compare: String?
  /// For a child process, which runs a single benchmark and prints its result.
  @Option(name: "--directory", help: ArgumentHelp("The files.", visibility: .hidden)) var directory:
    String?

  package init() {}

  package func validate() throws {
    // Smaller catalogs lack some of the movies that the searches expect.
    for size in sizes where !(200...10_000_000).contains(size) {
      throw ValidationError("'--sizes' needs numbers from 200 to 10000000, not \(size).")
    }
  }

  /// Numbers of movies, ascending and without duplicates.
  package var sizes: [Int] { Set(movies.elements).sorted() }

  /// Returns the number of runs of each large benchmark.
  package func runs(movies: Int) -> Int { runs ?? (movies <= 100_000 ? 3 : 1) }

  package func benchmarks(movies: Int) -> [Benchmark] {
    let names = only?.elements.map(\.name)
    return Benchmark.all.filter { names?.contains($0.name) ?? (movies <= $0.maximumMovies) }
  }

  package func run() throws {
    if let directory, let benchmark = only?.elements.first {
      let files = BenchmarkFiles(directory: directory, movies: sizes[0])
      return try Console.print(benchmark.measure(files, runs: runs(movies: sizes[0])).json())
    }
    // Errors of these files must end the run before the measurements, which can take hours.
    let baseline = try compare.map { try BenchmarkResults(path: $0) }
    var file: AtomicFile?
    if let json, json != "-" { file = try AtomicFile(target: json, replacing: true) }
    TerminationSignals.installHandlers()
    let results = BenchmarkResults(
      date: Clock.timestamp("%Y-%m-%d"), machine: try .current, results: try sizes.flatMap(measure))
    if var file = file.take() {
      try file.sink.append(results.json())
      try file.commit()
    }
    var text = "\(results.machine.text)\n\n\(results.table)"
    if let baseline { text += "\n" + results.comparison(with: baseline) }
    try Console.print(
      text, to: json == "-" ? Descriptor.standardError : Descriptor.standardOutput)
    if json == "-" { try Console.print(results.json()) }
  }

  private func measure(movies: Int) throws -> [BenchmarkResult] {
    let temporary = try FilePath.absolute(Environment.process["TMPDIR"] ?? "/tmp")
    let directory = try ScratchDirectory(in: temporary)
    let files = BenchmarkFiles(directory: directory.path, movies: movies)
    return try benchmarks(movies: movies).map { benchmark in
      let task = "\(benchmark.name) with \(Formatting.grouped(movies)) movies"
      if let kind = benchmark.needs { try files.create(kind) }
      let words = [
        FilePath.resolved("/proc/self/exe"), "--only", benchmark.name, "--sizes", "\(movies)",
        "--runs", "\(runs(movies: movies))", "--directory", directory.path,
      ]
      let command = words.map(ShellQuoting.quoted).joined(separator: " ")
      let (status, output) = try PipedCommand.output(of: "exec " + command)
      if status != 0 {
        // The child process printed the reason.
        throw BenchmarkError(status: status, message: "\(task) failed with status \(status).")
      }
      var result = try BenchmarkResult(json: output)
      result.hits = try benchmark.searchText.map { text in
        try files.openCatalog().movieCount(MovieQuery(text))
      }
      Console.log("\(task): \(BenchmarkResults.duration(result.median))")
      return result
    }
  }
}

extension PipedCommand {
  static func output(of command: String) throws -> (status: Int32, bytes: [UInt8]) {
    let process = try PipedCommand(command, for: .reading)
    let bytes = Result { try ByteSource(descriptor: process.descriptor).readToEnd() }
    return (process.finish(), try bytes.get())
  }
}

extension Benchmark: ExpressibleByArgument {
  package init?(argument: String) {
    guard let benchmark = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = benchmark
  }

  package static var allValueStrings: [String] { names }
}
