import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct StringInternerTests {
  /// Returns names of which many are repeated, and some differ only in normalization.
  private static func names(_ count: Int, seed: UInt64) -> [String] {
    var random = RandomSource(seed: seed)
    return (0..<count).map { index in
      switch index % 4 {
      case 0: "é" + random.text(upTo: 1)
      case 1: "e\u{301}" + random.text(upTo: 1)
      case 2: random.text(upTo: 3)
      default: "Name \(Int.random(in: 0..<count, using: &random))"
      }
    }
  }

  /// Returns the numbers by a dictionary, in order of first appearance.
  private static func expected(_ names: [String]) -> [Int32] {
    var numbers: [[UInt8]: Int32] = [:]
    return names.map { name in
      let number = numbers[name.bytes] ?? Int32(numbers.count)
      numbers[name.bytes] = number
      return number
    }
  }

  private static func bytes(_ list: PackedStrings) -> [[UInt8]] {
    (0..<list.count).map { Array(list.bytes[list.range(at: $0)]) }
  }

  @Test(
    "Equal names have the same number, in order of first appearance",
    arguments: [10, 2_047, 2_048, 2_049, 20_000])
  func numbers(count: Int) {
    let names = Self.names(count, seed: UInt64(count))
    var (numbers, new) = (StringInterner(), PackedStrings())
    let given = names.map { numbers.number(of: $0.utf8.span, adding: &new) }
    #expect(given == Self.expected(names))
    var seen: Set<[UInt8]> = []
    #expect(Self.bytes(new) == names.map(\.bytes).filter { seen.insert($0).inserted })
  }

  @Test("Known names keep their numbers and are not new again")
  func later() {
    let names = Self.names(5_000, seed: 3)
    var numbers = StringInterner()
    var (all, given) = (PackedStrings(), [Int32]())
    for batch in stride(from: 0, to: names.count, by: 700) {
      var new = PackedStrings()
      for name in names[batch..<min(batch + 700, names.count)] {
        given.append(numbers.number(of: name.utf8.span, adding: &new))
      }
      all.append(new)
    }
    #expect(given == Self.expected(names))
    #expect(Self.bytes(all).count == Set(names.map(\.bytes)).count)
    for (name, number) in zip(names, given) {
      #expect(Array(all.bytes[all.range(at: Int(number))]) == name.bytes)
    }
  }

  @Test(
    "Is full at its limit of names or bytes, and accepts more",
    arguments: [(3, 1_000, 3), (1_000, 7, 4), (1_000, 6, 3), (1, 1, 1)])
  func full(maximumCount: Int, maximumBytes: Int, count: Int) {
    var numbers = StringInterner(maximumCount: maximumCount, maximumBytes: maximumBytes)
    var new = PackedStrings()
    #expect(numbers.isEmpty)
    for index in 0..<10 {
      #expect(numbers.isFull == (index >= count))
      // Two bytes each. The second time, the name is known.
      for _ in 0..<2 {
        #expect(numbers.number(of: "n\(index)".utf8.span, adding: &new) == Int32(index))
      }
      #expect(!numbers.isEmpty)
    }
    #expect(new.count == 10)
  }

  @Test("Appending a list appends all names, including empty ones")
  func lists() {
    let names = ["", "a", "", "é", "\0", "e\u{301}", ""]
    for cut in 0...names.count {
      var (first, second) = (PackedStrings(), PackedStrings())
      for name in names[..<cut] { first.append(name.utf8.span) }
      for name in names[cut...] { second.append(name.utf8.span) }
      first.append(second)
      #expect(first.count == names.count)
      #expect(Self.bytes(first) == names.map(\.bytes))
    }
  }
}
