import MovieSystem
import MovieTerminal
import TestSupport
import Testing

@Suite("Grouped thousands", .limited)
struct ThousandsTests {
  @Test(
    "a comma stands before every third digit from the right",
    arguments: [
      (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (27_329, "27,329"), (100_000, "100,000"),
      (1_234_567, "1,234,567"), (-1, "-1"), (-999, "-999"), (-1_000, "-1,000"),
      (Int64.max, "9,223,372,036,854,775,807"), (Int64.min, "-9,223,372,036,854,775,808"),
    ] as [(Int64, String)])
  func grouped(number: Int64, text: String) {
    #expect(Formatting.grouped(number) == text)
  }

  @Test("other integers are grouped alike")
  func otherIntegers() {
    #expect(Formatting.grouped(UInt64.max) == "18,446,744,073,709,551,615")
    #expect(Formatting.grouped(Int8.min) == "-128")
    #expect(Formatting.grouped(36_273) == "36,273")
  }

  @Test("without its commas the text is the number", arguments: 0..<10)
  func reversible(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let number = Int64(bitPattern: source.next()) >> Int64.random(in: 0...63, using: &source)
      #expect(Int64(Formatting.grouped(number).filter { $0 != "," }) == number)
    }
  }
}

@Suite("Progress line", .limited)
struct ProgressLineTests {
  @Test(
    "a line says how much is done, of how much",
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
    "speed and time are told as far as they are known, and as there is room",
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
    "without a total there may be a portion",
    arguments: [
      (0.345, "34%"), (0, "0%"), (1, "100%"), (7, "100%"), (-7, "0%"), (.nan, "0%"),
    ] as [(Double, String)])
  func portion(portion: Double, percentage: String) {
    var line = ProgressLine(label: "importing", done: 1_234, total: nil)
    line.portion = portion
    #expect(line.text(columns: 80) == "importing 1,234 (\(percentage))")
  }

  @Test("the greatest counts do not trap")
  func greatest() {
    let line = ProgressLine(label: "", done: .max, total: .max)
    let count = "9,223,372,036,854,775,807"
    #expect(line.text(columns: 80) == "\(count) of \(count) (100%)")
  }

  @Test("a label is escaped, as it may name a file")
  func label() {
    let line = ProgressLine(label: "\u{1B}[2J\u{202E}", done: 1, total: nil)
    #expect(line.text(columns: 80) == #"\u{1B}[2J<U+202E> 1"#)
  }

  @Test("a line never exceeds its columns", arguments: 0..<10)
  func fit(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for columns in 0...60 {
      let done = Int64(bitPattern: source.next())
      let line = ProgressLine(label: source.text(upTo: 20), done: done, total: done / 2)
      #expect(DisplayWidth.columns(of: line.text(columns: columns)) <= columns)
    }
  }
}
