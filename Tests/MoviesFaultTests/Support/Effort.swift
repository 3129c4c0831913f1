import TestSupport

/// How much of all there is to try is tried: a spread of it with every run of the tests, all of it
/// with `FAULTS=all`.
enum Effort {
  static var isWhole: Bool { Tier.isLong }

  /// As many of the items, one from each of as many equal stretches, and the last; in the long run all of them,
  /// or as many as is said.
  static func choice<Item>(
    _ quickCount: Int, of items: [Item], whole: Int = .max, seed: UInt64 = 1
  ) -> [Item] {
    let count = isWhole ? whole : quickCount
    if items.count <= count { return items }
    var random = RandomSource(seed: seed)
    return (0..<count).map { part in
      if part == count - 1 { return items[items.count - 1] }
      let stretch = (items.count * part / count)..<(items.count * (part + 1) / count)
      return items[Int.random(in: stretch, using: &random)]
    }
  }

  static func amount(quick: Int, whole: Int) -> Int { isWhole ? whole : quick }
}
