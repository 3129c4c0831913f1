import Foundation
import MovieBenchmarks
import TestSupport
import Testing

/// The program as it was built, on the smallest catalogs there are.
@Suite(.limited, .fullTier, .temporaryDirectory) struct ToolTests {
  /// The folder for temporary files.
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

  private static func results(_ bytes: [UInt8]) throws -> [[String: Any]] {
    let root = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    return try #require(root?["results"] as? [[String: Any]])
  }

  @Test("one command measures everything, prints a table, writes JSON and leaves nothing behind")
  func everything() throws {
    let json = TemporaryDirectory.path("results.json")
    let outcome = try Self.run("--sizes", "200", "--runs", "2", "--json", json)
    #expect(outcome.status == 0, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n")
    let results = try Self.results(try Files.bytes(json))
    let works = BenchmarkWork.all.map(\.name)
    #expect(results.map { $0["work"] as? String } == works)
    for work in works {
      #expect(lines.contains { $0.hasPrefix(work + " ") && $0.contains("ms") })
      #expect(outcome.error.contains("\(work) with 200 movies: "))
    }
    let large: Set = ["import", "seed", "list", "export", "migrate"]
    for result in results {
      let work = try #require(result["work"] as? String)
      let samples = try #require(result["samples"] as? Int)
      let median = try #require(result["medianSeconds"] as? Double)
      let minimum = try #require(result["minimumSeconds"] as? Double)
      let peak = try #require(result["peakMiB"] as? Int)
      #expect(large.contains(work) ? samples == 2 : samples >= 5)
      #expect(minimum > 0 && minimum <= median)
      #expect((1...1_024).contains(peak))
      #expect(result["movies"] as? Int == 200)
    }
    #expect(lines.contains("  search selective: 4"))
    #expect(lines.contains("  search none: 0"))
    #expect(try Self.isClean())
  }

  @Test("what is asked for alone is made ready first, and is compared with what was")
  func onlyAndCompare() throws {
    let json = TemporaryDirectory.path("results.json")
    let first = try Self.run("--sizes", "300,200", "--only", "page,drill", "--json", json)
    #expect(first.status == 0, "\(first.error)")
    let measured = try Self.results(try Files.bytes(json)).map {
      "\($0["work"] ?? "") \($0["movies"] ?? "")"
    }
    #expect(measured == ["page 200", "drill 200", "page 300", "drill 300"])
    let second = try Self.run(
      "--sizes", "200", "--only", "page", "--json", json, "--compare", json)
    #expect(second.status == 0, "\(second.error)")
    #expect(second.output.contains("\nSpeed relative to 20"))
    #expect(second.output.contains("×"))
    #expect(!second.output.contains("On a different machine"))
    // The file is replaced once it was read.
    #expect(try Self.results(try Files.bytes(json)).count == 1)
    #expect(try Self.isClean())
  }

  @Test("on standard output, JSON stands alone")
  func jsonOnOutput() throws {
    let outcome = try Self.run("--sizes", "200", "--only", "page", "--json", "-")
    #expect(outcome.status == 0)
    #expect(try Self.results(outcome.outputBytes).count == 1)
    #expect(outcome.error.contains("\nwork "))
  }

  @Test("a file that cannot be made or read ends the run before it begins")
  func files() throws {
    let missing = TemporaryDirectory.path("missing/results.json")
    let unmade = try Self.run("--sizes", "200", "--json", missing)
    #expect(unmade.status == 73)
    #expect(unmade.error == "Error: cannot create '\(missing)': No such file or directory.\n")
    let unread = try Self.run("--sizes", "200", "--compare", missing)
    #expect(unread.status == 66)
    #expect(unread.error == "Error: cannot open '\(missing)': No such file or directory.\n")
    let nowhere = try Self.run("--sizes", "200", temporary: TemporaryDirectory.path("nowhere"))
    #expect(nowhere.status == 73)
    #expect(
      nowhere.error.hasPrefix("Error: cannot create '\(TemporaryDirectory.path("nowhere"))': "))
    #expect(try Self.isClean())
  }

  @Test("where there is no room, the error says how much there should be, and nothing stays")
  func noRoom() throws {
    try Files.makeDirectory(Self.scratch)
    let json = TemporaryDirectory.path("results.json")
    var tool = Tool(
      shell: #"ulimit -f 64; exec "$1" --sizes 2000 --json "$2""#, [Self.executable, json],
      // The latter is where a thread sanitizer would make a file of its own.
      environment: ["TMPDIR": Self.scratch, "TEST_TMPDIR": "/dev/null"])
    tool.input = []
    let outcome = try tool.run()
    #expect(outcome.status == 74)
    #expect(outcome.error.contains("A million movies take about 1.5 GB"))
    #expect(outcome.error.hasSuffix("Error: generating 2,000 movies failed with status 74.\n"))
    #expect(outcome.output == "")
    #expect(try Self.isClean())
    #expect(try Files.names(in: TemporaryDirectory.current) == ["scratch"])
  }

  @Test("work that does not answer what it should is no measurement")
  func unexpected() throws {
    let folder = TemporaryDirectory.path("files")
    try Files.makeDirectory(folder)
    #expect(try Self.run("generate", folder, "200").status == 0)
    let made = try Self.run("sample", "import", folder, "200")
    #expect(made.status == 0)
    #expect(SampleReport(made.output)?.seconds.count == 1)
    let outcome = try Self.run("sample", "list", folder, "201")
    #expect(outcome.status == 70)
    #expect(outcome.output == "")
    #expect(outcome.error == "Error: 'list' returned an unexpected number of rows: 200.\n")
  }

  @Test("an old catalog is made and migrated", arguments: [[], ["--bare"]])
  func migration(words: [String]) throws {
    let folder = TemporaryDirectory.path("files")
    try Files.makeDirectory(folder)
    let database = folder + "/v1.db"
    _ = try Self.run("generate", folder, "200")
    let load = try Self.run("load-v1", folder + "/films.ndjson", database)
    #expect(load.output == "200 movies\n")
    var tool = Tool(["migrate"] + words + [database])
    tool.executable = Self.executable
    let outcome = try tool.run()
    #expect(outcome.status == 0, "\(outcome.error)")
    let names = outcome.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(names == ["v2", "v3", "v4", "v5", "v6", "total"])
  }

  @Test("an unknown option is told with the usage")
  func usage() throws {
    let outcome = try Self.run("--fast")
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: Unknown option '--fast'"))
    #expect(outcome.error.contains("\nUsage: MovieBenchmarks [--sizes <n,…>]"))
  }
}
