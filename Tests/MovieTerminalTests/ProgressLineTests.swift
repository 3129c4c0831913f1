import MovieSystem
import MovieTerminal
import TestSupport
import Testing

@Suite(.limited)
struct ThousandsTests {
  @Test(
    "a comma separates groups of three digits",
    arguments: [
      (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (27_329, "27,329"), (100_000, "100,000"),
      (1_234_567, "1,234,567"), (-1, "-1"), (-999, "-999"), (-1_000, "-1,000"),
      (Int64.max, "9,223,372,036,854,775,807"), (Int64.min, "-9,223,372,036,854,775,808"),
    ] as [(Int64, String)])
  func grouped(number: Int64, text: String) {
    #expect(Formatting.grouped(number) == text)
  }

  @Test("groups all integer types")
  func otherIntegers() {
    #expect(Formatting.grouped(UInt64.max) == "18,446,744,073,709,551,615")
    #expect(Formatting.grouped(Int8.min) == "-128")
    #expect(Formatting.grouped(36_273) == "36,273")
  }

  @Test("removing the commas restores the number", arguments: 0..<10)
  func reversible(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let number = Int64(bitPattern: source.next()) >> Int64.random(in: 0...63, using: &source)
      #expect(Int64(Formatting.grouped(number).filter { $0 != "," }) == number)
    }
  }
}

@Suite(.limited)
struct ProgressLineTests {
  @Test(
    "shows the count, the total and the percentage",
    arguments: [
      (12_345, 36_273, "importing 12,345 of 36,273 (34%)"), (0, 10, "importing 0 of 10 (0%)"),
      (10, 10, "importing 10 of 10 (100%)"), (999, 1_000, "importing 999 of 1,000 (99%)"),
      (11, 10, "importing 11 of 10 (100%)"), (5_000, nil, "importing 5,000"),
      (5, 0, "importing 5"),
      (5, -1, "importing 5"), (-5, 10, "importing 0 of 10 (0%)"), (Int64.min, nil, "importing 0"),
    ] as [(Int64, Int64?, String)])
  func text(done: Int64, total: Int64?, expected: String) {
    let line = ProgressLine(label: "importing", done: done, total: total)
    #expect(line.text(columns: 80) == expected)
  }

  @Test(
    "shows speed and time if they are known and fit",
    arguments: [
      (80, 8_210.4, 2.9, "importing 5 of 10 (50%)  8,210/s  3 s left"),
      (80, 0.25, 125, "importing 5 of 10 (50%)  0.2/s  2 min 5 s left"),
      (80, 9.99, 3_780, "importing 5 of 10 (50%)  9.9/s  1 h 3 min left"),
      (80, 12, nil, "importing 5 of 10 (50%)  12/s"),
      (80, nil, 4, "importing 5 of 10 (50%)  4 s left"),
      (80, .infinity, .infinity, "importing 5 of 10 (50%)"),
      (80, .nan, .nan, "importing 5 of 10 (50%)"), (80, -1, -1, "importing 5 of 10 (50%)"),
      (80, 1e300, 1e300, "importing 5 of 10 (50%)  1,000,000,000,000,000/s"),
      (39, 12, 3, "importing 5 of 10 (50%)  12/s  3 s left"),
      (38, 12, 3, "importing 5 of 10 (50%)  12/s"), (28, 12, 3, "importing 5 of 10 (50%)"),
      (10, 12, 3, "importing…"),
    ] as [(Int, Double?, Double?, String)])
  func pace(columns: Int, perSecond: Double?, secondsLeft: Double?, expected: String) {
    var line = ProgressLine(label: "importing", done: 5, total: 10)
    (line.perSecond, line.secondsLeft) = (perSecond, secondsLeft)
    #expect(line.text(columns: columns) == expected)
  }

  @Test(
    "shows a fraction without a total",
    arguments: [
      (0.345, "34%"), (0, "0%"), (1, "100%"), (7, "100%"), (-7, "0%"), (.nan, "0%"),
    ] as [(Double, String)])
  func fraction(fraction: Double, percentage: String) {
    var line = ProgressLine(label: "importing", done: 1_234, total: nil)
    line.fraction = fraction
    #expect(line.text(columns: 80) == "importing 1,234 (\(percentage))")
  }

  @Test("the largest counts do not trap")
  func greatest() {
    let line = ProgressLine(label: "", done: .max, total: .max)
    let count = "9,223,372,036,854,775,807"
    #expect(line.text(columns: 80) == "\(count) of \(count) (100%)")
  }

