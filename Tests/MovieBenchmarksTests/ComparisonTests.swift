import MovieBenchmarks
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ComparisonTests {
  private static func earlier(_ json: String) throws -> EarlierResults {
    let path = TemporaryDirectory.path("earlier.json")
    try Files.write(Array(json.utf8), to: path)
    return try EarlierResults(path: path)
  }

  @Test(
    "a change is the earlier time in times of the new one",
    arguments: [
      (1.3, 1.0, "1.30× (faster)"), (0.8, 1.0, "0.80× (slower)"), (2.0, 2.0, "1.00× (same)"),
      (1.004, 1.0, "1.00× (same)"), (0.996, 1.0, "1.00× (same)"),
      (1.005_1, 1.0, "1.01× (faster)"), (0.994, 1.0, "0.99× (slower)"),
      (1.0, 0.004, "250.00× (faster)"), (0.001, 1.0, "0.00× (slower)"),
    ])
  func changes(earlier: Double, now: Double, text: String) {
    #expect(Comparison.change(from: earlier, to: now) == text)
  }

  @Test("what was written is read again")
  func roundTrip() throws {
    let measurements = [
      Stubs.measurement("page", 200, [0.001, 0.000_512_3]),
      Stubs.measurement("search two letters", 10_000, [1.25], hits: 7),
    ]
    let earlier = try Self.earlier(Stubs.results(measurements).json)
    #expect(earlier.date == "2026-01-31")
    #expect(earlier.machine == Stubs.machine)
    #expect(
      earlier.medians == [
        EarlierResults.Key(work: "page", movies: 200): 0.001,
        EarlierResults.Key(work: "search two letters", movies: 10_000): 1.25,
      ])
  }

  @Test("only the work and the sizes that both have are compared")
  func common() throws {
    let earlier = try Self.earlier(
      Stubs.results([
        Stubs.measurement("page", 200, [0.002]), Stubs.measurement("page", 400, [0.003]),
        Stubs.measurement("list", 200, [1]), Stubs.measurement("retired work", 200, [1]),
      ]).json)
    let now = Stubs.results([
      Stubs.measurement("page", 200, [0.001]), Stubs.measurement("page", 400, [0.006]),
      Stubs.measurement("list", 200, [1]), Stubs.measurement("list", 600, [3]),
      Stubs.measurement("export", 200, [1]),
    ])
    #expect(
      Comparison(of: now, with: earlier).text == """
        Speed relative to 2026-01-31:
        work             200             400
        list    1.00× (same)               –
        page  2.00× (faster)  0.50× (slower)

        """)
  }

  @Test("where nothing is common, that is said")
  func nothing() throws {
    let earlier = try Self.earlier(
      Stubs.results([Stubs.measurement("page", 200, [0.002])]).json)
    let now = Stubs.results([Stubs.measurement("page", 400, [0.001])])
    #expect(
      Comparison(of: now, with: earlier).text
        == "Nothing to compare with the results of 2026-01-31.\n")
  }

  @Test("machines that differ are told")
  func machines() throws {
    let measurements = [Stubs.measurement("page", 200, [0.002])]
    let earlier = try Self.earlier(Stubs.results(measurements).json)
    let other = MachineDescription(
      cpu: Stubs.machine.cpu, cores: 8, memoryMiB: 64, system: "CP/M", swift: "6.4",
      sqlite: "3.40.1")
    #expect(
      Comparison(of: Stubs.results(measurements, on: other), with: earlier).text == """
        Speed relative to 2026-01-31:
        On a different machine:
          cores: 1 then, 8 now
          swift: 6.3 then, 6.4 now
        work           200
        page  1.00× (same)

        """)
  }

  @Test(
    "a file that holds no results is refused, with the reason",
    arguments: [
      ("", "it is not JSON"), ("{", "it is not JSON"), ("[]", "the date or the machine is missing"),
      ("3", "the date or the machine is missing"), ("{}", "the date or the machine is missing"),
      (#"{"date": "d", "machine": "Z80", "results": []}"#, "the date or the machine is missing"),
      (described("[]"), "it has no results"), (described("3"), "it has no results"),
      (described("{}"), "it has no results"), (described("null"), "it has no results"),
      (described(#"[{"work": "page", "movies": 1}]"#), lacking),
      (described(#"[{"work": 1, "movies": 1, "medianSeconds": 1}]"#), lacking),
      (described(#"[{"work": "page", "movies": "1", "medianSeconds": 1}]"#), lacking),
      (described(#"[{"work": "page", "movies": 1, "medianSeconds": "1"}]"#), lacking),
      (described(#"[{"work": "page", "movies": 1, "medianSeconds": 0}]"#), lacking),
      (described(#"[{"work": "page", "movies": 1, "medianSeconds": -1}]"#), lacking),
    ])
  func notResults(json: String, reason: String) throws {
    let error = #expect(throws: BenchmarkError.self) { try Self.earlier(json) }
    let path = TemporaryDirectory.path("earlier.json")
    let failure = BenchmarkFailure(try #require(error))
    #expect(failure.text == "Error: '\(path)' does not contain benchmark results: \(reason).")
    #expect(failure.status == 65)
  }

  private static let lacking = "a result has no valid work, movies or median"

  /// JSON with everything but the results right.
  private static func described(_ results: String) -> String {
    """
    {"date": "d", "results": \(results), "machine": {"cpu": "Z80", "cores": 1, "memoryMiB": 64,
     "system": "CP/M", "swift": "6.3", "sqlite": "3.40.1"}}
    """
  }
}
