import MovieBenchmarks

/// Results with fixed values.
enum Stubs {
  static let machine = MachineDescription(
    cpu: "Z80 \"fast\"\t", cores: 1, memoryMiB: 64, system: "CP/M", swift: "6.3", sqlite: "3.40.1")

  static func measurement(
    _ work: String, _ movies: Int, _ seconds: [Double], hits: Int? = nil
  ) -> Measurement {
    Measurement(
      work: work, movies: movies, report: SampleReport(seconds: seconds, hits: hits, peakMiB: 21))
  }

  static func results(
    _ measurements: [Measurement], on machine: MachineDescription = machine
  ) -> BenchmarkResults {
    BenchmarkResults(machine: machine, date: "2026-01-31", measurements: measurements)
  }
}
