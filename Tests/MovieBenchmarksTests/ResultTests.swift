import Foundation
import MovieBenchmarks
import TestSupport
import Testing

@Suite(.limited) struct ResultTests {
  private static let measurements = [
    Stubs.measurement("import", 10_000, [0.3]),
    Stubs.measurement("page", 10_000, [0.001]),
    Stubs.measurement("search broad", 10_000, [0.02], hits: 5_000),
    Stubs.measurement("migrate", 10_000, [0.5]),
    Stubs.measurement("import", 1_000_000, [36]),
    Stubs.measurement("page", 1_000_000, [0.001_2]),
    Stubs.measurement("search broad", 1_000_000, [2], hits: 500_000),
  ]

  @Test("the table has a row for each work and a group of columns for each size")
  func table() {
    #expect(
      ResultTable(Self.measurements).text == """
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
  func width() {
    let measurements = BenchmarkWork.all.flatMap { work in
      [10_000, 100_000, 1_000_000].map { Stubs.measurement(work.name, $0, [0.0123]) }
    }
    let lines = ResultTable(measurements).text.split(separator: "\n")
    #expect(lines.count > BenchmarkWork.all.count)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("the JSON is valid and has every key")
  func json() throws {
    let json = Stubs.results(Self.measurements).json
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(Set(root.keys) == ["machine", "date", "results"])
    #expect(root["date"] as? String == "2026-01-31")
    let machine = try #require(root["machine"] as? [String: Any])
    #expect(Set(machine.keys) == ["cpu", "cores", "memoryMiB", "system", "swift", "sqlite"])
    #expect(machine["cpu"] as? String == "Z80 \"fast\"\t")
    #expect(machine["cores"] as? Int == 1)
    let results = try #require(root["results"] as? [[String: Any]])
    #expect(results.map { $0["work"] as? String } == Self.measurements.map(\.work))
    #expect(results.map { $0["movies"] as? Int } == Self.measurements.map(\.movies))
    #expect(results.map { $0["medianSeconds"] as? Double } == Self.measurements.map(\.median))
    #expect(results.map { $0["minimumSeconds"] as? Double } == Self.measurements.map(\.minimum))
    #expect(results.allSatisfy { $0["samples"] as? Int == 1 && $0["peakMiB"] as? Int == 21 })
    #expect(results.allSatisfy { $0.count == 6 })
  }

  @Test("this machine is described, and its name is not")
  func machine() {
    let machine = MachineDescription.current
    #expect(machine.cores > 0)
    #expect(machine.memoryMiB > 0)
    for text in [machine.cpu, machine.system, machine.swift] { #expect(!text.isEmpty) }
    #expect(machine.sqlite.hasPrefix("3."))
    let words = machine.text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "." }
    #expect(!words.contains { $0 == ProcessInfo.processInfo.hostName })
  }
}
