import MovieBenchmarks
import TestSupport
import Testing

@Suite(.limited) struct MeasurementTests {
  @Test(
    "the median is a sample: the one in the middle, of two the slower",
    arguments: [
      ([3], 3), ([3, 1], 3), ([3, 1, 2], 2), ([4, 1, 3, 2], 3), ([5, 5, 1, 9, 7], 5),
    ] as [([Double], Double)])
  func median(seconds: [Double], median: Double) {
    let measurement = Stubs.measurement("page", 200, seconds)
    #expect(measurement.median == median)
    #expect(measurement.minimum == seconds.min())
    #expect(measurement.samples == seconds.count)
  }

  @Test("a report of samples is read as it was written")
  func reports() throws {
    var random = RandomSource(seed: 11)
    for _ in 0..<200 {
      let seconds = (0..<Int.random(in: 1...50, using: &random)).map { _ in
        Double.random(in: 0...10, using: &random) / 1_000_000
      }
      let hits = Bool.random(using: &random) ? Int.random(in: 0...9_999, using: &random) : nil
      let report = SampleReport(seconds: seconds, hits: hits, peakMiB: 21)
      #expect(SampleReport(report.text) == report)
    }
  }

  @Test(
    "what is no report is none",
    arguments: [
      "", "hits 3\n", "seconds\n", "seconds x\n", "seconds 1 2\n", "seconds 1\nhits x\n",
      "seconds 1\nnothing\n", "seconds 1\n", "seconds 1\npeak x\n", "peak 3\n",
    ])
  func noReports(text: String) {
    #expect(SampleReport(text) == nil)
  }

  @Test(
    "durations have three digits and a unit for people",
    arguments: [
      (0.000_001, "0.00 ms"), (0.000_123, "0.12 ms"), (0.001_234, "1.23 ms"),
      (0.009_994, "9.99 ms"), (0.009_996, "10.0 ms"), (0.012_34, "12.3 ms"),
      (0.099_96, "100 ms"), (0.123_4, "123 ms"), (0.999_4, "999 ms"), (0.999_6, "1.00 s"),
      (1.234, "1.23 s"), (12.34, "12.3 s"), (99.96, "100 s"), (1_234, "1234 s"),
    ])
  func durations(seconds: Double, text: String) {
    #expect(DurationText.text(seconds) == text)
  }
}
