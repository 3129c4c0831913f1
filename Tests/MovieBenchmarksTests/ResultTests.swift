import Foundation
import MovieBenchmarks
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ResultTests {
  private static func result(
    _ name: String, _ movies: Int, _ seconds: Double..., hits: Int? = nil
  ) -> BenchmarkResult {
    var result = BenchmarkResult(name, movies: movies, seconds: seconds, peakMiB: 21)
    result.hits = hits
    return result
  }

  private static func run(
    _ results: [BenchmarkResult], cores: Int = 1, swift: String = "6.3"
  ) throws -> BenchmarkResults {
    let machine = """
      {"cpu": "Z80 \\"fast\\"\\t", "cores": \(cores), "memoryMiB": 64, "system": "GNU/CP/M",
       "swift": "\(swift)", "sqlite": "3.40.1"}
      """
    return BenchmarkResults(
      date: "2026-01-31",
      machine: try JSONDecoder().decode(MachineDescription.self, from: Data(machine.utf8)),
      results: results)
  }

  private static func baseline(_ json: String) throws -> BenchmarkResults {
    let path = TemporaryDirectory.path("baseline.json")
    try Files.write(Array(json.utf8), to: path)
    return try BenchmarkResults(path: path)
  }

  // MARK: Table

  @Test("the median is a sample: of two in the middle, the slower one")
  func median() {
    #expect(Self.result("page", 200, 3).median == 3)
    #expect(Self.result("page", 200, 3, 1, 2).median == 2)
    let result = Self.result("page", 200, 4, 1, 3, 2)
    #expect(result.median == 3)
    #expect(result.minimum == 1)
    #expect(result.samples == 4)
  }

  @Test(
    "durations have three digits and a unit",
    arguments: [
      (0.000_001, "0.00 ms"), (0.001_234, "1.23 ms"), (0.009_994, "9.99 ms"),
      (0.009_996, "10.0 ms"), (0.099_96, "100 ms"), (0.999_4, "999 ms"), (0.999_6, "1.00 s"),
      (12.34, "12.3 s"), (99.96, "100 s"), (1_234, "1234 s"),
    ])
  func durations(seconds: Double, text: String) {
    #expect(BenchmarkResults.duration(seconds) == text)
  }

  @Test("the table has a row for each benchmark and a group of columns for each size")
  func table() throws {
    let results = try Self.run([
      Self.result("import", 10_000, 0.3), Self.result("page", 10_000, 0.001),
      Self.result("search broad", 10_000, 0.02, hits: 5_000), Self.result("migrate", 10_000, 0.5),
      Self.result("import", 1_000_000, 36), Self.result("page", 1_000_000, 0.001_2),
      Self.result("search broad", 1_000_000, 2, hits: 500_000),
    ])
    #expect(
      results.table == """
        movies              10,000             1,000,000
        work             time  MiB     time  growth  MiB
        import         300 ms   21   36.0 s  120.0×   21
        page          1.00 ms   21  1.20 ms    1.2×   21
        search broad  20.0 ms   21   2.00 s  100.0×   21
        migrate        500 ms   21        –       –    –

        time: median; growth: time relative to the previous size; MiB: peak memory
        Movies found by each search, of which 20 are read:
          search broad: 5,000 / 500,000

        """)
  }

  @Test("three sizes fit into 80 columns")
  func width() throws {
    let results = Benchmark.names.flatMap { name in
      [10_000, 100_000, 1_000_000].map { Self.result(name, $0, 0.0123) }
    }
    let lines = try Self.run(results).table.split(separator: "\n")
    #expect(lines.count > Benchmark.names.count)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("the machine is described without its name")
  func machine() throws {
    let machine = try MachineDescription.current
    #expect(machine.cores > 0 && machine.memoryMiB > 0)
    for text in [machine.cpu, machine.system, machine.swift] { #expect(!text.isEmpty) }
    #expect(machine.sqlite.hasPrefix("3."))
    let words = machine.text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "." }
    #expect(!words.contains { $0 == ProcessInfo.processInfo.hostName })
  }

  // MARK: JSON

  @Test("the JSON has every key, and is read as it was written")
  func json() throws {
    let results = try Self.run([
      Self.result("page", 200, 0.001, 0.000_512_3),
      Self.result("search two letters", 10_000, 1.25, hits: 3),
    ])
    let json = try results.json()
    #expect(json.hasSuffix("}\n"))
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(Set(root.keys) == ["machine", "date", "results"])
    let machine = try #require(root["machine"] as? [String: Any])
    #expect(Set(machine.keys) == ["cpu", "cores", "memoryMiB", "system", "swift", "sqlite"])
    let item = try #require((root["results"] as? [[String: Any]])?.last)
    #expect(item["work"] as? String == "search two letters")
    #expect(item["medianSeconds"] as? Double == 1.25)
    let keys = ["work", "movies", "medianSeconds", "minimumSeconds", "samples", "peakMiB"]
    #expect(Set(item.keys) == Set(keys))
    let baseline = try Self.baseline(json)
    #expect(baseline.machine == results.machine)
    #expect(try baseline.json() == json)
  }

  @Test("a baseline without valid results is rejected")
  func notResults() throws {
    let valid = try Self.run([Self.result("page", 200, 0.5)]).json()
    for json in [
      "", "{", "[]", "{}", try Self.run([]).json(), valid.replacing("0.5", with: "0"),
      valid.replacing("0.5", with: "null"), valid.replacing("\"page\"", with: "1"),
      valid.replacing("200", with: "\"200\""),
    ] {
      let error = try #require(#expect(throws: BenchmarkError.self) { try Self.baseline(json) })
      let path = TemporaryDirectory.path("baseline.json")
      #expect(error.message == "'\(path)' does not contain benchmark results.")
      #expect(error.status == 65)
    }
  }

  // MARK: Comparison

  @Test(
    "a change is the ratio of the earlier time to the new one",
    arguments: [
      (1.3, 1.0, "1.30× (faster)"), (0.8, 1.0, "0.80× (slower)"), (2.0, 2.0, "1.00× (same)"),
      (1.004, 1.0, "1.00× (same)"), (0.994, 1.0, "0.99× (slower)"),
      (1.0, 0.004, "250.00× (faster)"), (0.001, 1.0, "0.00× (slower)"),
    ])
  func changes(earlier: Double, now: Double, text: String) {
    #expect(BenchmarkResults.change(from: earlier, to: now) == text)
  }

  @Test("only benchmarks and sizes of both runs are compared")
  func common() throws {
    let baseline = try Self.run([
      Self.result("page", 200, 0.002), Self.result("page", 400, 0.003),
      Self.result("list", 200, 1), Self.result("retired benchmark", 200, 1),
    ])
    let now = try Self.run([
      Self.result("page", 200, 0.001), Self.result("page", 400, 0.006),
      Self.result("list", 200, 1), Self.result("list", 600, 3), Self.result("export", 200, 1),
    ])
    #expect(
      now.comparison(with: baseline) == """
        Speed relative to 2026-01-31:
        work             200             400
        list    1.00× (same)               –
        page  2.00× (faster)  0.50× (slower)

        """)
    #expect(
      try Self.run([Self.result("page", 600, 1)]).comparison(with: baseline)
        == "Nothing to compare with the results of 2026-01-31.\n")
  }

  @Test("differences between the machines are printed")
  func machines() throws {
    let results = [Self.result("page", 200, 0.002)]
    let now = try Self.run(results, cores: 8, swift: "6.4")
    #expect(
      now.comparison(with: try Self.run(results)) == """
        Speed relative to 2026-01-31:
        On a different machine:
          cores: 1 then, 8 now
          swift: 6.3 then, 6.4 now
        work           200
        page  1.00× (same)

        """)
  }
}