  @Test("escapes the label")
  func label() {
    let line = ProgressLine(label: "\u{1B}[2J\u{202E}", done: 1, total: nil)
    #expect(line.text(columns: 80) == #"\u{1B}[2J<U+202E> 1"#)
  }

  @Test(
    "steps and unmeasured work show the elapsed time",
    arguments: [
      (80, "integrity", "checking 3 of 9: integrity  4 s"),
      (20, "integrity", "checking 3 of 9: in…"),
      (80, "\u{1B}", #"checking 3 of 9: \u{1B}  4 s"#), (80, nil, "checking  4 s"),
    ] as [(Int, String?, String)])
  func elapsed(columns: Int, step: String?, expected: String) {
    var line = ProgressLine(label: "checking", done: 3, total: step == nil ? nil : 9)
    (line.step, line.elapsed) = (step, 3.2)
    #expect(line.text(columns: columns) == expected)
  }

  @Test("never exceeds its columns", arguments: 0..<10)
  func fit(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for columns in 0...60 {
      let done = Int64(bitPattern: source.next())
      let line = ProgressLine(label: source.text(upTo: 20), done: done, total: done / 2)
      #expect(DisplayWidth.columns(of: line.text(columns: columns)) <= columns)
    }
  }
}

@Suite(.limited)
struct ProgressPaceTests {
  @Test("constant speed gives an exact estimate")
  func even() throws {
    var pace = ProgressPace()
    pace.record(0, at: 0)
    #expect(pace.perSecond == nil)
    #expect(pace.secondsLeft(for: 10) == nil)
    for tenth in 1...50 { pace.record(Int64(tenth) * 100, at: Double(tenth) / 10) }
    let speed = try #require(pace.perSecond)
    #expect(abs(speed - 1_000) < 1)
    #expect(abs(try #require(pace.secondsLeft(for: 5_000)) - 5) < 0.1)
    #expect(pace.secondsLeft(for: 0) == 0)
    #expect(pace.secondsLeft(for: -5) == 0)
  }

  @Test("adapts slowly and completely to a new speed")
  func smooth() throws {
    var pace = ProgressPace()
    for tenth in 0...50 { pace.record(Int64(tenth) * 100, at: Double(tenth) / 10) }
    pace.record(5_000, at: 5.1)
    #expect(try #require(pace.perSecond) > 900)
    for tenth in 52...500 { pace.record(5_000 + Int64(tenth), at: Double(tenth) / 10) }
    #expect(try #require(pace.perSecond) < 20)
  }

  @Test("estimates are finite and not negative with any clock", arguments: 0..<50)
  func anyClock(seed: UInt64) {
    var source = RandomSource(seed: seed)
    var pace = ProgressPace()
    var (done, seconds): (Int64, Double) = (0, 0)
    for _ in 0..<200 {
      switch Int.random(in: 0..<20, using: &source) {
      case 0: seconds -= Double.random(in: 0...10, using: &source)
      case 1: done = Int64.random(in: .min ... .max, using: &source)
      case 2: break
      case 3: seconds += 1e12
      case 4: seconds += 1e-12
      default:
        seconds += Double.random(in: 0...1, using: &source)
        done =
          done.addingReportingOverflow(Int64.random(in: 0...10_000, using: &source))
          .partialValue
      }
      pace.record(done, at: seconds)
      if let speed = pace.perSecond { #expect(speed >= 0 && speed.isFinite) }
      let left = pace.secondsLeft(for: Int64.random(in: .min ... .max, using: &source))
      if let left { #expect(left >= 0 && left.isFinite) }
    }
  }

  @Test("the speed is between the slowest and the fastest sample", arguments: 0..<5)
  func bounds(seed: UInt64) throws {
    var source = RandomSource(seed: seed)
    var pace = ProgressPace()
    var (done, seconds): (Int64, Double) = (0, 0)
    var speeds: [Double] = []
    pace.record(done, at: seconds)
    for _ in 0..<100 {
      let (more, time) = (
        Int64.random(in: 0...5_000, using: &source), Double.random(in: 0.05...2, using: &source)
      )
      speeds.append(Double(more) / time)
      (done, seconds) = (done + more, seconds + time)
      pace.record(done, at: seconds)
      let speed = try #require(pace.perSecond)
      #expect(speed >= (speeds.min() ?? 0) - 1 && speed <= (speeds.max() ?? 0) + 1)
    }
  }
}
