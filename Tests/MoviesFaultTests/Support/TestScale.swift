import TestSupport

/// The amount of work of a fault test: a sample by default, everything with `FAULTS=all`.
enum TestScale {
  static var isFull: Bool { Tier.isLong }

  /// Returns a sample of the items: one from each of `quickCount` equal ranges, and the last one. With
  /// `FAULTS=all`, the sample has `fullCount` items.
  static func sample<Item>(
    _ quickCount: Int, of items: [Item], fullCount: Int = .max, seed: UInt64 = 1
  ) -> [Item] {
    let count = isFull ? fullCount : quickCount
    if items.count <= count { return items }
    var random = RandomSource(seed: seed)
    return (0..<count).map { part in
      if part == count - 1 { return items[items.count - 1] }
      let range = (items.count * part / count)..<(items.count * (part + 1) / count)
      return items[Int.random(in: range, using: &random)]
    }
  }

  static func amount(quick: Int, full: Int) -> Int { isFull ? full : quick }
}
