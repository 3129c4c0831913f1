import MovieTerminal
import TestSupport
import Testing

@Suite("Grouped thousands")
struct ThousandsTests {
  @Test(
    "a comma stands before every third digit from the right",
    arguments: [
      (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (27_329, "27,329"), (100_000, "100,000"),
      (1_234_567, "1,234,567"), (-1, "-1"), (-999, "-999"), (-1_000, "-1,000"),
      (Int64.max, "9,223,372,036,854,775,807"), (Int64.min, "-9,223,372,036,854,775,808"),
    ] as [(Int64, String)])
  func grouped(number: Int64, text: String) {
    #expect(Thousands.grouped(number) == text)
  }

  @Test("other integers are grouped alike")
  func otherIntegers() {
    #expect(Thousands.grouped(UInt64.max) == "18,446,744,073,709,551,615")
    #expect(Thousands.grouped(Int8.min) == "-128")
    #expect(Thousands.grouped(36_273) == "36,273")
  }

  @Test("without its commas the text is the number", arguments: 0..<10)
  func reversible(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let number = Int64(bitPattern: source.next()) >> Int64.random(in: 0...63, using: &source)
      #expect(Int64(Thousands.grouped(number).filter { $0 != "," }) == number)
    }
  }
}

@Suite("Progress line")
struct ProgressLineTests {
  @Test(
    "a line says how much is done, of how much",
    arguments: [
      (12_345, 36_273, "importing 12,345 of 36,273 (34 %)"), (0, 10, "importing 0 of 10 (0 %)"),
      (10, 10, "importing 10 of 10 (100 %)"), (999, 1_000, "importing 999 of 1,000 (99 %)"),
      (11, 10, "importing 11 of 10 (100 %)"), (5_000, nil, "importing 5,000"),
      (5, 0, "importing 5"),
      (5, -1, "importing 5"), (-5, 10, "importing 0 of 10 (0 %)"), (Int64.min, nil, "importing 0"),
    ] as [(Int64, Int64?, String)])
  func text(done: Int64, total: Int64?, expected: String) {
    let line = ProgressLine(label: "importing", done: done, total: total)
    #expect(line.text(columns: 80) == expected)
  }

  @Test("the greatest counts do not trap")
  func greatest() {
    let line = ProgressLine(label: "", done: .max, total: .max)
    let count = "9,223,372,036,854,775,807"
    #expect(line.text(columns: 80) == "\(count) of \(count) (100 %)")
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
