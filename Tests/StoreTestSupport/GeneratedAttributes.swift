import MovieStore
import TestSupport

/// Generated valid attributes of all types, with hostile texts and extreme numbers.
package struct GeneratedAttributes {
  private var random: RandomSource

  package init(seed: UInt64) { random = RandomSource(seed: seed) }

  /// Whole real numbers are left out: `JSONEncoder` writes them as integers.
  private static let reals: [Double] = [
    0.1 + 0.2, .leastNonzeroMagnitude, 1.797_693_134_862_315_7e308, -2.225_073_858_507_201_4e-308,
    1.5, -1e-7,
    123_456_789.123_456_78, 0.1, 1 / 3,
  ]
  private static let integers: [Int64] = [.min, .max, 0, -1, 1995, 9_007_199_254_740_993]

  package mutating func next() throws -> MovieAttributes {
    var attributes = MovieAttributes()
    if flag() {
      try attributes.set(.year, to: [.integer(.random(in: 1870...2200, using: &random))])
    }
    if flag() {
      let tenths = Int.random(in: 0...100, using: &random)
      try attributes.set(.rating, to: [.real(Double(tenths) / 10)])
    }
    if flag() {
      let dates = (0..<3).map { _ in
        "20\(number(10...30))-02-\(number(10...28))".prefix([4, 7, 10][number(0...2)])
      }
      try attributes.set(.watched, to: dates.map { .text(String($0)) })
    }
    for key in [AttributeKey.genre, .director, .tag, .aka] where flag() {
      try attributes.set(
        key, to: texts(3).filter { !$0.contains(where: \.isNewline) }.map { .text($0) })
    }
    if flag() {
      try attributes.set(.runtime, to: [.integer(Int64(number(1...300)))])
      try attributes.set(.imdb, to: [.text("\(number(1...99_999_999))")])
      try attributes.set(.tmdb, to: [.integer(Int64(number(1...999_999)))])
      try attributes.set(.letterboxd, to: [.text("heat-\(number(1...9))")])
    }
    if flag() { try attributes.set(.note, to: texts(1).map { .text($0) }) }
    for name in ["a", "own", "z_9"] where flag() {
      var values: [AttributeValue] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) { values.append(value()) }
      try attributes.set(AttributeKey(name), to: values)
    }
    return attributes
  }

  package mutating func value() -> AttributeValue {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .integer(Self.integers.randomElement(using: &random) ?? 0)
    case 1: .real(Self.reals.randomElement(using: &random) ?? 0.5)
    case 2: .text(["007", "1995", "8.5", "1e5", "null", "-0"].randomElement(using: &random) ?? "x")
    default: .text(texts(1)[0])
    }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  package mutating func flag() -> Bool { Bool.random(using: &random) }

  private mutating func texts(_ count: Int) -> [String] {
    (0..<count).map { _ in Generated.trimmed(random.text(upTo: 12)) ?? "\"\\\n😀'" }
  }
}
