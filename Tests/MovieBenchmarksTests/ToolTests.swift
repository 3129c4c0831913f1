import MovieBenchmarks
import TestSupport
import Testing

/// The built program, with the smallest catalogs.
@Suite(.limited, .fullTier, .temporaryDirectory) struct ToolTests {
  /// The directory for temporary files.
  private static var scratch: String { TemporaryDirectory.path("scratch") }
  private static var executable: String {
    String(Tool.movies.dropLast("movies".count)) + "MovieBenchmarks"
  }

  private static func run(
    _ arguments: String..., temporary: String = scratch
  ) throws -> Tool.Outcome {
    try Files.makeDirectory(scratch)
    var tool = Tool(arguments, environment: ["TMPDIR": temporary])
    tool.executable = executable
    return try tool.run()
  }

  private static func isClean() throws -> Bool { try Files.names(in: scratch).isEmpty }

  @Test("measures everything, prints a table, writes JSON and deletes its files")
  func everything() throws {
    let json = TemporaryDirectory.path("results.json")
    let outcome = try Self.run("--sizes", "200", "--runs", "2", "--json", json)
    #expect(outcome.status == 0, "\(outcome.error)")
    let results = try BenchmarkResults(path: json).results
    #expect(results.map(\.name) == Benchmark.names)
    let lines = outcome.output.split(separator: "\n")
    for result in results {
      #expect(lines.contains { $0.hasPrefix(result.name + " ") && $0.contains("ms") })
      #expect(outcome.error.contains("\(result.name) with 200 movies: "))
      let isLarge = ["import", "seed", "list", "export", "migrate"].contains(result.name)
      #expect(isLarge ? result.samples == 2 : result.samples >= 5)
      #expect(result.minimum > 0 && result.minimum <= result.median)
      #expect((1...1_024).contains(result.peakMiB))
      #expect(result.movies == 200)
    }
    #expect(lines.contains("  search selective: 4"))
    #expect(lines.contains("  search none: 0"))
    #expect(try Self.isClean())
  }

  @Test("measures a single benchmark, compares it with earlier results, and prints JSON")
  func onlyAndCompare() throws {
    let json = TemporaryDirectory.path("results.json")
    let first = try Self.run("--sizes", "300,200", "--only", "page,drill", "--json", json)
    #expect(first.status == 0, "\(first.error)")
    let measured = try BenchmarkResults(path: json).results.map { "\($0.name) \($0.movies)" }
    #expect(measured == ["page 200", "drill 200", "page 300", "drill 300"])
    let second = try Self.run(
      "--sizes", "200", "--only", "page", "--json", json, "--compare", json)
    #expect(second.status == 0, "\(second.error)")
    #expect(second.output.contains("\nSpeed relative to 20"))
    #expect(second.output.contains("×"))
    #expect(!second.output.contains("On a different machine"))
    // The file is replaced after it was read.
    #expect(try BenchmarkResults(path: json).results.count == 1)
    let third = try Self.run("--sizes", "200", "--only", "page", "--json", "-")
    #expect(third.output.hasPrefix("{\n") && third.output.hasSuffix("}\n"))
    #expect(third.error.contains("\nwork "))
    #expect(try Self.isClean())
  }

  @Test("stops before the first benchmark if a file cannot be created or read")
  func files() throws {
    let missing = TemporaryDirectory.path("missing/results.json")
    let directory = TemporaryDirectory.path("nowhere")
    for (outcome, problem) in [
      (try Self.run("--json", missing), "cannot create '\(missing)'"),
      (try Self.run("--compare", missing), "cannot open '\(missing)'"),
      (try Self.run(temporary: directory), "cannot create '\(directory)'"),
    ] {
      #expect(outcome.status == 74)
      #expect(outcome.error == "Error: \(problem): No such file or directory.\n")
    }
    #expect(try Self.isClean())
  }

  @Test("a full disk is an error, and all files are deleted")
  func fullDisk() throws {
    try Files.makeDirectory(Self.scratch)
    let json = TemporaryDirectory.path("results.json")
    var tool = Tool(
      shell: #"ulimit -f 64; exec "$1" --sizes 2000 --json "$2""#, [Self.executable, json],
      // The thread sanitizer creates a file in TEST_TMPDIR.
      environment: ["TMPDIR": Self.scratch, "TEST_TMPDIR": "/dev/null"])
    tool.input = []
    let outcome = try tool.run()
    #expect(outcome.status == 74)
    #expect(outcome.error.hasPrefix("Error: cannot write '\(Self.scratch)"))
    #expect(outcome.error.contains("the file size limit is reached; raise it (ulimit -f)"))
    #expect(outcome.output == "")
    #expect(try Self.isClean())
    #expect(try Files.names(in: TemporaryDirectory.current) == ["scratch"])
  }

  @Test("an unexpected number of rows is an error")
  func unexpected() throws {
    let directory = TemporaryDirectory.path("files")
    try Files.makeDirectory(directory)
    try GeneratedMovies(count: 200).write(to: directory + "/movies.ndjson")
    func measure(_ name: String, _ movies: String) throws -> Tool.Outcome {
      try Self.run("--only", name, "--sizes", movies, "--runs", "1", "--directory", directory)
    }
    let result = try measure("import", "200")
    #expect(result.status == 0)
    #expect(try BenchmarkResult(json: result.outputBytes).samples == 1)
    let outcome = try measure("list", "201")
    #expect(outcome.status == 70)
    #expect(outcome.output == "")
    #expect(outcome.error == "Error: 'list' returned an unexpected number of rows: 200.\n")
  }
}
